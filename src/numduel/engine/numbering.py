"""Numbering: the positions that can be reached in a kernel's range of codes, numbered as they are found."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.kernel import Kernel
from .jit import PART, compiled
from .limits import Progress

Array = NDArray[Any]
EMPTY = -1  # among the keys
CHUNK = 1 << 20  # positions between two reports of progress, and two chances to interrupt
unpack, play = PART, PART


class Numbering:
    """Positions numbered from 0 on, breadth first, with their codes; as many as there are, or the limit.

    `index` is what compiled code looks positions up in: the keys of an open hash table, the positions that
    they stand for, and the codes by position.
    """

    def __init__(self, kernel: Kernel[Any], root: int, limit: int, progress: Progress | None = None) -> None:
        self.kernel = kernel
        self._progress = progress
        room, codes = 1 << 12, np.array([root], np.int64)
        expanded, found = 0, 1
        while True:
            # No more of them than the limit and one more position's moves are ever wanted.
            wanted = min(room, limit + kernel.actions + 1)
            codes = np.concatenate([codes, np.empty(max(0, wanted - len(codes)), np.int64)])
            slots = 1 << (2 * wanted - 1).bit_length()
            keys = positions = np.empty(0)  # the old ones make room for the new
            keys, positions = np.full(slots, EMPTY, np.int64), np.empty(slots, np.int32)
            compiled(insert_all)(keys, positions, codes, found)
            expanded, found = self._fill(keys, positions, codes, expanded, found)
            if expanded == found or found > limit:
                break
            room *= 4
        self.complete = expanded == found <= limit
        self.codes = codes[:found].copy()
        self.index = (keys, positions, self.codes)

    def _fill(
        self, keys: Array, positions: Array, codes: Array, expanded: int, found: int
    ) -> tuple[int, int]:
        """How many positions are expanded and found once there is no more room, or nothing more to find."""
        expand, kernel = compiled(expand_some, **self.kernel.moving), self.kernel
        while expanded < found and found + kernel.actions <= len(codes):
            expanded, found = expand(
                kernel.numbers, keys, positions, codes, expanded, found, kernel.actions, CHUNK
            )
            if self._progress is not None:
                self._progress(found, expanded)
        return expanded, found

    def __len__(self) -> int:
        return len(self.codes)

    def find(self, code: int) -> int | None:
        """The position with this code, or None if it was not reached."""
        if not 0 <= code < self.kernel.size:
            return None
        keys, positions, _ = self.index
        slot = compiled(slot_of)(keys, code)
        return int(positions[slot]) if keys[slot] == code else None


# The functions below are compiled; `unpack` and `play` stand for the kernel's.


def slot_of(keys: Array, code: int) -> int:
    """Where a code stands in the table of keys, or where it would stand."""
    last = len(keys) - 1
    # Every bit of a code counts, as codes may differ in any of them.
    mixed = (np.uint64(code) ^ (np.uint64(code) >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    slot = int(mixed >> np.uint64(32)) & last
    while keys[slot] not in (EMPTY, code):
        slot = (slot + 1) & last
    return slot


def expand_some(
    numbers: Array,
    keys: Array,
    positions: Array,
    codes: Array,
    expanded: int,
    found: int,
    actions: int,
    most: int,
) -> tuple[int, int]:
    """How many positions are expanded and found, after expanding at most so many while there is room."""
    end = expanded + most
    while expanded < min(found, end) and found + actions <= len(codes):
        unpacked = unpack(numbers, codes[expanded])
        for action in range(actions):
            code = play(numbers, unpacked, action)
            if code >= 0:
                slot = slot_of(keys, code)
                if keys[slot] == EMPTY:
                    keys[slot], positions[slot], codes[found] = code, found, code
                    found += 1
        expanded += 1
    return expanded, found


def insert_all(keys: Array, positions: Array, codes: Array, found: int) -> None:
    """Fill a table of keys with the codes found."""
    for position in range(found):
        slot = slot_of(keys, codes[position])
        keys[slot], positions[slot] = codes[position], position


def position_of(index: Any, code: int) -> int:
    """The position that was found with this code."""
    keys, positions, _ = index
    return int(positions[slot_of(keys, code)])
