"""Settling: verdicts found by looking ahead, block after block, until nothing changes any more.

A verdict follows from those on the successors. Looked at again and again, in any order, verdicts only get
better: what was open is decided, and what is decided comes sooner. There is only one state in which every
verdict follows from its successors' (of two, look at the soonest verdict that differs: it follows from sooner
ones, which do not), so it does not matter in which order, or how often, or after what interruption they are
looked at. Nothing is kept but one number a position: no moves, no predecessors, no queue.

Blocks are looked at from the highest code down. Where play leads to higher codes only, once is enough.
Everything here is compiled; `step` and `number` stand for the kernel's step and for how positions are numbered.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS
from .bits import ONE, ZERO, highest_bit
from .jit import PART

Array = NDArray[Any]
# A verdict is one number: the value in the lowest bits, the plies above them. What stays undecided is endless.
UNDECIDED, WON, LOST, DRAWS = range(4)
BITS = 2
VALUE = (1 << BITS) - 1
NEVER = 1 << 62  # plies
step, number = PART, PART


def by_code(index: Any, code: int) -> int:
    """The code itself: there is room for every code."""
    return code


def settle(
    numbers: Array,
    index: Any,
    verdicts: Array,
    span: tuple[int, int],
    actions: int,
    block_bits: int,
    depends: Array,
    drawing: bool,
) -> tuple[int, bool]:
    """How many verdicts on the codes in a span of words are better now, and whether any move makes a draw.

    The blocks that these verdicts rest on are marked in `depends`: not their own, where it was looked at before
    they were. With `drawing`, only draws are looked for, where nobody can force a win.
    """
    words, changed, any_draws = index[0], 0, False
    for word in range(span[1] - 1, span[0] - 1, -1):
        rest = words[word]
        while rest != ZERO:
            bit = highest_bit(rest)
            rest ^= ONE << np.uint64(bit)
            code = (word << 6) + bit
            position = number(index, code)
            known = np.int64(verdicts[position])
            if drawing and known & VALUE in (WON, LOST):
                continue
            best, draws = look_ahead(numbers, index, verdicts, code, actions, block_bits, depends, drawing)
            any_draws |= draws
            if best != UNDECIDED and (known == UNDECIDED or best >> BITS < known >> BITS):
                verdicts[position] = best
                changed += 1
    return changed, any_draws


def look_ahead(
    numbers: Array,
    index: Any,
    verdicts: Array,
    code: int,
    actions: int,
    block_bits: int,
    depends: Array,
    drawing: bool,
) -> tuple[int, bool]:
    """The verdict on a code that follows from its successors', and whether a move makes a draw."""
    win, longest, drawn = NEVER, 0, NEVER
    legal, all_won, draws = False, True, False
    for action in range(actions):
        target = step(numbers, code, action)
        if target == ILLEGAL:
            continue
        legal = True
        if target == MOVER_WINS:
            win = 1
        elif target == DRAWN:
            drawn, draws, all_won = 1, True, False
        elif target != MOVER_LOSES:
            if target < code or target >> block_bits != code >> block_bits:
                depends[target >> block_bits] = 1
            after = np.int64(verdicts[number(index, target)])
            value, plies = after & VALUE, after >> BITS
            if value == LOST:
                win = min(win, plies + 1)
            elif value == WON:
                longest = max(longest, plies)
            else:
                all_won = False
                if value == DRAWS:
                    drawn = min(drawn, plies + 1)
    if drawing:
        return ((drawn << BITS) + DRAWS if drawn < NEVER else UNDECIDED), draws
    if win < NEVER:
        return (win << BITS) + WON, draws
    if not all_won:
        return UNDECIDED, draws
    return ((longest + 1 if legal else 0) << BITS) + LOST, draws


def count_decisions(numbers: Array, index: Any, verdicts: Array, actions: int, span: tuple[int, int]) -> int:
    """How many positions in a span of words have moves of different values."""
    count, words = 0, index[0]
    for word in range(span[0], span[1]):
        rest = words[word]
        while rest != ZERO:
            bit = highest_bit(rest)
            rest ^= ONE << np.uint64(bit)
            seen = 0
            for action in range(actions):
                target = step(numbers, (word << 6) + bit, action)
                if target >= 0:
                    seen |= 1 << (np.int64(verdicts[number(index, target)]) & VALUE)
                elif target != ILLEGAL:
                    seen |= 1 << (LOST if target == MOVER_WINS else WON if target == MOVER_LOSES else DRAWS)
            count += seen & (seen - 1) != 0
    return count
