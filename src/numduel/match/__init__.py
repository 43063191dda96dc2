"""Games as two players play them: rounds, matches, and endings that are no rule of any game."""
