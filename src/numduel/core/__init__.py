"""What a game is, and how one is named, spoken about and played a move at a time."""
