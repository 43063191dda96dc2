"""Playouts: what tree search in Python and in compiled code have in common."""

import math

EXPLORATION = math.sqrt(2)  # the constant of UCT: how much actions count that were seldom tried
LONGEST_PLAYOUT = 60  # plies; a playout that goes on longer counts as a draw
