"""Downward: verdicts in one sweep from the highest position down, where every move leads to a higher one.

Then what follows a position is decided before it, and nothing has to be kept but one number a position: no
moves, no predecessors, no queue. Memory is touched in its own order, so that a position takes as long among
a hundred million as among a hundred thousand.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np

from ..kernels.kernel import DRAWN, ILLEGAL, Kernel
from .jit import PART
from .retrograde import UNREACHED, VALUE, VALUE_BITS, Array
from .values import DRAW, LOSS, WIN, value_of_mark

NEVER = 1 << 60  # plies
LOOKED_AT = 200  # moves: a millisecond in plain Python
unpack, play, number, code_at = PART, PART, PART, PART


def looks_upward(kernel: Kernel[Any], codes: Iterable[int]) -> bool:
    """Whether the moves from some codes lead to higher ones, as far as a few moves tell.

    They are played in plain Python, so that nothing is compiled for games in which play goes up and down.
    """
    moves = ((code, action) for code in codes for action in range(kernel.actions))
    with np.errstate(over="ignore"):  # as in compiled code
        after = (
            (code, kernel.step(kernel.numbers, code, action)) for code, action in islice(moves, LOOKED_AT)
        )
        return all(target > code or target < 0 for code, target in after)


# The functions below are compiled; `unpack`, `play`, `number` and `code_at` are those of `retrograde`.


def settle_downwards(
    numbers: Array,
    index: Any,
    actions: int,
    span: tuple[int, int],
    verdicts: Array,
    open_successors: Array,
) -> tuple[bool, bool]:
    """Whether every move from a span leads to a higher position, and whether any makes a draw.

    Writes the verdicts of the span, whose moves must lead to positions that are decided. Ends at the first
    move that leads elsewhere.
    """
    any_draws = False
    for done in range(span[1] - span[0]):
        position = span[1] - 1 - done
        if open_successors[position] == UNREACHED:
            continue
        win, loss, draw = NEVER, 0, NEVER  # plies to the soonest win, the latest loss and the soonest draw
        unpacked = unpack(numbers, code_at(index, position))
        for action in range(actions):
            code = play(numbers, unpacked, action)
            if code == ILLEGAL:
                continue
            any_draws |= code == DRAWN
            target = number(index, code) if code >= 0 else position
            if code >= 0 and target <= position:
                return False, any_draws
            # What the move leaves to the other player; an end, in no plies.
            left = int(verdicts[target]) if code >= 0 else value_of_mark(code)
            value, plies = left & VALUE, (left >> VALUE_BITS) + 1
            win = min(win, plies) if value == LOSS else win
            loss = max(loss, plies) if value == WIN else loss
            draw = min(draw, plies) if value == DRAW else draw
        verdicts[position] = verdict_of(win, loss, draw)
    return True, any_draws


def verdict_of(win: int, loss: int, draw: int) -> int:
    """The verdict, by the plies to the soonest win, the latest loss and the soonest draw there are."""
    if win < NEVER:
        return (win << VALUE_BITS) + WIN
    if draw < NEVER:
        return (draw << VALUE_BITS) + DRAW
    return (loss << VALUE_BITS) + LOSS
