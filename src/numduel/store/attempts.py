"""Attempts: what people have answered to puzzles, one row each; everything else follows from them."""

import dataclasses
from collections.abc import Callable, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol

from .errors import Damaged

if TYPE_CHECKING:
    import datetime


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One person at one puzzle: whether the first answer was right, and after how many hints."""

    puzzle: str  # its id
    at: str  # when, in UTC, as 2026-11-16T12:00:00Z
    right: bool
    hints: int = 0
    day: str | None = None  # of the daily puzzle, where it was one

    @property
    def date(self) -> "datetime.date":
        """The day on which it was made, in UTC."""
        return _date_of(self.at)

    def as_json(self) -> dict[str, Any]:
        """The attempt as a JSON object."""
        return dataclasses.asdict(self)


def _date_of(at: str) -> "datetime.date":
    import datetime

    return datetime.date.fromisoformat(at[:10])


def has_date(at: str) -> bool:
    """Whether a moment begins with a date, without which nothing follows from an attempt."""
    try:
        _date_of(at)
    except ValueError:
        return False
    return True


Change = Callable[[list[Attempt | Damaged]], Sequence[Attempt]]


class Attempts(Protocol):
    """Attempts by the name of who made them; no name is one as well."""

    def add(self, player: str, attempts: Sequence[Attempt]) -> None:
        """Keep attempts, all or none."""

    def rewrite(self, player: str, change: Change) -> None:
        """Keep what `change` makes of all that somebody has attempted; nobody adds to it in between."""

    def of(self, player: str) -> list[Attempt | Damaged]:
        """What somebody has attempted, in order; what is not as it was written stands in its place."""

    def delete(self, player: str) -> int:
        """Forget what somebody has attempted, damaged or not; how many there were."""


class MemoryAttempts:
    """Attempts in a dictionary."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._attempts: dict[str, list[Attempt]] = {}

    def add(self, player: str, attempts: Sequence[Attempt]) -> None:
        """Keep attempts."""
        with self._lock:
            self._attempts.setdefault(player, []).extend(attempts)

    def rewrite(self, player: str, change: Change) -> None:
        """Keep what `change` makes of all that somebody has attempted."""
        with self._lock:
            self._attempts[player] = list(change(self.of(player)))

    def of(self, player: str) -> list[Attempt | Damaged]:
        """What somebody has attempted, in order."""
        with self._lock:
            return list(self._attempts.get(player, ()))

    def delete(self, player: str) -> int:
        """Forget what somebody has attempted; how many there were."""
        with self._lock:
            return len(self._attempts.pop(player, ()))
