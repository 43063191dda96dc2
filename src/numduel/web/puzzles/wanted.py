"""Wanted: which puzzles somebody looks for, in an address; it goes along from one puzzle to the next."""

import datetime
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from ...core.errors import NumduelError
from ...core.registry import names
from ...learn.catalogue import alike
from ...learn.daily import NoSuchDay, daily, read_date
from ...learn.puzzle import Puzzle
from ...learn.tasks import TASKS
from ...learn.themes import THEMES


class BadWish(NumduelError):
    """An address that asks for puzzles that cannot be, explained in one sentence."""

    status = 400


class Wanted(NamedTuple):
    """What puzzles somebody wants; nothing, where anything is right."""

    game: str = ""
    task: str = ""
    theme: str = ""
    rating: str = ""  # about so difficult; else as they are
    failed: str = ""  # "1": those that come back
    day: str = ""  # the daily ones of a date

    @property
    def query(self) -> str:
        """What an address ends with that says so.

        >>> Wanted(game="digit-stack", theme="trap").query, Wanted().query
        ('?game=digit-stack&theme=trap', '')
        """
        told = {name: text for name, text in self._asdict().items() if text}
        return f"?{urlencode(told)}" if told else ""

    def address(self, puzzle: Puzzle) -> str:
        """Where a puzzle is solved, from where one goes on to others like it."""
        return f"/puzzle/{puzzle.id}{self.query}"

    def puzzles(self) -> Mapping[str, Puzzle]:
        """The puzzles of this game, task and theme, by their names."""
        return alike(self.game or None, self.task or None, self.theme or None)


def read_wanted(query: Mapping[str, str], today: datetime.date) -> Wanted:
    """What an address asks for; BadWish or NoSuchDay if that cannot be."""
    wanted = Wanted(**{name: query.get(name, "") for name in Wanted._fields})
    for what, known in (("game", names()), ("task", TASKS), ("theme", THEMES)):
        given = getattr(wanted, what)
        if given and given not in known:
            raise BadWish(f"there is no {what} {given[:40]!a}; the {what}s are {', '.join(known)}")
    if wanted.rating and not (wanted.rating.isascii() and wanted.rating.isdigit() and len(wanted.rating) < 6):
        raise BadWish(f"a rating is a whole number such as 1200, not {wanted.rating[:40]!a}")
    if wanted.failed not in ("", "1"):
        raise BadWish("failed must be 1, or left out")
    if wanted.day:
        read_date(wanted.day, today)
    return wanted


def check_day(wanted: Wanted, puzzle: Puzzle) -> None:
    """Refuse, with NoSuchDay, a puzzle that is not one of the day's."""
    if wanted.day and puzzle not in daily(datetime.date.fromisoformat(wanted.day)):
        raise NoSuchDay(f"this is no daily puzzle of {wanted.day}")
