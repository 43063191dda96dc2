"""Progress: what somebody's attempts at puzzles come to. Nothing is kept but the attempts themselves."""

import dataclasses
import datetime
from collections.abc import Iterable

from ..store.attempts import Attempt
from .catalogue import by_name
from .daily import FIRST, streak
from .glicko import Rating, rated

AGAIN = (1, 3, 7, 21)  # days after which a puzzle that was failed comes back, each time that it is solved
START = Rating(1200.0, 200.0)
UNSURE = 120.0  # deviation of a puzzle's rating that nobody has tried


@dataclasses.dataclass(frozen=True, slots=True)
class Due:
    """A puzzle that was failed, how often it was solved since, and when it comes back."""

    puzzle: str
    solved: int
    day: datetime.date


class Progress:
    """A fold over attempts, in the order in which they were made.

    Only the first attempt at a puzzle changes ratings, and one with a hint counts as failed.
    """

    def __init__(self, attempts: Iterable[Attempt] = ()) -> None:
        self.rating = START
        self.puzzles: dict[str, Rating] = {}  # of puzzles that were tried
        self.attempts: list[Attempt] = []
        self._failed: dict[str, Due] = {}
        for attempt in attempts:
            self.add(attempt)

    def add(self, attempt: Attempt) -> None:
        """Take an attempt into account."""
        self.attempts.append(attempt)
        solved = attempt.right and not attempt.hints
        if attempt.puzzle not in self.puzzles:
            self._rate(attempt.puzzle, solved)
        self._schedule(attempt, solved)

    def _rate(self, name: str, solved: bool) -> None:
        known = by_name().get(name)
        puzzle = Rating(START.rating if known is None else float(known.rating), UNSURE)
        self.puzzles[name] = rated(puzzle, [(self.rating, 0.0 if solved else 1.0)])
        self.rating = rated(self.rating, [(puzzle, 1.0 if solved else 0.0)])

    def _schedule(self, attempt: Attempt, solved: bool) -> None:
        """Have a puzzle that was failed come back, later each time that it is solved."""
        due = self._failed.get(attempt.puzzle)
        if not solved:
            times = 0
        elif due is None or attempt.date < due.day:
            return
        else:
            times = due.solved + 1
        if times == len(AGAIN):
            del self._failed[attempt.puzzle]
            return
        room = (datetime.date.max - attempt.date).days  # a clock may have been far ahead
        day = attempt.date + datetime.timedelta(days=min(AGAIN[times], room))
        self._failed[attempt.puzzle] = Due(attempt.puzzle, times, day)

    @property
    def seen(self) -> set[str]:
        """The puzzles that were tried."""
        return set(self.puzzles)

    def due(self, today: datetime.date) -> list[Due]:
        """The puzzles that come back, the longest overdue first; those of later days are left out."""
        return sorted((due for due in self._failed.values() if due.day <= today), key=lambda due: due.day)

    def failed(self) -> list[Due]:
        """All puzzles that come back, now or later."""
        return sorted(self._failed.values(), key=lambda due: due.day)

    def streak(self, today: datetime.date) -> int:
        """How many days in a row the daily puzzles were played on their own day.

        An attempt that is dated after a later one was made by a clock that was ahead, and counts for nothing,
        also when its day has come.
        """
        days, earliest = [], today
        for attempt in reversed(self.attempts):
            if attempt.date < FIRST:
                continue  # made by a clock that knew nothing
            earliest = min(earliest, attempt.date)
            if attempt.day == attempt.at[:10] and attempt.date == earliest:
                days.append(attempt.date)
        return streak(days, today)

    @property
    def solved(self) -> int:
        """How many attempts were right at once, without a hint."""
        return sum(one.right and not one.hints for one in self.attempts)

    def of_day(self, day: str) -> dict[str, Attempt]:
        """The first attempts at the daily puzzles of a date, by puzzle."""
        done: dict[str, Attempt] = {}
        for attempt in self.attempts:
            if attempt.day == day:
                done.setdefault(attempt.puzzle, attempt)
        return done
