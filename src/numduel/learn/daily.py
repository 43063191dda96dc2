"""Daily: three puzzles of one game for a date, the same for everyone, and what to share of them."""

import datetime
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from random import Random

from ..core.errors import NumduelError
from ..core.registry import load
from .catalogue import catalogue
from .difficulty import band
from .puzzle import Puzzle

FIRST = datetime.date(2026, 1, 1)
BANDS = ((0,), (1, 2), (2, 3, 4))  # easy, then harder
DAY = datetime.timedelta(days=1)


class NoSuchDay(NumduelError, ValueError):
    """A date that has no daily puzzle."""


def read_date(text: str, today: datetime.date) -> datetime.date:
    """The day that a text names, today or earlier; NoSuchDay if there is none."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise NoSuchDay(f"{text[:40]!a} is no date; one is written like {today}") from None
    if not FIRST <= day <= today:
        raise NoSuchDay(f"there are daily puzzles from {FIRST} to {today}, which is today in UTC")
    return day


@lru_cache(maxsize=64)
def daily(day: datetime.date) -> tuple[Puzzle, ...]:
    """The puzzles of a day, from the easiest to the hardest.

    Every game has its turn before any comes again.
    """
    names = sorted({puzzle.name for puzzle in catalogue()})
    number = (day - FIRST).days
    turns = Random(f"numduel {number // len(names)}").sample(names, len(names))
    name, rng = turns[number % len(names)], Random(f"numduel {day.isoformat()}")
    chosen: dict[tuple[str, tuple[str, ...]], Puzzle] = {}
    for wanted, bands in enumerate(BANDS, 1):
        while len(chosen) < wanted:  # no position is asked twice
            puzzle = rng.choice(_among(name, bands))
            chosen.setdefault((puzzle.spec, puzzle.moves), puzzle)
    return tuple(sorted(chosen.values(), key=lambda puzzle: puzzle.rating))


@cache
def _among(name: str, bands: tuple[int, ...]) -> list[Puzzle]:
    """The puzzles of a game in some bands of difficulty."""
    return [puzzle for puzzle in catalogue() if puzzle.name == name and band(puzzle.rating) in bands]


def share(day: datetime.date, right: Sequence[bool], hints: int) -> str:
    """A result to send to others; `right` says for each puzzle whether the first answer was.

    >>> share(datetime.date(2026, 11, 16), [True, True, False], 0)
    'numduel daily 2026-11-16 · Operation Duel · 2 of 3 · no hint'
    """
    title = load(daily(day)[0].spec).title
    helped = {0: "no hint", 1: "1 hint"}.get(hints, f"{hints} hints")
    what = " ".join(("numduel", "daily", day.isoformat()))  # what it is, and no command to be typed
    return f"{what} · {title} · {sum(right)} of {len(right)} · {helped}"


def streak(days: Iterable[datetime.date], today: datetime.date) -> int:
    """How many days in a row were played, up to today or yesterday; later days than today do not count.

    >>> one = datetime.date(2028, 2, 28)
    >>> streak([one, one + DAY, one + 2 * DAY], datetime.date(2028, 3, 2))
    3
    """
    played = {day for day in days if day <= today}
    last = today if today in played else today - DAY
    length = 0
    while last - length * DAY in played:
        length += 1
    return length
