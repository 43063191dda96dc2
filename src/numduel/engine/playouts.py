"""Playouts: what tree search in Python and in compiled code have in common."""

import math

CURIOSITY = math.sqrt(2)  # how much an action counts that was tried less often than the others
LONGEST_PLAYOUT = 60  # plies; a playout that goes on longer counts as a draw
