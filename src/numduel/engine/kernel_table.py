"""KernelTable: the verdicts of `Table`, found by a kernel."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.errors import NumduelError
from ..core.verdict import Verdict
from ..kernels.kernel import Kernel
from . import retrograde
from .jit import compiled
from .limits import Progress
from .numbering import Numbering, as_found, code_found
from .retrograde import UNREACHED, VALUE, VALUE_BITS, Array
from .threads import Span, Workers
from .values import OPEN, VALUES

MOST_THREADS = 2  # each takes four bytes a position
AT_ONCE = 1 << 20  # positions between two reports of progress, and two chances to interrupt
MOST_POSITIONS = (1 << 28) - 1  # what a verdict has room for: plies are never more than positions
BYTES_A_CODE = 18  # kept for each code, besides the lists of who leads where
BYTES_FOUND = 70  # kept for each position that is numbered as it is found, besides the lists
BYTES_A_MOVE = 8  # in notes and lists
FEW = 64  # one code in so many is few
SMALL = 1 << 22  # so many codes take no time, however few of them are reached


class TooLarge(NumduelError, ValueError):
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
        self._memory, self._progress = memory, progress
        self._index: Any = (np.empty(0, np.int64),) * 3
        self._numbering: Numbering | None = None  # none where positions are the codes themselves
        dense_fits = kernel.size <= min(memory // BYTES_A_CODE, MOST_POSITIONS)
        limit = min(limit, MOST_POSITIONS)
        if root is None:
            if not dense_fits:
                raise TooLarge(
                    f"{kernel.game.spec[:80]} has {kernel.size:,} codes, too many for the memory there is"
                )
            self._hopes = np.zeros(kernel.size, self._narrowest())
            self._queue = np.empty(kernel.size, np.int32)
            self.positions = kernel.size
        else:
            self._find(kernel.encode(root), memory, limit, dense_fits)
        self._solve()

    def _narrowest(self) -> Any:
        """The narrowest kind of number that can count moves."""
        return np.min_scalar_type(-self.kernel.actions - 1)

    def _find(self, root: int, memory: int, limit: int, dense_fits: bool) -> None:
        """Find every position that can be reached; TooLarge if they are more than the limit."""
        kernel = self.kernel
        if kernel.size > SMALL or not dense_fits:
            # A place for every code is quicker, but touches all of them: not worth it where few are reached.
            few = min(limit, kernel.size // FEW if dense_fits else memory // BYTES_FOUND)
            if self._find_sparse(root, few):
                return
            if not dense_fits or few == limit:
                raise TooLarge(f"{kernel.game.spec[:80]} has more than {few:,} positions")
        if not self._find_dense(root, limit):
            raise TooLarge(f"{kernel.game.spec[:80]} has more than {limit:,} positions")

    def _find_dense(self, root: int, limit: int) -> bool:
        kernel = self.kernel
        self._hopes = np.full(kernel.size, UNREACHED, self._narrowest())
        self._queue = np.empty(kernel.size, np.int32)
        self._hopes[root] = 0
        sweep, reach_more = (compiled(f, step=kernel.step) for f in (retrograde.sweep, retrograde.reach_more))
        arrays = (kernel.numbers, self._hopes, self._queue)
        reached, queued, looked_at = 1, 0, 0
        for span in _in_parts(0, kernel.size):
            more, queued = sweep(*arrays, span, queued, kernel.actions)
            reached += more
            self._report(reached, min(reached, span[1]))
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
        kernel, size, parts = self.kernel, len(self._hopes), self._parts()
        self._verdicts = np.zeros(size, np.int32)
        workers = Workers(size, None, AT_ONCE // 4, MOST_THREADS)
        # Each thread counts for itself, and so knows its own places in the lists of who leads where. Those
        # lists are never longer than all moves together.
        counts = np.zeros(
            (len(workers.spans), size + 1), np.int32 if size * kernel.actions < 2**31 else np.int64
        )
        notes: list[list[Array]] = [[] for _ in workers.spans]
        surveyed = workers.run(self._survey, counts, notes, workers.spans)
        decided = self._line_up([found[:2] for found in surveyed], workers.spans)
        compiled(retrograde.turn_into_places)(counts)
        noted = sum(moves.nbytes for part in notes for moves in part)
        come_from = np.empty(counts[0, -1], np.int32)
        workers.run(self._list_who_leads, counts, notes, workers.spans, come_from)
        workers.close()
        starts = counts[0]
        self._spread(starts, come_from, decided)
        self.any_draws = any(draws for _, _, draws in surveyed)
        if self.any_draws:
            compiled(retrograde.spread_draws, **parts)(
                *self._rules(), self._verdicts, self._hopes, starts, come_from, self._queue
            )
        compiled(retrograde.leave_endless)(self._verdicts, self._hopes)
        arrays = (self._verdicts, self._hopes, self._queue, counts, come_from, *self._index)
        self.bytes = noted + sum(array.nbytes for array in arrays)
        del self._hopes, self._queue

    def _check_memory(self, moves: int) -> None:
        """Raise TooLarge where so many moves are too many to note down and list."""
        each = BYTES_FOUND if self._numbering else BYTES_A_CODE
        if moves * BYTES_A_MOVE + len(self._verdicts) * each > self._memory:
            raise TooLarge(f"{self.kernel.game.spec[:80]} has more moves than there is memory for")

    def _rules(self) -> tuple[Array, Any, int]:
        return self.kernel.numbers, self._index, self.kernel.actions

    def _survey(
        self, counts: Array, notes: list[list[Array]], spans: list[Span], span: Span
    ) -> tuple[int, int, bool]:
        """Where a thread's stuck positions end in its part of the queue, and other things it found.

        Namely where those positions begin that one move decides, and whether any move makes a draw.
        """
        survey, mine = compiled(retrograde.survey, **self._parts()), spans.index(span)
        (front, back), draws = span, False
        arrays = (self._verdicts, self._hopes, counts[mine], self._queue)
        room = np.empty(min(AT_ONCE, span[1] - span[0]) * self.kernel.actions, np.int32)
        for part in _in_parts(*span):
            front, back, noted, found = survey(*self._rules(), part, *arrays, (front, back), room)
            notes[mine].append(room[:noted].copy())
            draws = draws or found
            self._check_memory(sum(len(moves) for thread in notes for moves in thread))
        return front, back, draws

    def _line_up(self, ends: list[tuple[int, int]], spans: list[Span]) -> int:
        """How many positions are decided; they are brought together in the queue, the stuck ones first."""
        stuck = [self._queue[first:front] for (first, _), (front, _) in zip(spans, ends, strict=True)]
        moved = [self._queue[back:last] for (_, last), (_, back) in zip(spans, ends, strict=True)]
        decided = np.concatenate([*stuck, *moved])
        self._queue[: len(decided)] = decided
        return len(decided)

    def _list_who_leads(
        self, counts: Array, notes: list[list[Array]], spans: list[Span], come_from: Array, span: Span
    ) -> None:
        listing, mine = compiled(retrograde.list_who_leads), spans.index(span)
        for part, noted in zip(_in_parts(*span), notes[mine], strict=True):
            listing(part, self._verdicts, self._hopes, noted, counts[mine], come_from)

    def _spread(self, starts: Array, come_from: Array, found: int) -> None:
        spread, done = compiled(retrograde.spread), 0
        while done < found:
            done, found = spread(
                self._verdicts, self._hopes, starts, come_from, self._queue, done, found, AT_ONCE
            )
            self._report(self.positions, self.positions)

    def _number(self, state: Any) -> int | None:
        """The position of a state, or None where it was not reached."""
        code = self.kernel.encode(state)
        if self._numbering is not None:
            return self._numbering.find(code)
        return code if 0 <= code < len(self._verdicts) and self._verdicts[code] != OPEN else None

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


def _in_parts(first: int, last: int) -> Iterator[Span]:
    """A span in parts, between which progress is told and someone may interrupt."""
    return ((begin, min(begin + AT_ONCE, last)) for begin in range(first, last, AT_ONCE))
