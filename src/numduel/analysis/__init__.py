"""What can be said of positions and games: explanations, reviews, regret, remarks, JSON documents."""
