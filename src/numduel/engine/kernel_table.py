"""KernelTable: the verdicts of `Table`, found by a kernel."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ..core.errors import NumduelError
from ..core.integers import count
from ..core.verdict import Verdict
from ..kernels.kernel import Kernel
from . import retrograde
from .bits import mark_absent
from .downward import looks_upward, settle_downwards
from .jit import compiled
from .limits import DEFAULT_THREADS, Limits, Progress
from .reached import Reached, code_of, find, make_index, position_of
from .retrograde import UNREACHED, VALUE, VALUE_BITS, Array
from .threads import MAX_THREADS, Span, Workers
from .values import OPEN, VALUES
from .verdict_table import VerdictTable

CHUNK = 1 << 20  # positions between two reports of progress, and two chances to interrupt
A_THREAD = 1 << 15  # positions: fewer are done sooner by one thread
STRIDE = 1 << 14  # positions whose moves are noted at once: there is room for all that they could have
NOTES = 1 << 22  # moves for which room is made at once: large pieces of memory take fewer calls of the system
MAX_POSITIONS = (1 << 28) - 1  # what a verdict has room for: plies are never more than positions
BYTES_A_CODE = 10  # kept for each code, besides threads' counts and the lists of predecessors
BYTES_A_NUMBERED_POSITION = 40  # the same for each position that has a number of its own
BYTES_A_COUNT = 4  # of each thread for each position
BYTES_A_MOVE = 8  # in notes and lists; half of that where nothing is noted
SAMPLES = 16  # positions that are looked at to see whether all moves may lead to higher ones
DENSE = 2  # codes for each position: where there are more, positions get numbers of their own


class TooLarge(NumduelError, ValueError):
    """There are more positions than the limits allow; the message says so in one sentence."""


class KernelTable(VerdictTable):
    """Verdicts on every position that can be reached from a root, or on every code there is.

    Where most codes are in use, positions are the codes themselves. Where few of them are reached, a position
    is the rank of its code.
    """

    method = "kernel"
    complete = True  # what does not fit is refused with TooLarge
    bytes = 0  # until it is made

    def __init__(
        self,
        kernel: Kernel[Any],
        root: Any = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Solve what can be reached from the state `root`; with none given, the whole range of codes."""
        limits = limits or Limits()
        self.kernel = kernel
        self._progress = progress
        self._memory, self._threads = limits.memory_to_use, limits.threads
        self._gives_up_early = limits.gives_up_early
        self._index: tuple[Array, Array, int] = (np.empty(0, np.int64), np.empty(0, np.int32), 0)
        self._numbered = False  # whether positions have numbers of their own
        dense_fits = kernel.size <= min(self._memory // self._bytes_a_position(), MAX_POSITIONS)
        if root is None:
            self._take_every_code(dense_fits, limits.positions)
        else:
            self._find(kernel.encode(root), min(limits.positions or MAX_POSITIONS, MAX_POSITIONS), dense_fits)
        self._solve()

    def _bytes_a_position(self, numbered: bool = False) -> int:
        threads = min(self._threads or DEFAULT_THREADS, MAX_THREADS)
        return (BYTES_A_NUMBERED_POSITION if numbered else BYTES_A_CODE) + BYTES_A_COUNT * threads

    def _most_that_fit(self, dense: bool, moves: float) -> int:
        """How many positions there is memory for, where each has so many moves to be listed."""
        if not dense:
            return int(self._memory / (self._bytes_a_position(numbered=True) + BYTES_A_MOVE / 2 * moves))
        left = self._memory - self._bytes_a_position() * self.kernel.size
        return int(left / (BYTES_A_MOVE * max(moves, 1)))

    def _count_dtype(self) -> Any:
        """The narrowest type that can count moves."""
        return np.min_scalar_type(-self.kernel.actions - 1)

    def _take_every_code(self, fits: bool, limit: int | None) -> None:
        """Take every code for a position; TooLarge if they are too many."""
        size, spec = self.kernel.size, self.kernel.game.spec[:80]
        if not fits:
            raise TooLarge(f"{spec} has {count(size, 'code')}, too many for the memory there is")
        if limit is not None and size > limit:
            raise TooLarge(f"{spec} has {count(size, 'code')}, more than the limit of {limit:,}")
        self._open_successors = np.zeros(size, self._count_dtype())
        self.positions = size

    def _find(self, root: int, limit: int, dense_fits: bool) -> None:
        """Find every position that can be reached; TooLarge if they are more than the limit."""
        kernel = self.kernel
        most = limit if dense_fits else min(limit, self._memory // self._bytes_a_position(numbered=True))
        # Where there is room for every code and every move, there is no reason to give up.
        fits = partial(self._most_that_fit, dense_fits)
        is_sure = dense_fits and fits(kernel.actions) >= kernel.size
        hurried = self._gives_up_early and not is_sure
        found = Reached(kernel, root, most, self._memory, self._progress, fits if hurried else None)
        if not found.complete:
            raise TooLarge(f"{kernel.game.spec[:80]} has more than {count(most, 'position')}")
        self.positions = size = len(found)
        self._numbered = not dense_fits or found.bits is None or size * DENSE < kernel.size
        if self._numbered:
            self._index = make_index(found.sorted_codes(), kernel.size)
        else:
            size = kernel.size
        self._open_successors = np.zeros(size, self._count_dtype())
        if not self._numbered and found.bits is not None:
            compiled(mark_absent)(found.bits, self._open_successors, UNREACHED)

    def _report(self, found: int, expanded: int) -> None:
        if self._progress is not None:
            self._progress(found, expanded)

    def _parts(self) -> dict[str, Any]:
        number, code_at = (position_of, code_of) if self._numbered else (retrograde.identity,) * 2
        return {**self.kernel.moving, "number": number, "code_at": code_at}

    def _solve(self) -> None:
        self._verdicts = np.zeros(len(self._open_successors), np.int32)
        some = range(0, len(self._verdicts), max(1, len(self._verdicts) // SAMPLES))
        codes = [int(self._index[0][position]) for position in some] if self._numbered else some
        if not (looks_upward(self.kernel, reversed(codes)) and self._settle_downwards()):
            self._settle_by_predecessors()
        del self._open_successors

    def _settle_downwards(self) -> bool:
        """Whether every move leads to a higher position; then one sweep from the highest one decides all."""
        settle, draws = compiled(settle_downwards, **self._parts()), False
        arrays = (self._verdicts, self._open_successors)
        for chunk in reversed(list(_chunks(0, len(self._verdicts), CHUNK))):
            upward, found = settle(*self._rules(), chunk, *arrays)
            if not upward:
                self._verdicts[:] = OPEN
                return False
            draws |= found
            self._report(self.positions, self.positions)
        self._any_draws = draws
        self.bytes = sum(array.nbytes for array in (*arrays, *self._index[:2]))
        return True

    def _settle_by_predecessors(self) -> None:
        """Pass verdicts on from the ends of the game, each to the positions before it."""
        kernel, size, parts = self.kernel, len(self._open_successors), self._parts()
        workers = Workers(size, self._threads, A_THREAD, MAX_THREADS if self._threads else DEFAULT_THREADS)
        # Each thread counts for itself, and so knows its own slots in the lists of predecessors. Those lists
        # are never longer than all moves together. The queue lies in the same piece of memory: a large piece
        # comes in large pages, with which a million positions take six tenths of the time.
        kind = np.int32 if size * kernel.actions < 2**31 else np.int64
        room = np.zeros((len(workers.spans) + 1, size + 1), kind)
        counts, self._queue = room[:-1], room[-1].view(np.int32)[:size]
        # Where positions have numbers of their own, moves are played once more rather than noted.
        notes: list[list[Array]] = [[] for _ in workers.spans]
        self._moves = [0] * len(workers.spans)  # that each thread has found to list
        surveyed = workers.run(self._survey, counts, notes, workers.spans)
        decided = self._gather_decided([found[:2] for found in surveyed], workers.spans)
        compiled(retrograde.make_prefix_sums)(counts)
        noted = sum(targets.nbytes for part in notes for targets in part)
        predecessors = np.empty(counts[0, -1], np.int32)
        workers.run(self._list_predecessors, counts, notes, workers.spans, predecessors)
        workers.close()
        starts = counts[0]
        self._spread(starts, predecessors, decided)
        self._any_draws = any(draws for _, _, draws in surveyed)
        if self._any_draws:
            compiled(retrograde.spread_draws, **parts)(
                *self._rules(), self._verdicts, self._open_successors, starts, predecessors, self._queue
            )
        compiled(retrograde.mark_endless)(self._verdicts, self._open_successors)
        arrays = (self._verdicts, self._open_successors, self._queue, counts, predecessors, *self._index[:2])
        self.bytes = noted + sum(array.nbytes for array in arrays)
        del self._queue

    def _check_memory(self, moves: int) -> None:
        """Raise TooLarge where so many moves are too many to note and list."""
        each = self._bytes_a_position(numbered=self._numbered)
        of_moves = moves * (BYTES_A_MOVE // 2 if self._numbered else BYTES_A_MOVE)
        if of_moves + len(self._verdicts) * each > self._memory:
            raise TooLarge(f"{self.kernel.game.spec[:80]} has more moves than there is memory for")

    def _rules(self) -> tuple[Array, Any, int]:
        return self.kernel.numbers, self._index, self.kernel.actions

    def _survey(
        self, counts: Array, notes: list[list[Array]], spans: list[Span], span: Span
    ) -> tuple[int, int, bool]:
        """Where a thread's positions without a move end in its part of the queue, and other things it found.

        Namely where those positions begin that one move decides, and whether any move makes a draw.
        """
        survey, mine = compiled(retrograde.survey, **self._parts()), spans.index(span)
        (front, back), draws = span, False
        arrays = (self._verdicts, self._open_successors, counts[mine], self._queue)
        room = np.empty(0, np.int32)
        for chunk in _chunks(*span, STRIDE):
            room = self._room_for(chunk, span, room)
            front, back, noted, found = survey(*self._rules(), chunk, *arrays, (front, back), room)
            self._moves[mine] += noted
            if not self._numbered:
                notes[mine].append(room[:noted])
                room = room[noted:]
            draws |= found
            self._check_memory(sum(self._moves))
        return front, back, draws

    def _room_for(self, chunk: Span, span: Span, room: Array) -> Array:
        """Room for all the moves that a chunk could have: what is left, or new for the rest of a span."""
        most, rest = ((last - chunk[0]) * self.kernel.actions for _, last in (chunk, span))
        if len(room) >= most:
            return room
        return np.empty(most if self._numbered else max(most, min(NOTES, rest)), np.int32)

    def _gather_decided(self, ends: list[tuple[int, int]], spans: list[Span]) -> int:
        """How many positions are decided; they are brought together in the queue, those in 0 plies first."""
        in_none = [self._queue[first:front] for (first, _), (front, _) in zip(spans, ends, strict=True)]
        in_one = [self._queue[back:last] for (_, last), (_, back) in zip(spans, ends, strict=True)]
        decided = np.concatenate([*in_none, *in_one])
        self._queue[: len(decided)] = decided
        return len(decided)

    def _list_predecessors(
        self, counts: Array, notes: list[list[Array]], spans: list[Span], predecessors: Array, span: Span
    ) -> None:
        mine = spans.index(span)
        arrays = (self._verdicts, self._open_successors)
        if self._numbered:
            again = compiled(retrograde.list_anew, **self._parts())
            for chunk in _chunks(*span, STRIDE):
                again(*self._rules(), chunk, *arrays, counts[mine], predecessors)
            return
        listing = compiled(retrograde.list_predecessors)
        for chunk, noted in zip(_chunks(*span, STRIDE), notes[mine], strict=True):
            listing(chunk, *arrays, noted, counts[mine], predecessors)

    def _spread(self, starts: Array, predecessors: Array, found: int) -> None:
        spread, done = compiled(retrograde.spread), 0
        arrays = (self._verdicts, self._open_successors, starts, predecessors, self._queue)
        while done < found:
            done, found, _ = spread(*arrays, done, found, CHUNK)
            self._report(self.positions, self.positions)

    def _number(self, state: Any) -> int | None:
        """The position of a state, or None where it was not reached."""
        code = self.kernel.encode(state)
        if self._numbered:
            return find(self._index[0], code)
        return code if 0 <= code < len(self._verdicts) and self._verdicts[code] != OPEN else None

    def look_up(self, state: Any) -> Verdict | None:
        """The verdict on a state, or None where it was not reached."""
        position = self._number(state)
        return None if position is None else _read_verdict(int(self._verdicts[position]))

    def __iter__(self) -> Iterator[tuple[Any, Verdict]]:
        """Every position once, as a state with its verdict: by code."""
        known: dict[int, Verdict] = {}  # positions are many, and verdicts few
        for first, last in _chunks(0, len(self._verdicts), CHUNK):
            positions = first + np.flatnonzero(self._verdicts[first:last] != OPEN)
            codes = self._index[0][positions] if self._numbered else positions
            pairs = zip(codes.tolist(), self._verdicts[positions].tolist(), strict=True)
            for code, number in pairs:
                verdict = known.get(number) or known.setdefault(number, _read_verdict(number))
                yield self.kernel.decode(code), verdict

    @property
    def any_draws(self) -> bool:
        """Whether any move makes a draw."""
        return self._any_draws

    def decisions(self) -> int:
        """How many positions have moves of different values."""
        count = compiled(retrograde.count_decisions, **self._parts())
        return int(count(*self._rules(), self._verdicts))

    @property
    def values(self) -> Array:
        """The value of each position, as a number: see `values`."""
        return self._verdicts & VALUE

    @property
    def plies(self) -> Array:
        """The plies of each position; 0 also where there is no end."""
        return self._verdicts >> VALUE_BITS


def _read_verdict(number: int) -> Verdict:
    value = VALUES[number & VALUE]
    return Verdict(value, number >> VALUE_BITS if value.has_end else None)


def _chunks(first: int, last: int, size: int) -> Iterator[Span]:
    """A span in chunks, between which progress is reported and someone may interrupt."""
    return ((begin, min(begin + size, last)) for begin in range(first, last, size))
