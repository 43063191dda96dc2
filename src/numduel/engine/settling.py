"""Settling: verdicts found by looking ahead, block after block, until nothing changes any more.

A verdict follows from those on the successors. Looked at again and again, in any order, verdicts only get
better: what was open is decided, and what is decided comes sooner. There is only one state in which every
verdict follows from its successors' (of two, look at the soonest verdict that differs: it follows from sooner
ones, which do not), so it does not matter in which order, or how often, or after what interruption they are
looked at. Nothing is kept but one number a position: no moves, no predecessors, no queue.

Blocks are looked at from the highest code down. Where play leads to higher codes only, once is enough.
Everything here is compiled; `unpack` and `play` stand for the kernel's, `number` for how positions are
numbered.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS
from .bits import ONE, ZERO, highest_bit
from .jit import PART

Array = NDArray[Any]
# A verdict is one number: the value in the lowest bits, the plies above them. What stays undecided is endless
# in the end.
UNDECIDED, WON, LOST, DRAWS = range(4)
BITS = 2
VALUE = (1 << BITS) - 1
NEVER = 1 << 60  # plies
NO_MOVE = -1  # instead of a verdict
unpack, play, number = PART, PART, PART


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

    The blocks that these verdicts rest on are marked in `depends`: their own only if that is looked at later
    than they are. With `drawing`, only draws are looked for, where nobody can force a win.
    """
    words, changed, any_draws = index[0], 0, False
    for word in range(span[1] - 1, span[0] - 1, -1):
        rest = words[word]
        while rest != ZERO:
            code = (word << 6) + highest_bit(rest)
            rest ^= ONE << np.uint64(code & 63)
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
    """The verdict on a code that follows from what its moves leave, and whether a move makes a draw."""
    win, longest, drawn, undecided = NEVER, 0, NEVER, False
    unpacked = unpack(numbers, code)
    for action in range(actions):
        target = play(numbers, unpacked, action)
        left = left_by(target, index, verdicts, code, block_bits, depends)
        if left == NO_MOVE:
            continue
        value, plies = left & VALUE, (left >> BITS) + 1
        win = min(win, plies) if value == LOST else win
        longest = max(longest, plies) if value == WON else longest
        drawn = min(drawn, plies) if value == DRAWS else drawn
        undecided |= value in (UNDECIDED, DRAWS)
    if drawing:
        return ((drawn << BITS) + DRAWS if drawn < NEVER else UNDECIDED), drawn == 1
    if win < NEVER:
        return (win << BITS) + WON, drawn == 1
    return (UNDECIDED if undecided else (longest << BITS) + LOST), drawn == 1


def left_by(target: int, index: Any, verdicts: Array, code: int, block_bits: int, depends: Array) -> int:
    """The verdict on what an action leaves that leads from a code to this target; NO_MOVE if it is not legal.

    A move that ends the game leaves a verdict in no plies. There is no other draw in no plies.
    """
    if target >= 0:
        if target < code or target >> block_bits != code >> block_bits:
            depends[target >> block_bits] = 1
        return int(np.int64(verdicts[number(index, target)]))
    if target == MOVER_WINS:
        return LOST
    if target == MOVER_LOSES:
        return WON
    return DRAWS if target == DRAWN else NO_MOVE


def count_decisions(
    numbers: Array, index: Any, verdicts: Array, span: tuple[int, int], actions: int, depends: Array
) -> int:
    """How many positions in a span of words have moves of different values."""
    count, words = 0, index[0]
    for word in range(span[0], span[1]):
        rest = words[word]
        while rest != ZERO:
            code = (word << 6) + highest_bit(rest)
            rest ^= ONE << np.uint64(code & 63)
            unpacked, seen = unpack(numbers, code), 0
            for action in range(actions):
                left = left_by(play(numbers, unpacked, action), index, verdicts, code, 63, depends)
                seen |= 1 << (left & VALUE) if left != NO_MOVE else 0
            count += seen & (seen - 1) != 0
    return count
