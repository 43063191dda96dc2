"""Blocks of a solve on disk: what belongs to each, and whether it is still what was written."""

import zlib
from collections.abc import Sequence

from .disk_files import Array
from .disk_notes import UNWRITTEN, Notes

Span = tuple[int, int]


class Blocks:
    """The words, verdicts and dependencies of each block, with the sums that are noted of them."""

    def __init__(self, notes: Notes, words: Array, spans: Sequence[Span]) -> None:
        self._notes, self._words, self.spans = notes, words, spans
        self._verdicts = self._depends = words[:0]
        self._starts: Sequence[int] = ()

    def take_verdicts(self, verdicts: Array, depends: Array, starts: Sequence[int]) -> None:
        """Take verdicts up; `starts` has where those of each block begin, and where the last one ends."""
        self._verdicts, self._depends, self._starts = verdicts, depends, starts

    def note_words(self, block: int) -> None:
        """Note the sum of what can be reached in a block."""
        self._notes.reached_sums[block] = self._sum_of_words(block)

    def note_verdicts(self, block: int) -> None:
        """Note the sum of a block's verdicts, and of what they rest on."""
        self._notes.verdict_sums[block] = self._sum_of_verdicts(block)

    def has_its_words(self, block: int) -> bool:
        """Whether what can be reached in a block is as it was noted."""
        return bool(self._notes.reached_sums[block] == self._sum_of_words(block))

    def has_its_verdicts(self, block: int) -> bool:
        """Whether the verdicts of a block, and what they rest on, are as they were noted."""
        if self._notes.verdict_sums[block] == UNWRITTEN:
            return not self._of(block).any() and not self._depends[block].any()
        return bool(self._notes.verdict_sums[block] == self._sum_of_verdicts(block))

    def clear(self, block: int) -> None:
        """Forget the verdicts of a block: it must be looked at again."""
        self._of(block)[:] = 0
        self._depends[block][:] = 0
        self._notes.verdict_sums[block] = UNWRITTEN
        self._notes.looked_at[block] = 0

    def _of(self, block: int) -> Array:
        """The verdicts of a block."""
        return self._verdicts[self._starts[block] : self._starts[block + 1]]

    def _sum_of_words(self, block: int) -> int:
        first, last = self.spans[block]
        return zlib.crc32(self._words[first:last].data, block)

    def _sum_of_verdicts(self, block: int) -> int:
        return zlib.crc32(self._depends[block].data, zlib.crc32(self._of(block).data, block))
