"""SqliteLessons: places in lessons as sealed rows of a SQLite file, counted in its census."""

from collections.abc import Iterator, Sequence
from typing import Any

from .connection import Connection
from .errors import Damaged
from .kinds import NUMBER, TEXT, are_of
from .lessons import Place
from .seals import SealedConnection, Sealer

_SELECT = "SELECT player, lesson, seed, done, steps, missed, at, seal FROM lessons"
_KINDS = (TEXT, TEXT, NUMBER, NUMBER, NUMBER, TEXT, TEXT)
_ONE = "player = ? AND lesson = ? AND seed = ?"


class SqliteLessons:
    """The places in a file that a store has opened."""

    def __init__(self, file: Connection) -> None:
        self._file = file

    def keep(self, player: str, place: Place) -> None:
        """Keep a place, instead of the one that somebody had in that lesson."""
        missed = " ".join(map(str, place.missed))
        which = (player, place.lesson, place.seed)
        values = (*which, place.done, place.steps, missed, place.at)
        with self._file.counting() as census:
            raw = census.raw
            old = raw.execute(f"{_SELECT} WHERE {_ONE}", which).fetchall()
            raw.execute(f"DELETE FROM lessons WHERE {_ONE}", which)
            census.note_removed([(seal, _seal_of(raw.sealer, gone)) for *gone, seal in old])
            seal = _seal_of(raw.sealer, values)
            raw.execute(f"INSERT INTO lessons VALUES ({', '.join('?' * 8)})", (*values, seal))
            census.note(1, come=seal)

    def of(self, player: str) -> list[Place | Damaged]:
        """Where somebody is in every lesson; what is not as it was written stands in its place."""
        found = self._file.all(f"{_SELECT} WHERE player = ? ORDER BY lesson, seed", (player,))
        return [_read(self._file.raw.sealer, row) for row in found]

    def delete(self, player: str) -> int:
        """Forget where somebody is, damaged or not; how many lessons there were."""
        with self._file.counting() as census:
            raw = census.raw
            found = raw.execute(f"{_SELECT} WHERE player = ?", (player,)).fetchall()
            raw.execute("DELETE FROM lessons WHERE player = ?", (player,))
            census.note_removed([(seal, _seal_of(raw.sealer, values)) for *values, seal in found])
        return len(found)


def _seal_of(sealer: Sealer, values: Sequence[Any]) -> bytes:
    return sealer.seal(("lessons", *values))


def _read(sealer: Sealer, row: tuple[Any, ...]) -> Place | Damaged:
    _, lesson, seed, done, steps, missed, at, _ = row
    if not _fits(sealer, row):
        return Damaged(f"the place in the lesson {lesson!a} is not as it was written")
    missed_steps = tuple(map(int, missed.split()))
    return Place(lesson=lesson, seed=seed, done=done, steps=steps, missed=missed_steps, at=at)


def _fits(sealer: Sealer, row: tuple[Any, ...]) -> bool:
    """Whether a row fits its seal, and such a row is ever written."""
    *values, seal = row
    if _seal_of(sealer, values) != seal or not are_of(_KINDS, tuple(values)):
        return False
    _, _, _, done, steps, missed, _ = values
    return 0 <= done <= steps and all(step.isdecimal() and len(step) < 10 for step in missed.split())


def seals_of_lessons(raw: SealedConnection) -> Iterator[tuple[str, bool, bytes]]:
    """Every place by its lesson, whether it fits its seal, and the seal."""
    for row in raw.execute(f"{_SELECT} ORDER BY player, lesson, seed").fetchall():
        yield str(row[1]), _fits(raw.sealer, row), row[-1]


def new_seals(raw: SealedConnection, sealer: Sealer) -> Iterator[tuple[str, str, tuple[Any, ...], bytes]]:
    """Every row: its table, the condition and values that find it, and its seal by another sealer."""
    for player, lesson, seed, *others, _ in raw.execute(_SELECT).fetchall():
        which = (player, lesson, seed)
        yield "lessons", _ONE, which, _seal_of(sealer, (*which, *others))
