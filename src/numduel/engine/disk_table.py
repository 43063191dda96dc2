"""DiskTable: the verdicts of `KernelTable`, in files, for games with more positions than memory holds.

First the codes that can be reached are found, then their verdicts; both block after block, in the order of
codes. At any moment the process may be killed: what is in the files stays true, and the same call goes on
from there. Only what was being worked on must be looked at again.

Whatever was written before is believed only where it has the sum that was noted of it.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..core.verdict import Value, Verdict
from ..kernels.kernel import Kernel
from . import bits, settling
from .disk_blocks import Blocks
from .disk_copies import Copies
from .disk_files import Array, DamagedFolder, DiskError, Folder
from .disk_notes import AT_WORK, CLOCK, DRAWS, NOTHING, PASS, PHASE, POSITIONS, Notes
from .jit import Function, compiled
from .limits import Limits
from .retrograde import identity
from .verdict_table import VerdictTable

MOST_BLOCKS = 2_048
LEAST_BLOCK = 12  # bits of a code: a block has at least so many codes
NARROW = 1 << (32 - settling.BITS)  # so many positions have verdicts of 32 bits
FINDING, SETTLING, DRAWING, DONE = range(4)  # phases
VALUES = (Value.ENDLESS, Value.WIN, Value.LOSS, Value.DRAW)
# Called with what is done, how much of it is done in this pass, how much there is, and seconds left in it.
DiskProgress = Callable[[str, int, int, float], None]


class DiskTable(VerdictTable):
    """Verdicts on every position that can be reached from a root, kept in files in `folder`."""

    method = "kernel"
    complete = True
    bytes = 0  # until it is made

    def __init__(
        self,
        kernel: Kernel[Any],
        folder: Path,
        root: Any = None,
        limits: Limits | None = None,
        progress: DiskProgress | None = None,
    ) -> None:
        """Solve what can be reached from the state `root` (the start, if none is given), or go on with it.

        Files take no more memory than `limits` say. DiskError where the folder or the disk does not do.
        """
        self.kernel, self._progress = kernel, progress
        self._root = kernel.start if root is None else kernel.encode(root)
        self._memory = (limits or Limits()).memory_to_use
        self._block_bits = max(LEAST_BLOCK, ((kernel.size - 1) // MOST_BLOCKS).bit_length())
        self._blocks = ((kernel.size - 1) >> self._block_bits) + 1
        game = kernel.game
        plan = {"format": 3, "spec": game.spec, "reading": game.reading, "codes": kernel.size}
        self._files = Folder(folder, {**plan, "root": self._root, "block_bits": self._block_bits})
        try:
            self._solve()
        except BaseException:  # whoever keeps it does not keep the folder
            self._files.close()
            raise

    def _solve(self) -> None:
        """Do what is left to do."""
        self._notes = Notes(self._files, self._blocks)
        self._noted, size = self._notes.numbers, bits.words_for(self.kernel.size)
        self._trusted: set[int] = set()  # the blocks that have been checked since everything was done
        found = self._files.has("reached", size, np.uint64)
        if not self._notes.read():
            self._begin(found)
        self._words = self._files.array("reached", size, np.uint64)
        self._sums = Blocks(self._notes, self._words, self._spans())
        if self._noted[PHASE] == FINDING or not found:
            self._find()
        self.positions = int(self._noted[POSITIONS])
        self._number_positions()
        if self._noted[PHASE] != DONE:
            self._recover()
        while self._noted[PHASE] != DONE:
            self._settle()
        self.bytes = self._files.bytes

    def _begin(self, found: bool) -> None:
        """Note that nothing is done yet; DamagedFolder where something is that the notes should tell of."""
        verdicts = (self._files.path / "verdicts").exists()
        if not self._notes.made and (verdicts or (found and not self._notes.blank)):
            raise DamagedFolder(self._files.path)
        self._notes.write()  # before there is anything: half a note is no damage then

    def _recover(self) -> None:
        """Forget what may be half done: what was at work when a process ended; after a loss of power, all."""
        for block in self._each_block():
            if block != self._noted[AT_WORK] and self._sums.has_its_verdicts(block):
                continue
            if block != self._noted[AT_WORK] and self._files.same_boot:
                raise DamagedFolder(self._files.path)
            self._sums.clear(block)
            # There may have been wins, which are not looked for among draws.
            self._noted[PHASE] = SETTLING
        self._noted[AT_WORK] = NOTHING
        if not self._files.same_boot:
            self._notes.looked_at[:] = 0
            self._files.flush()
        self._notes.write()
        if not self._files.same_boot:
            self._notes.keep()
            self._files.note_boot()

    def _trust(self, block: int) -> None:
        """Check a block that is read for the first time; DamagedFolder if it is not as it was written."""
        if block not in self._trusted:
            if not (self._sums.has_its_words(block) and self._sums.has_its_verdicts(block)):
                raise DamagedFolder(self._files.path)
            self._trusted.add(block)
            self._files.release(self._memory)

    def _each_block(self) -> Iterator[int]:
        """Every block; what has been read of the files after each is let go of where it is too much."""
        for block in range(self._blocks):
            yield block
            self._files.release(self._memory)

    def _spans(self) -> list[tuple[int, int]]:
        """The words of each block."""
        words = max(1, (1 << self._block_bits) // bits.WORD)
        return [(first, min(first + words, len(self._words))) for first in range(0, len(self._words), words)]

    def _find(self) -> None:
        """Find the codes that can be reached, in upward passes until none is pending."""
        for name in ("pending", "verdicts", "depends"):
            self._files.drop(name)
        words, pending = self._words, self._files.array("pending", len(self._words), np.uint64)
        copies = Copies(self._files, self._notes, words, pending)
        if not copies.restore():
            for codes in (words, pending):
                codes[:] = 0
                compiled(bits.add_all)(codes, np.array([self._root]))
        self._enter(FINDING)
        while pending.any():
            self._sweep(pending, copies)
        self._noted[POSITIONS] = compiled(bits.count_all)(words)
        for block in self._each_block():
            self._sums.note_words(block)
        self._notes.begin_settling()
        self._enter(SETTLING)
        copies.drop()
        del pending, copies
        self._files.drop("pending")

    def _sweep(self, pending: Array, copies: Copies) -> None:
        """Find what can be reached in one pass over all blocks."""
        kernel, sweep = self.kernel, compiled(bits.sweep, **self.kernel.moving)
        clock, nothing = _Clock("finding positions", self._blocks, self._progress), np.empty(0, np.int64)
        for span in self._sums.spans:
            sweep(kernel.numbers, self._words, pending, span, nothing, kernel.actions)
            copies.make_now_and_then()
            self._files.release(self._memory)
            clock.tick()

    def _number_positions(self) -> None:
        """Set how positions are numbered: by code where that wastes little, else by rank."""
        by_rank = 2 * self.positions < self.kernel.size
        at_once = by_rank or self._noted[PHASE] != DONE  # else each block is checked when it is read
        if at_once and not all(map(self._sums.has_its_words, self._each_block())):
            raise DamagedFolder(self._files.path)
        ranks = np.zeros(-(-len(self._words) // bits.GROUP) if by_rank else 0, np.int64)
        if by_rank:
            compiled(bits.fill_ranks)(self._words, ranks)
        self._index = (self._words, ranks)
        self._parts: dict[str, Function] = {
            **self.kernel.moving,
            "number": bits.rank_of if by_rank else identity,
        }
        self._open_verdicts(self.positions if by_rank else self.kernel.size)
        number = compiled(self._parts["number"])
        starts = [int(number(self._index, first * bits.WORD)) for first, _ in self._sums.spans]
        depends = self._depends.reshape(self._blocks, self._blocks)
        self._sums.take_verdicts(self._verdicts, depends, [*starts, len(self._verdicts)])

    def _open_verdicts(self, room: int) -> None:
        """Open the files of verdicts and of what they rest on; where one is gone, both begin anew."""
        kind = np.uint32 if room <= NARROW else np.uint64
        sizes: dict[str, tuple[int, Any]] = {"verdicts": (room, kind), "depends": (self._blocks**2, np.uint8)}
        if not all(self._files.has(name, *size) for name, size in sizes.items()):
            for name in sizes:
                self._files.drop(name)
            self._notes.begin_settling()
            self._enter(SETTLING)
        self._verdicts, self._depends = (self._files.array(name, *size) for name, size in sizes.items())

    def _enter(self, phase: int) -> None:
        """Begin with a phase, once everything before it is on the disk."""
        self._files.flush()
        self._notes.looked_at[:] = 0
        self._noted[AT_WORK] = NOTHING
        self._noted[PHASE] = phase
        self._notes.write()
        self._notes.keep()

    def _settle(self) -> None:
        """Look at blocks until nothing changes in this phase, and go on to the next."""
        noted, drawing = self._noted, bool(self._noted[PHASE] == DRAWING)
        depends = self._depends.reshape(self._blocks, self._blocks)
        look, spans = compiled(settling.settle, **self._parts), self._sums.spans
        while stale := self._stale(depends):
            noted[PASS] += 1
            what = "looking for draws" if drawing else "settling positions"
            clock = _Clock(f"{what}, pass {noted[PASS]}", len(stale), self._progress)
            for block in reversed(stale):
                noted[AT_WORK] = block
                noted[CLOCK] += 2
                self._notes.write()  # with what the block before it has come to
                begun = int(noted[CLOCK])
                changed, draws = look(
                    self.kernel.numbers, self._index, self._verdicts, spans[block], self.kernel.actions,
                    self._block_bits, depends[block], drawing,
                )  # fmt: skip
                noted[DRAWS] |= draws
                self._notes.looked_at[block] = begun
                if changed:
                    self._notes.changed[block] = begun + 1
                self._sums.note_verdicts(block)
                self._files.release(self._memory)
                clock.tick()
        self._enter(DRAWING if noted[DRAWS] and not drawing else DONE)

    def _stale(self, depends: Array) -> list[int]:
        """The blocks that were not looked at since something that they rest on has changed."""
        looked_at, changed = self._notes.looked_at, self._notes.changed
        return [
            block
            for block in range(self._blocks)
            if not looked_at[block] or (changed[depends[block] != 0] > looked_at[block]).any()
        ]

    @property
    def any_draws(self) -> bool:
        """Whether any move makes a draw."""
        return bool(self._noted[DRAWS])

    def look_up(self, state: Any) -> Verdict | None:
        """The verdict on a state, or None where it was not reached."""
        code = self.kernel.encode(state)
        if not 0 <= code < self.kernel.size:
            return None
        self._trust(code >> self._block_bits)
        if not compiled(bits.has)(self._words, code):
            return None
        return _read(int(self._verdicts[compiled(self._parts["number"])(self._index, code)]))

    def decisions(self) -> int:
        """How many positions have moves of different values."""
        count = compiled(settling.count_decisions, **self._parts)
        arrays = (self.kernel.numbers, self._index, self._verdicts)
        nowhere = np.empty(1, np.uint8)
        for block in range(self._blocks):
            self._trust(block)
        return sum(int(count(*arrays, span, self.kernel.actions, nowhere)) for span in self._spans())

    def __iter__(self) -> Iterator[tuple[Any, Verdict]]:
        """Every position once, as a state with its verdict: by code."""
        for block, (first, last) in enumerate(self._sums.spans):
            self._trust(block)
            words = self._words[first:last]
            codes = np.empty(compiled(bits.count_all)(words), np.int64)
            compiled(bits.list_codes)(words, codes)
            for code in (codes + first * bits.WORD).tolist():
                state = self.kernel.decode(code)
                yield state, self[state]


class _Clock:
    """Tells how far a pass is, and how many seconds it will still take at this rate."""

    def __init__(self, what: str, total: int, progress: DiskProgress | None) -> None:
        self._what, self._total, self._progress = what, total, progress
        self._done, self._began = 0, time.monotonic()

    def tick(self) -> None:
        """Take in that one block more is done."""
        self._done += 1
        if self._progress is not None:
            left = (time.monotonic() - self._began) / self._done * (self._total - self._done)
            self._progress(self._what, self._done, self._total, left)


def _read(number: int) -> Verdict:
    value = VALUES[number & settling.VALUE]
    return Verdict(value, number >> settling.BITS if value.has_end else None)


__all__ = ["DiskError", "DiskProgress", "DiskTable"]
