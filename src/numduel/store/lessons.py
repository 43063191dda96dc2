"""Places in lessons: how far people have come, one row for each person and lesson."""

import dataclasses
from threading import RLock
from typing import Any, Protocol

from .errors import Damaged


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How far somebody is in a lesson: the steps done, of how many, and those missed at the first try."""

    lesson: str  # the spec of the game that is taught
    seed: int
    done: int
    steps: int
    missed: tuple[int, ...] = ()
    at: str  # when, in UTC, as 2026-11-16T12:00:00Z

    def as_json(self) -> dict[str, Any]:
        """The place as a JSON object."""
        return dataclasses.asdict(self) | {"missed": list(self.missed)}


class Lessons(Protocol):
    """Places in lessons by the name of who takes them; no name is one as well."""

    def keep(self, player: str, place: Place) -> None:
        """Keep a place, instead of the one that somebody had in that lesson."""

    def of(self, player: str) -> list[Place | Damaged]:
        """Where somebody is in every lesson; what is not as it was written stands in its place."""

    def delete(self, player: str) -> int:
        """Forget where somebody is, damaged or not; how many lessons there were."""


class MemoryLessons:
    """Places in a dictionary."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._places: dict[tuple[str, str, int], Place] = {}

    def keep(self, player: str, place: Place) -> None:
        """Keep a place."""
        with self._lock:
            self._places[player, place.lesson, place.seed] = place

    def of(self, player: str) -> list[Place | Damaged]:
        """Where somebody is in every lesson."""
        with self._lock:
            return [self._places[name] for name in sorted(self._places) if name[0] == player]

    def delete(self, player: str) -> int:
        """Forget where somebody is; how many lessons there were."""
        with self._lock:
            gone = [name for name in self._places if name[0] == player]
            for name in gone:
                del self._places[name]
            return len(gone)
