"""One module a command, with its options and what it does; only the one that is used is loaded."""
