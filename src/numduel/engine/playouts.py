"""Playouts: what tree search in Python and in compiled code have in common."""

import math

EXPLORATION = math.sqrt(2)  # the constant of UCT: how much actions count that were seldom tried
LONGEST_PLAYOUT = 60  # plies; a playout that goes on longer counts as a draw
# In a game of so many actions a ply of a playout counts for two, and so on: to list moves takes longer than
# to make one. With fewer, no search ever comes to the end of what it may play out.
ACTIONS_A_PLY = 64
# A game is laid out in tables for a search where these have at most so many entries, positions times actions:
# that takes a few milliseconds with a kernel, and some tenths of a second by the rules.
ENTRIES = 1 << 17
ENTRIES_A_PLAYOUT = 16  # where these are more: it takes no longer than to search


def cost_of_a_ply(actions: int) -> int:
    """As how many plies one is counted, in a game of so many actions."""
    return 1 + actions // ACTIONS_A_PLY


def entries_for(playouts: int) -> int:
    """How many entries the tables of a game may have for a search of so many playouts."""
    return max(ENTRIES, ENTRIES_A_PLAYOUT * playouts)
