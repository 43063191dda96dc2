"""Settings worth playing: what decides the winner, and which settings are good."""
