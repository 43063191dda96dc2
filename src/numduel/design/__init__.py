"""Settings worth playing: one measured, many swept, what decides the winner, and which are good."""
