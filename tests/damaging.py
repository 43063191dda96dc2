"""Damage to a SQLite file: which tables and columns there are, and changes made to copies of it."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from stored import raw, rows_in

from numduel.store import schema

TABLES: dict[str, list[str]] = {}
with contextlib.closing(schema.empty()) as _connection:
    for _table in ("migrations", "matches", "games", "moves", "events", "rooms", "room_keys", "census"):
        TABLES[_table] = [row[1] for row in _connection.execute(f"PRAGMA table_info({_table})")]
COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]
KEYS = {
    "migrations": ("number",),
    "matches": ("id",),
    "games": ("id",),
    "moves": ("game", "ply"),
    "events": ("game", "number"),
    "rooms": ("id",),
    "room_keys": ("room", "contestant"),
    "census": ("counted",),
}
# Other numbers, other text, nothing, and bytes; not all of them fit into every column.
UNREADABLE = "CAST(x'ff' AS TEXT)"  # text that is none
VALUES = (
    "7",
    "-1",
    "1.5",
    "'x'",
    "''",
    "NULL",
    "x'00'",
    "{0} + 1",
    "{0} || ' '",
    "upper({0})",
)


def rows_of(path: Path, table: str) -> list[str]:
    """A condition for each row of a table, by its key."""
    keys = KEYS[table]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        found = connection.execute(f"SELECT {', '.join(keys)} FROM {table}").fetchall()
    return [" AND ".join(f"{key} = {value!r}" for key, value in zip(keys, row, strict=True)) for row in found]


def changes(original: Path, path: Path, statements: list[str]) -> Iterator[str]:
    """Make each change that can be made, and makes one, on a fresh copy of the file."""
    for statement in statements:
        if _changes_something(original, statement):
            shutil.copy(original, path)
            raw(path, statement)
            yield statement


def _changes_something(original: Path, statement: str) -> bool:
    """Whether a change can be made, and makes one; it is taken back."""
    before, connection = _in_memory(original, original.stat().st_mtime_ns)
    connection.execute("BEGIN")
    try:
        connection.execute(statement)
        return rows_in(connection) != before
    except sqlite3.IntegrityError:
        return False
    finally:
        connection.execute("ROLLBACK")


@cache
def _in_memory(original: Path, written: int) -> tuple[list[str], sqlite3.Connection]:
    """What is in the tables of a file, and a copy to try changes on."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with contextlib.closing(sqlite3.connect(original)) as file:
        file.backup(connection)
    return rows_in(connection), connection
