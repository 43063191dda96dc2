"""Our games inside the tools that researchers have: Gymnasium, PettingZoo, OpenSpiel."""
