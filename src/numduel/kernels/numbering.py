"""Numbering: the positions that can be reached in a kernel's range of codes, numbered as they are found."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .compiled import PART, compiled
from .kernel import Kernel

Array = NDArray[Any]
EMPTY = -1  # among the keys
step = PART


class Numbering:
    """Positions numbered from 0 on, breadth first, with their codes; as many as there are, or the limit.

    `index` is what compiled code looks positions up in: the keys of an open hash table, the positions that
    they stand for, and the codes by position.
    """

    def __init__(self, kernel: Kernel[Any], root: int, limit: int, report: Any = None) -> None:
        self.kernel = kernel
        find_more, room = compiled(find_all, step=kernel.step), 1 << 12
        codes = np.empty(room, np.int64)
        codes[0], looked_at, found = root, 0, 1
        while True:
            slots = 1 << (3 * room // 2).bit_length()  # a power of 2, so that at least a third stays empty
            keys, positions = np.full(slots, EMPTY, np.int64), np.empty(slots, np.int32)
            compiled(put_in)(keys, positions, codes, found)
            looked_at, found = find_more(
                kernel.numbers, keys, positions, codes, looked_at, found, kernel.actions
            )
            if report is not None:
                report(found, looked_at)
            if looked_at == found or found > limit:
                break
            room = min(4 * room, limit + kernel.actions + 1)  # no more than shows that there are too many
            codes = np.concatenate([codes, np.empty(room - len(codes), np.int64)])
        self.complete = looked_at == found <= limit
        self.codes = codes[:found].copy()
        self.index = (keys, positions, self.codes)

    def __len__(self) -> int:
        return len(self.codes)

    def find(self, code: int) -> int | None:
        """The position with this code, or None if it was not reached."""
        if not 0 <= code < self.kernel.size:
            return None
        keys, positions, _ = self.index
        slot = compiled(slot_of)(keys, code)
        return int(positions[slot]) if keys[slot] == code else None


# The functions below are compiled; `step` stands for the kernel's.


def slot_of(keys: Array, code: int) -> int:
    """Where a code stands in the table of keys, or where it would stand."""
    last = len(keys) - 1
    mixed = code * 0x9E3779B97F4A7C1  # neighbouring codes end up far apart
    slot = (mixed ^ (mixed >> 29)) & last
    while keys[slot] not in (EMPTY, code):
        slot = (slot + 1) & last
    return slot


def find_all(
    numbers: Array, keys: Array, positions: Array, codes: Array, looked_at: int, found: int, actions: int
) -> tuple[int, int]:
    """How many positions are looked at and found, after following moves until there is no more room."""
    while looked_at < found and found + actions <= len(codes):
        for action in range(actions):
            code = step(numbers, codes[looked_at], action)
            if code >= 0:
                slot = slot_of(keys, code)
                if keys[slot] == EMPTY:
                    keys[slot], positions[slot], codes[found] = code, found, code
                    found += 1
        looked_at += 1
    return looked_at, found


def put_in(keys: Array, positions: Array, codes: Array, found: int) -> None:
    """Fill a table of keys with the codes found."""
    for position in range(found):
        slot = slot_of(keys, codes[position])
        keys[slot], positions[slot] = codes[position], position


def as_found(index: Any, code: int) -> int:
    """The position that was found with this code."""
    keys, positions, _ = index
    return int(positions[slot_of(keys, code)])


def code_found(index: Any, position: int) -> int:
    """The code that was found as this position."""
    return int(index[2][position])
