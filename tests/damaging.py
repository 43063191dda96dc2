"""Damage to a SQLite file: which tables and columns there are, and changes made to copies of it."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from stored import dump, raw

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
    before = dump(original)
    for statement in statements:
        shutil.copy(original, path)
        try:
            raw(path, statement)
        except sqlite3.IntegrityError:
            continue
        if dump(path) != before:
            yield statement
