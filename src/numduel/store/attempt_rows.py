"""SqliteAttempts: attempts at puzzles as sealed rows of a SQLite file, counted in its census."""

from collections.abc import Iterator, Sequence
from typing import Any

from .attempts import Attempt, Change, has_date
from .census import Census
from .connection import Connection
from .errors import Damaged
from .kinds import MAYBE_TEXT, NUMBER, TEXT, are_of
from .seals import SealedConnection, Sealer

_SELECT = "SELECT id, player, puzzle, at, right, hints, day, seal FROM attempts"
_KINDS = (NUMBER, TEXT, TEXT, TEXT, NUMBER, NUMBER, MAYBE_TEXT)


class SqliteAttempts:
    """The attempts in a file that a store has opened."""

    def __init__(self, file: Connection) -> None:
        self._file = file

    def add(self, player: str, attempts: Sequence[Attempt]) -> None:
        """Keep attempts, all or none."""
        with self._file.counting() as census:
            _insert(census, player, attempts)

    def rewrite(self, player: str, change: Change) -> None:
        """Keep what `change` makes of all that somebody has attempted; nobody adds to it in between."""
        with self._file.counting() as census:
            attempts = change(self.of(player))
            _remove(census, player)
            _insert(census, player, attempts)

    def of(self, player: str) -> list[Attempt | Damaged]:
        """What somebody has attempted, in order; what is not as it was written stands in its place."""
        found = self._file.all(f"{_SELECT} WHERE player = ? ORDER BY id", (player,))
        return [_read(self._file.raw.sealer, row) for row in found]

    def delete(self, player: str) -> int:
        """Forget what somebody has attempted, damaged or not; how many there were."""
        with self._file.counting() as census:
            return _remove(census, player)


def _insert(census: Census, player: str, attempts: Sequence[Attempt]) -> None:
    raw = census.raw
    (last,) = raw.execute("SELECT coalesce(max(id), 0) FROM attempts").fetchone()
    for number, one in enumerate(attempts, last + 1):
        values = (number, player, one.puzzle, one.at, int(one.right), one.hints, one.day)
        seal = _seal_of(raw.sealer, values)
        raw.execute(f"INSERT INTO attempts VALUES ({', '.join('?' * 8)})", (*values, seal))
        census.note(1, come=seal)


def _remove(census: Census, player: str) -> int:
    raw = census.raw
    found = raw.execute(f"{_SELECT} WHERE player = ?", (player,)).fetchall()
    raw.execute("DELETE FROM attempts WHERE player = ?", (player,))
    census.note_removed([(seal, _seal_of(raw.sealer, values)) for *values, seal in found])
    return len(found)


def _seal_of(sealer: Sealer, values: Sequence[Any]) -> bytes:
    return sealer.seal(("attempts", *values))


def _read(sealer: Sealer, row: tuple[Any, ...]) -> Attempt | Damaged:
    number, _, puzzle, at, right, hints, day, _ = row
    if not _fits(sealer, row):
        return Damaged(f"attempt {number} at a puzzle is not as it was written")
    return Attempt(puzzle=puzzle, at=at, right=bool(right), hints=hints, day=day)


def _fits(sealer: Sealer, row: tuple[Any, ...]) -> bool:
    """Whether a row fits its seal, and such a row is ever written."""
    *values, seal = row
    if _seal_of(sealer, values) != seal or not are_of(_KINDS, tuple(values)):
        return False
    return has_date(values[3])


def seals_of_attempts(raw: SealedConnection) -> Iterator[tuple[str, bool, bytes]]:
    """Every attempt by its number, whether it fits its seal, and the seal."""
    for row in raw.execute(f"{_SELECT} ORDER BY id").fetchall():
        yield str(row[0]), _fits(raw.sealer, row), row[-1]


def new_seals(raw: SealedConnection, sealer: Sealer) -> Iterator[tuple[str, str, tuple[Any, ...], bytes]]:
    """Every row: its table, the condition and values that find it, and its seal by another sealer."""
    for number, *values, _ in raw.execute(_SELECT).fetchall():
        yield "attempts", "id = ?", (number,), _seal_of(sealer, (number, *values))
