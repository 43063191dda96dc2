"""Sealing a SQLite file anew: with a key instead of none, or the other way round."""

from collections.abc import Iterator
from typing import Any

from . import attempt_rows, census, lesson_rows, match_rows, room_rows, sealed
from .census import Counted
from .check import problems
from .connection import Connection
from .errors import Damaged
from .seals import SealedConnection, Sealer


def seal_anew(file: Connection, key: bytes | None) -> None:
    """Seal everything with another key, or without one, all at once; Damaged if something is wrong before."""
    sealer = Sealer(key)
    with file.writing():
        raw = file.raw
        for problem in problems(raw):
            raise Damaged(f"nothing was sealed, since what is wrong would look right after it: {problem}")
        rows = weights = 0
        for table, condition, values, seal in list(_new_seals(raw, sealer)):
            raw.execute(f"UPDATE {table} SET seal = ? WHERE {condition}", (seal, *values))
            rows, weights = rows + 1, weights + sealer.weight(seal)
        old, _ = census.read(raw)
        new = Counted(rows, sealer.total(weights), old.last_game, old.last_match, sealer.proof)
        census.replace(raw, new, new.seal(sealer))
    file.raw.sealer = sealer


def _new_seals(raw: SealedConnection, sealer: Sealer) -> Iterator[tuple[str, str, tuple[Any, ...], bytes]]:
    """Every sealed row: its table, the condition and values that find it, and the seal it is to have."""
    for number, *columns, _ in raw.execute(sealed.SELECT):
        yield "games", "id = ?", (number,), sealed.seal_of(sealer, number, tuple(columns))
    for (number,) in raw.execute("SELECT id FROM matches").fetchall():
        yield "matches", "id = ?", (number,), match_rows.seal_with(sealer, raw, number)
    yield from room_rows.new_seals(raw, sealer)
    yield from attempt_rows.new_seals(raw, sealer)
    yield from lesson_rows.new_seals(raw, sealer)
