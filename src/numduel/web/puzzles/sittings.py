"""Sittings: who is at which puzzle, and how far they have come.

What was answered first is in the store before anybody is told what came of it. The rest, such as how far a
game that is to be finished has come, is in memory: of the puzzles that people are at, only so many.
"""

import asyncio
import copy
import dataclasses
import datetime
from collections.abc import Callable
from typing import NamedTuple

from ...core.errors import NumduelError
from ...learn.attempt import read_answer
from ...learn.clock import now
from ...learn.progress import Progress
from ...learn.puzzle import Puzzle
from ...learn.solving import Solving
from ...learn.transfer import MOST_ATTEMPTS, bring, moment, read_attempts
from ...store.attempts import Attempt
from ...store.base import Store
from ...store.errors import StoreError
from ..solving.bounded import Bounded
from ..solving.solver import Solver
from ..tables.commits import Commits


class Outdated(NumduelError):
    """Something was sent from a page that shows an earlier state of a puzzle."""

    status = 409

    def __init__(self) -> None:
        super().__init__("this was sent from an older page of the puzzle; here is how it stands now")


class Said(NamedTuple):
    """What was last said to somebody at a puzzle; `kind` is right, wrong, hint, told or refused."""

    kind: str
    words: tuple[str, ...]
    before: tuple[str, ...] = ()  # the moves from which a refutation goes on
    refutation: tuple[str, ...] = ()
    right: tuple[str, ...] = ()  # everything that was, once it is solved


@dataclasses.dataclass(slots=True)
class Sitting:
    """One browser at one puzzle."""

    solving: Solving
    begun: datetime.date
    day: str | None = None  # of the daily puzzle, where it is one
    said: Said | None = None
    ratings: tuple[int, int] | None = None  # before and after the first try, once that is decided
    lock: asyncio.Lock = dataclasses.field(default_factory=asyncio.Lock)


class Sittings:
    """The puzzles that people are at. `by` is always the hash of somebody's key."""

    def __init__(
        self, commits: Commits, solver: Solver, most: int, clock: Callable[[], datetime.datetime] = now
    ) -> None:
        self._commits = commits
        self._solver = solver
        self._clock = clock
        self._sittings = Bounded[tuple[str, str, str | None], Sitting](most)

    @property
    def today(self) -> datetime.date:
        """The date in UTC, by which days are counted everywhere."""
        return self._clock().date()

    def find(self, by: str | None, puzzle: Puzzle, day: str | None) -> Sitting | None:
        """How far somebody has come with a puzzle; None where they have done nothing about it.

        On another day whoever has answered begins anew, so that a puzzle that comes back counts again.
        """
        found = None if by is None else self._sittings.get((by, puzzle.id, day))
        stale = found is not None and found.solving.first is not None and found.begun != self.today
        return None if stale else found

    def take(self, by: str, puzzle: Puzzle, day: str | None) -> Sitting:
        """How far somebody has come with a puzzle, from now on in memory."""
        found = self.find(by, puzzle, day)
        if found is None:
            found = Sitting(Solving(puzzle), self.today, day)
            self._sittings.put((by, puzzle.id, day), found, weight=1)
        return found

    def drop(self, by: str, puzzle: Puzzle, day: str | None) -> None:
        """Let somebody begin a puzzle anew; what is in the store stays."""
        self._sittings.drop((by, puzzle.id, day))

    async def answer(self, by: str, sitting: Sitting, text: str, ply: str) -> None:
        """Judge an answer that was given after so many moves.

        MoveError or NoAnswer where it is none, Outdated where it is about something else, Unanswerable.
        """
        async with sitting.lock:
            solving = self._current(sitting, ply)
            given = read_answer(solving.puzzle, text, solving.moves)
            reply, right = await self._solver.puzzle_answer(solving.puzzle, solving.moves, given)
            kind = "right" if reply.right else "wrong"
            said = Said(kind, reply.words, solving.moves, reply.refutation, right)
            solving.take(reply)
            await self._keep(by, sitting, solving, said)

    async def hint(self, by: str, sitting: Sitting, ply: str) -> None:
        """Tell a word that helps; before the first answer it costs the rating."""
        async with sitting.lock:
            solving = self._current(sitting, ply)
            words = await self._solver.puzzle_hint(solving.puzzle, solving.moves)
            solving.take_hint()
            await self._keep(by, sitting, solving, Said("hint", (words,)))

    async def give_up(self, by: str, sitting: Sitting, ply: str) -> None:
        """Tell what would have been right."""
        async with sitting.lock:
            solving = self._current(sitting, ply)
            words = await self._solver.puzzle_solution(solving.puzzle, solving.moves)
            solving.stop()
            await self._keep(by, sitting, solving, Said("told", words))

    def _current(self, sitting: Sitting, ply: str) -> Solving:
        """A copy of how it stands, to be changed; Outdated where somebody sees something else."""
        if sitting.solving.over or ply != str(len(sitting.solving.moves)):
            raise Outdated
        return copy.copy(sitting.solving)

    async def _keep(self, by: str, sitting: Sitting, solving: Solving, said: Said) -> None:
        """Let it stand like this; if that decides the first try, once it is in the store."""
        if solving.first is not None and sitting.solving.first is None:
            attempt = solving.attempt(moment(self._clock()), sitting.day)
            sitting.ratings = await self._commits.call(_add, self._commits.store, by, attempt)
        sitting.solving, sitting.said = solving, said

    async def progress(self, by: str | None) -> Progress:
        """What somebody's attempts come to."""
        if by is None:
            return Progress()
        return await asyncio.to_thread(_progress, self._commits.store, by)

    async def bring(self, by: str, text: str) -> int:
        """Add the attempts of a document to somebody's; how many were new. BadProgress if it is none."""
        brought = await asyncio.to_thread(read_attempts, text, self._clock())
        added, _ = await self._commits.call(bring, self._commits.store.attempts, by, brought)
        return added

    async def forget(self, by: str) -> None:
        """Forget all that somebody has attempted."""
        await self._commits.call(self._commits.store.attempts.delete, by)


def _progress(store: Store, by: str) -> Progress:
    found = store.attempts.of(by)
    return Progress(attempt for attempt in found if isinstance(attempt, Attempt))


def _add(store: Store, by: str, attempt: Attempt) -> tuple[int, int]:
    """Keep an attempt: the ratings before and after it."""
    progress = _progress(store, by)
    if len(progress.attempts) >= MOST_ATTEMPTS:
        raise StoreError(f"no more than {MOST_ATTEMPTS:,} attempts are kept for one browser")
    store.attempts.add(by, [attempt])
    before = round(progress.rating.rating)
    progress.add(attempt)
    return before, round(progress.rating.rating)
