"""Pictures: the graph of positions, and the course of a game."""
