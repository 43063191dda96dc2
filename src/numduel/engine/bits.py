"""Bits: sets of codes as arrays of 64-bit words, and how the codes that can be reached are found in them.

Two sets take a quarter of a byte for each code there is: what was reached, and what of it is pending, that is
not yet expanded. Codes are met in their own order, again and again until none is pending. That touches memory
in its own order, so that the words may as well lie on a disk. All public functions but `words_for` are
compiled.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from .jit import PART

Array = NDArray[Any]
WORD = 64
GROUP = 8  # words that share a rank
ZERO, ONE = np.uint64(0), np.uint64(1)
unpack, play = PART, PART  # as in Kernel


def words_for(size: int) -> int:
    """How many words a set of codes below `size` takes."""
    return -(-size // WORD)


def _instruction(make: Callable[[Any, Any], Any]) -> Any:
    """A function of one word that is one instruction of the processor, for compiled code."""

    def typed(typing_context: Any, word: Any) -> Any:
        return types.int64(types.uint64), lambda _, builder, __, arguments: make(builder, arguments[0])

    return intrinsic(typed)


_NEVER_ZERO = ir.Constant(ir.IntType(1), 1)
lowest_bit = _instruction(lambda builder, word: builder.cttz(word, _NEVER_ZERO))  # its number, from 0 on
highest_bit = _instruction(
    lambda builder, word: builder.sub(ir.Constant(word.type, WORD - 1), builder.ctlz(word, _NEVER_ZERO))
)
count_bits = _instruction(lambda builder, word: builder.ctpop(word))


def has(words: Array, code: int) -> bool:
    """Whether a code is in the set."""
    return bool((words[code >> 6] >> np.uint64(code & 63)) & ONE != ZERO)


def add(words: Array, code: int) -> None:
    """Put a code into the set."""
    words[code >> 6] |= ONE << np.uint64(code & 63)


def add_all(words: Array, codes: Array) -> None:
    """Put codes into the set."""
    for i in range(len(codes)):
        add(words, codes[i])


def sweep(
    numbers: Array, reached: Array, pending: Array, span: tuple[int, int], stack: Array, actions: int
) -> tuple[int, int, int]:
    """How many codes were reached anew and how many expanded, and how many wait on the stack.

    One upward pass over a span of words. Higher codes are met later in the pass. Lower ones are put on the
    stack as far as there is room; all others wait for the next pass.
    """
    found, expanded, held = 0, 0, 0
    for word in range(span[0], span[1]):
        while pending[word] != ZERO:
            code = (word << 6) + lowest_bit(pending[word])
            pending[word] &= pending[word] - ONE
            expanded += 1
            unpacked = unpack(numbers, code)
            for action in range(actions):
                target = play(numbers, unpacked, action)
                if target >= 0 and not has(reached, target):
                    add(reached, target)
                    add(pending, target)
                    found += 1
                    if target < code and held < len(stack):
                        stack[held] = target
                        held += 1
    return found, expanded, held


def drain(
    numbers: Array, reached: Array, pending: Array, stack: Array, held: int, actions: int
) -> tuple[int, int]:
    """How many codes were reached anew and how many expanded, when the stack is empty.

    A long way to and fro would take as many passes as it has turns; here it is gone at once.
    """
    found, expanded = 0, 0
    while held > 0:
        held -= 1
        code = stack[held]
        if not has(pending, code):
            continue
        pending[code >> 6] ^= ONE << np.uint64(code & 63)
        expanded += 1
        unpacked = unpack(numbers, code)
        for action in range(actions):
            target = play(numbers, unpacked, action)
            if target >= 0 and not has(reached, target):
                add(reached, target)
                add(pending, target)
                found += 1
                if held < len(stack):
                    stack[held] = target
                    held += 1
    return found, expanded


def list_codes(words: Array, codes: Array) -> None:
    """Write the codes of a set in ascending order."""
    listed = 0
    for word in range(len(words)):
        rest = words[word]
        while rest != ZERO:
            codes[listed] = (word << 6) + lowest_bit(rest)
            rest &= rest - ONE
            listed += 1


def count_all(words: Array) -> int:
    """How many codes are in a set."""
    total = 0
    for word in range(len(words)):
        total += count_bits(words[word])
    return total


def fill_ranks(words: Array, ranks: Array) -> None:
    """Write how many codes lie below each group of words, and in the end how many there are."""
    total = 0
    for group in range(len(ranks)):
        ranks[group] = total
        for word in range(group * GROUP, min((group + 1) * GROUP, len(words))):
            total += count_bits(words[word])


def rank_of(index: Any, code: int) -> int:
    """How many codes of the set lie below this one; the index is the set and its ranks."""
    words, ranks = index
    word = code >> 6
    rank = ranks[word // GROUP]
    for earlier in range(word // GROUP * GROUP, word):
        rank += count_bits(words[earlier])
    return int(rank + count_bits(words[word] & ((ONE << np.uint64(code & 63)) - ONE)))


def mark_absent(words: Array, marks: Array, mark: int) -> None:
    """Write the mark wherever a code is not in the set."""
    for code in range(len(marks)):
        if not has(words, code):
            marks[code] = mark
