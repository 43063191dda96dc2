"""Sealing a SQLite file anew: with a key instead of none, or the other way round."""

import os
from collections.abc import Iterator
from mmap import ACCESS_READ, mmap
from typing import Any

from . import attempt_rows, census, lesson_rows, match_rows, room_rows, sealed
from .census import Counted
from .check import problems
from .connection import Connection
from .errors import Damaged
from .seals import SealedConnection, Sealer

_JOURNAL = bytes.fromhex("d9d505f920a163d7")  # how one begins that SQLite has still to play back


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


def may_be_sealed(path: str, key: bytes) -> bool:
    """Whether a file may have been sealed with a new key, in whatever state it is."""
    proof = Sealer(key).proof
    assert proof is not None
    try:
        if _begins_with(f"{path}-journal", _JOURNAL):
            return False  # it broke off, and whoever opens the file next undoes it
        return any(_has(name, proof) for name in (path, f"{path}-wal"))
    except (OSError, ValueError):  # nobody can tell
        return True


def _begins_with(path: str, start: bytes) -> bool:
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(start)) == start


def _has(path: str, part: bytes) -> bool:
    """Whether some bytes are in a file; not where that is none, or empty."""
    if not os.path.isfile(path) or not os.path.getsize(path):
        return False
    with open(path, "rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        return content.find(part) >= 0
