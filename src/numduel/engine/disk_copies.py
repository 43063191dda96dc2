"""Copies of what a solve on disk has found so far, from which it goes on if it is killed meanwhile.

Bits are set all over the files while positions are found, so that no sum of them is ever right for long. So
now and then everything is copied, by turns to one of two files, and the sum of the copy is noted.
"""

import math
import time
import zlib

import numpy as np

from .disk_files import Array, DiskError, Folder
from .disk_notes import COPY, COPY_SUM, Notes

LEAST = 0.5  # seconds from one copy to the next, and
SHARE = 50  # times as many as the last one has taken


class Copies:
    """Copies of which codes were reached, and which of them are pending."""

    def __init__(self, folder: Folder, notes: Notes, reached: Array, pending: Array) -> None:
        self._folder, self._notes, self._sets = folder, notes, (reached, pending)
        self._next = time.monotonic() + LEAST

    def restore(self) -> bool:
        """Whether there was a whole copy to go on from."""
        which, size = int(self._notes.numbers[COPY]), 2 * len(self._sets[0])
        if not which or not self._folder.has(_name(which), size, np.uint64):
            return False
        held = self._folder.array(_name(which), size, np.uint64)
        if zlib.crc32(held.data) != self._notes.numbers[COPY_SUM]:
            return False
        for codes, kept in zip(self._sets, np.split(held, 2), strict=True):
            codes[:] = kept
        return True

    def make_now_and_then(self) -> None:
        """Make a copy, if the last one is some time ago."""
        if (began := time.monotonic()) < self._next:
            return
        which = 2 if self._notes.numbers[COPY] == 1 else 1
        try:
            held = self._folder.array(_name(which), 2 * len(self._sets[0]), np.uint64)
        except DiskError:  # there is no room for one: then it goes without
            self._next = math.inf
            return
        np.concatenate(self._sets, out=held)
        self._notes.numbers[[COPY, COPY_SUM]] = which, zlib.crc32(held.data)
        self._notes.write()
        now = time.monotonic()
        self._next = now + max(LEAST, SHARE * (now - began))

    def drop(self) -> None:
        """Delete the copies, once that is noted which makes them needless."""
        for which in (1, 2):
            self._folder.drop(_name(which))


def _name(which: int) -> str:
    return f"found-{which}"
