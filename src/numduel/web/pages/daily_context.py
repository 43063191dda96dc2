"""What pages show of the daily puzzles: how far somebody has come with those of a date."""

import datetime
from typing import Any, NamedTuple

from ...learn.daily import DAY, FIRST, daily, share
from ...learn.progress import Progress
from ...learn.puzzle import Puzzle
from ...store.attempts import Attempt
from ..puzzles.wanted import Wanted
from .puzzle_context import puzzle_title


class DailyPuzzle(NamedTuple):
    """One of a day's puzzles, and how somebody's first attempt at it went, if there was one."""

    number: int
    puzzle: Puzzle
    title: str
    address: str
    attempt: Attempt | None


class DailyPlace(NamedTuple):
    """Where somebody is among the puzzles of a day."""

    day: str
    number: int
    address: str  # of all of them
    next: str  # where to go on: the next one that is open, or all of them
    last: bool  # whether none is open any more


def daily_puzzles(day: datetime.date, progress: Progress) -> list[DailyPuzzle]:
    """The puzzles of a day."""
    done, wanted = progress.of_day(day.isoformat()), Wanted(day=day.isoformat())
    return [
        DailyPuzzle(number, puzzle, puzzle_title(puzzle), wanted.address(puzzle), done.get(puzzle.id))
        for number, puzzle in enumerate(daily(day), 1)
    ]


def daily_place(day: str, puzzle: Puzzle, progress: Progress) -> DailyPlace:
    """Where somebody is among the puzzles of a day, at one of them."""
    three = daily_puzzles(datetime.date.fromisoformat(day), progress)
    number = next(each.number for each in three if each.puzzle == puzzle)
    left = [each.address for each in three if each.attempt is None and each.puzzle != puzzle]
    here = f"/daily/{day}"
    return DailyPlace(day, number, here, left[0] if left else here, not left)


def daily_context(day: datetime.date, today: datetime.date, progress: Progress) -> dict[str, Any]:
    """All that the page of a day shows."""
    three = daily_puzzles(day, progress)
    attempts = [each.attempt for each in three if each.attempt is not None]
    done = len(attempts) == len(three)
    open_ones = [each for each in three if each.attempt is None]
    return {
        "day": day,
        "today": today,
        "three": three,
        "first": open_ones[0] if open_ones else None,
        "begun": bool(attempts),
        "share": share(day, [one.right for one in attempts], sum(one.hints for one in attempts))
        if done
        else "",
        "streak": progress.streak(today),
        "before": (day - DAY).isoformat() if day > FIRST else "",
        "after": (day + DAY).isoformat() if day < today else "",
    }
