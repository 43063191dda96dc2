"""Notes on a solve on disk: how far it is, and the sums by which what was written is known again.

They are written beside each other, by turns, each with a sum of its own: a killed process leaves those of
this moment or of the one before. After a loss of power parts may be older, so every few seconds what was
written is waited for, and stays until that has happened again.
"""

import time
import zlib
from typing import Any

import numpy as np

from .disk_files import Folder

FILE = "progress"
# Indices of what is noted; then come, for each block, four more numbers.
PHASE, CLOCK, AT_WORK, DRAWS, POSITIONS, PASS, COPY, COPY_SUM, NOTED = range(9)
NOTHING = -1  # at work
UNWRITTEN = -1  # instead of a sum: nothing but zeros
SLOTS = 3
SECONDS = 10.0  # after which the notes are waited for


class Notes:
    """What is noted, as numbers; nothing is kept of what changes in them before `write`."""

    def __init__(self, folder: Folder, blocks: int) -> None:
        self._folder = folder
        self.numbers = np.zeros(NOTED + 4 * blocks, np.int64)
        by_block = self.numbers[NOTED:].reshape(4, blocks)
        self.looked_at, self.changed, self.reached_sums, self.verdict_sums = by_block
        size = SLOTS * (len(self.numbers) + 2)
        self.made = not folder.has(FILE, size, np.int64)  # just now
        self._slots = folder.array(FILE, size, np.int64).reshape(SLOTS, -1)
        self._serial, self._last, self._kept = 0, 0, 0
        self._kept_at = time.monotonic()

    @property
    def blank(self) -> bool:
        """Whether nothing was ever written."""
        return not self._slots.any()

    def read(self) -> bool:
        """Take up what was written last, as far as it is whole; whether anything is."""
        whole = [at for at, slot in enumerate(self._slots) if slot[-1] == self._sum(slot)]
        if not whole:
            return False
        self._last = self._kept = max(whole, key=lambda at: int(self._slots[at, 0]))
        self._serial = int(self._slots[self._last, 0])
        self.numbers[:] = self._slots[self._last, 1:-1]
        return True

    def write(self) -> None:
        """Note what the numbers are."""
        self._serial += 1
        self._last = next(at for at in range(SLOTS) if at not in (self._last, self._kept))
        slot = self._slots[self._last]
        slot[0], slot[1:-1] = self._serial, self.numbers
        slot[-1] = self._sum(slot)
        if time.monotonic() - self._kept_at > SECONDS:
            self.keep()

    def keep(self) -> None:
        """Wait until what was written is on the disk."""
        self._folder.flush(FILE)
        self._kept, self._kept_at = self._last, time.monotonic()

    def begin_settling(self) -> None:
        """Note that no verdict is known yet."""
        self.looked_at[:] = self.changed[:] = 0
        self.verdict_sums[:] = UNWRITTEN
        self.numbers[[AT_WORK, DRAWS, COPY]] = NOTHING, 0, 0

    def _sum(self, slot: Any) -> int:
        """The sum of a slot: not zero where all its numbers are, and another one in every other solve."""
        return zlib.crc32(slot[:-1], self._folder.mark) + 1
