"""KernelTable: the verdicts of `Table`, found by a kernel."""

from typing import Any

import numpy as np

from ..core.verdict import Verdict
from ..kernels.compiled import compiled
from ..kernels.kernel import Kernel
from ..kernels.numbering import Numbering, as_found, code_found
from . import retrograde
from .explore import Progress
from .retrograde import UNREACHED, VALUE, VALUE_BITS, Array
from .table import OPEN, VALUES

AT_ONCE = 1 << 20  # positions between two reports of progress, and two chances to interrupt
MOST_POSITIONS = 1 << 28  # what a verdict has room for: plies are never more than positions
BYTES_A_CODE = 30  # dense: what is kept for each code, with the lists of who leads where
BYTES_FOUND = 80  # sparse: what is kept for each position
FEW = 64  # one code in so many is few
SMALL = 1 << 22  # so many codes take no time, however few of them are reached


class TooLarge(ValueError):
    """More positions than there is room for, told in one sentence."""


class KernelTable:
    """Verdicts on every position that can be reached from a root, or on every code there is.

    Where most codes are in use, positions are the codes themselves. In a vast range of codes of which few
    are reached, positions are numbered as they are found.
    """

    def __init__(
        self,
        kernel: Kernel[Any],
        root: Any = None,
        memory: int = 1 << 32,
        limit: int = MOST_POSITIONS,
        progress: Progress | None = None,
    ) -> None:
        """Solve what can be reached from the state `root`; with none given, the whole range of codes."""
        self.kernel = kernel
        self._progress = progress
        self._index: Any = (np.empty(0, np.int64),) * 3
        self._numbering: Numbering | None = None  # none where positions are the codes themselves
        dense_fits = kernel.size <= min(memory // BYTES_A_CODE, MOST_POSITIONS)
        if root is None:
            if not dense_fits:
                raise TooLarge(
                    f"{kernel.game.spec} has {kernel.size:,} codes, too many for the memory there is"
                )
            self._hopes = np.zeros(kernel.size, self._narrowest())
            self._queue = np.empty(kernel.size, np.int32)
            self.positions = kernel.size
        else:
            self._find(kernel.encode(root), memory, limit, dense_fits)
        self._solve()

    def _narrowest(self) -> Any:
        """The narrowest kind of number that can count moves."""
        return np.int8 if self.kernel.actions < 127 else np.int16

    def _find(self, root: int, memory: int, limit: int, dense_fits: bool) -> None:
        """Find every position that can be reached; TooLarge if they are more than the limit."""
        kernel = self.kernel
        if kernel.size > SMALL or not dense_fits:
            # A place for every code is quicker, but touches all of them: not worth it where few are reached.
            few = min(limit, kernel.size // FEW if dense_fits else memory // BYTES_FOUND)
            if self._find_sparse(root, few):
                return
            if not dense_fits or few == limit:
                raise TooLarge(f"{kernel.game.spec} has more than {few:,} positions")
        if not self._find_dense(root, limit):
            raise TooLarge(f"{kernel.game.spec} has more than {limit:,} positions")

    def _find_dense(self, root: int, limit: int) -> bool:
        kernel = self.kernel
        self._hopes = np.full(kernel.size, UNREACHED, self._narrowest())
        self._queue = np.empty(kernel.size, np.int32)
        self._hopes[root] = 0
        sweep, reach_more = (compiled(f, step=kernel.step) for f in (retrograde.sweep, retrograde.reach_more))
        arrays = (kernel.numbers, self._hopes, self._queue)
        reached, queued, looked_at = 1, 0, 0
        for span in self._spans():
            more, queued = sweep(*arrays, span, queued, kernel.actions)
            reached += more
            self._report(reached, span[1])
        self.positions = reached - queued
        while looked_at < queued and self.positions + queued <= limit:
            looked_at, queued = reach_more(*arrays, looked_at, queued, kernel.actions, AT_ONCE)
            self._report(self.positions + queued, self.positions + looked_at)
        self.positions += queued
        return self.positions <= limit

    def _find_sparse(self, root: int, limit: int) -> bool:
        found = Numbering(self.kernel, root, limit, self._progress)
        if not found.complete:
            return False
        self._numbering, self._index, self.positions = found, found.index, len(found)
        self._hopes, self._queue = np.zeros(len(found), self._narrowest()), np.empty(len(found), np.int32)
        return True

    def _report(self, found: int, looked_at: int) -> None:
        if self._progress is not None:
            self._progress(found, looked_at)

    def _parts(self) -> dict[str, Any]:
        parts = (as_found, code_found) if self._numbering else (retrograde.as_its_code,) * 2
        return {"step": self.kernel.step, "number": parts[0], "code_at": parts[1]}

    def _solve(self) -> None:
        kernel, hopes, queue, parts = self.kernel, self._hopes, self._queue, self._parts()
        size = len(hopes)
        verdicts = self._verdicts = np.zeros(size, np.int32)
        # Lists of who leads where are never longer than all moves together.
        starts = np.zeros(size + 1, np.int32 if size * kernel.actions < 2**31 else np.int64)
        survey, note_down = (compiled(f, **parts) for f in (retrograde.survey, retrograde.note_down))
        front, back, draws = 0, size, False
        room = np.empty(kernel.actions, np.int64)
        rules = (kernel.numbers, self._index)
        for span in self._spans():
            found = survey(*rules, span, kernel.actions, verdicts, hopes, starts, queue, (front, back), room)
            front, back, draws = found[0], found[1], draws or found[2]
        decided = compiled(retrograde.close_up)(queue, front, back, starts)
        come_from = np.empty(starts[-1], np.int32)
        for span in self._spans():
            note_down(*rules, span, kernel.actions, verdicts, hopes, starts, come_from)
        self._spread(starts, come_from, decided)
        if draws:
            compiled(retrograde.spread_draws, **parts)(
                *rules, kernel.actions, verdicts, hopes, starts, come_from, queue
            )
        self.any_draws = draws
        compiled(retrograde.leave_endless)(verdicts, hopes)
        self.bytes = sum(a.nbytes for a in (verdicts, hopes, queue, starts, come_from, *self._index))
        del self._hopes, self._queue

    def _spread(self, starts: Array, come_from: Array, found: int) -> None:
        spread, done = compiled(retrograde.spread), 0
        while done < found:
            done, found = spread(
                self._verdicts, self._hopes, starts, come_from, self._queue, done, found, AT_ONCE
            )
            self._report(self.positions, self.positions)

    def _spans(self) -> list[tuple[int, int]]:
        """The positions in parts, between which progress is told."""
        size = len(self._hopes)
        return [(first, min(first + AT_ONCE, size)) for first in range(0, size, AT_ONCE)]

    def _number(self, state: Any) -> int | None:
        """The position of a state, or None where it was not reached."""
        code = self.kernel.encode(state)
        if self._numbering is not None:
            return self._numbering.find(code)
        return code if self._verdicts[code] != OPEN else None

    def look_up(self, state: Any) -> Verdict | None:
        """The verdict on a state, or None where it was not reached."""
        position = self._number(state)
        if position is None:
            return None
        verdict = int(self._verdicts[position])
        value = VALUES[verdict & VALUE]
        return Verdict(value, verdict >> VALUE_BITS if value.has_end else None)

    def any_choice_matters(self) -> bool:
        """Whether any position has moves of different values."""
        kernel = self.kernel
        found = compiled(retrograde.any_choice_matters, **self._parts())
        return bool(found(kernel.numbers, self._index, kernel.actions, self._verdicts))

    @property
    def values(self) -> Array:
        """The value of each position, as a number: see `table`."""
        return self._verdicts & VALUE

    @property
    def plies(self) -> Array:
        """The plies of each position; 0 also where there is no end."""
        return self._verdicts >> VALUE_BITS
