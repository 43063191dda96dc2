"""Playouts: what tree search in Python and in compiled code have in common."""

import math

EXPLORATION = math.sqrt(2)  # the constant of UCT: how much actions count that were seldom tried
LONGEST_PLAYOUT = 60  # plies; a playout that goes on longer counts as a draw
# In a game of so many actions a ply of a playout counts for two, and so on: to list moves takes longer than
# to make one. With fewer, no search ever comes to the end of what it may play out.
A_PLY = 64


def cost_of_a_ply(actions: int) -> int:
    """How many plies one counts for in a game of so many actions."""
    return 1 + actions // A_PLY
