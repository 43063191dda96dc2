"""The addresses that people open in a browser."""
