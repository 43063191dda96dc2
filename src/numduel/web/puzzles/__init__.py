"""Puzzles on the web: how far each browser has come with those that it is at."""
