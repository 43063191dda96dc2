"""Numbering: the positions that can be reached in a kernel's range of codes, numbered as they are found."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.kernel import Kernel
from .jit import PART, compiled
from .limits import Progress

Array = NDArray[Any]
EMPTY = -1  # among the keys
AT_ONCE = 1 << 20  # positions between two reports, and two chances to interrupt
step = PART


class Numbering:
    """Positions numbered from 0 on, breadth first, with their codes; as many as there are, or the limit.

    `index` is what compiled code looks positions up in: the keys of an open hash table, the positions that
    they stand for, and the codes by position.
    """

    def __init__(self, kernel: Kernel[Any], root: int, limit: int, report: Progress | None = None) -> None:
        self.kernel = kernel
        self._report = report
        room, codes = 1 << 12, np.array([root], np.int64)
        looked_at = found = 0
        while True:
            # No more of them than the limit and one more position's moves are ever wanted.
            more = max(0, min(room, limit + kernel.actions + 1) - len(codes))
            codes = np.concatenate([codes, np.empty(more, np.int64)])
            keys, positions = np.full(2 * room, EMPTY, np.int64), np.empty(2 * room, np.int32)
            compiled(put_in)(keys, positions, codes, max(found, 1))
            looked_at, found = self._fill(keys, positions, codes, looked_at, max(found, 1))
            if looked_at == found or found > limit:
                break
            room *= 4
        self.complete = looked_at == found <= limit
        self.codes = codes[:found].copy()
        self.index = (keys, positions, self.codes)

    def _fill(
        self, keys: Array, positions: Array, codes: Array, looked_at: int, found: int
    ) -> tuple[int, int]:
        """How many positions are looked at and found once there is no more room, or nothing more to find."""
        find, kernel = compiled(find_more, step=self.kernel.step), self.kernel
        while looked_at < found and found + kernel.actions <= len(codes):
            looked_at, found = find(
                kernel.numbers, keys, positions, codes, looked_at, found, kernel.actions, AT_ONCE
            )
            if self._report is not None:
                self._report(found, looked_at)
        return looked_at, found

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
    # Every bit of a code has its say, as codes may differ in any of them.
    mixed = (np.uint64(code) ^ (np.uint64(code) >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    slot = int(mixed >> np.uint64(32)) & last
    while keys[slot] not in (EMPTY, code):
        slot = (slot + 1) & last
    return slot


def find_more(
    numbers: Array,
    keys: Array,
    positions: Array,
    codes: Array,
    looked_at: int,
    found: int,
    actions: int,
    most: int,
) -> tuple[int, int]:
    """How many positions are looked at and found, after following at most so many while there is room."""
    end = looked_at + most
    while looked_at < min(found, end) and found + actions <= len(codes):
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
