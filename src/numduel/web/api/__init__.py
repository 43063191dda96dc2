"""The addresses that programs use."""
