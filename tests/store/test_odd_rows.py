"""Rows that numduel would never have written, in every table there is: the check notices each."""

import contextlib
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from stored import fill

from numduel.store import schema
from numduel.store.attempts import Attempt
from numduel.store.check import problems
from numduel.store.errors import NotAStore
from numduel.store.lessons import Place
from numduel.store.seals import SealedConnection
from numduel.store.sqlite import SqliteStore

AT = "2026-01-02T03:04:05Z"
ODD: tuple[Any, ...] = (None, 0, -1, 99, -(2**62), 2**62, 1.5, "x", b"\0")
with contextlib.closing(schema.empty()) as _connection:
    _found = _connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    TABLES = [name for (name,) in _found.fetchall()]


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SealedConnection]:
    """A file in each of whose tables there is something."""
    with contextlib.closing(SqliteStore(tmp_path_factory.mktemp("odd") / "games.db")) as store:
        fill(store)
        store.attempts.add("Cy", [Attempt(puzzle="p1", at=AT, right=True)])
        store.lessons.keep("Cy", Place(lesson="digit-stack", seed=7, done=1, steps=3, at=AT))
        yield store._file.raw


def is_noticed(raw: SealedConnection) -> bool:
    """Whether opening the file, or checking it, would say that something is wrong."""
    try:
        return not schema.is_current(raw) or bool(list(problems(raw)))
    except NotAStore:
        return True


def odd_rows(raw: SealedConnection, table: str) -> Iterator[dict[str, Any]]:
    """The last row of a table, with an odd value in what tells it from others."""
    columns = raw.execute(f"PRAGMA table_info({table})").fetchall()
    names = [name for _, name, *_ in columns]
    keys = [name for _, name, *_, place in columns if place] + unique(raw, table) or names[:2]
    values = raw.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()[-1]
    row = dict(zip(names, values, strict=True))
    for key in keys:
        for value in ODD:
            yield {**row, key: value}
            yield {**row, **dict.fromkeys(keys, 3), key: value}


def unique(raw: SealedConnection, table: str) -> list[str]:
    """What else no two rows of a table may have alike."""
    indexes = raw.execute("SELECT name FROM pragma_index_list(?) WHERE \"unique\" AND origin = 'c'", (table,))
    return [raw.execute(f"PRAGMA index_info({name})").fetchone()[2] for (name,) in indexes.fetchall()]


@pytest.mark.parametrize("table", TABLES)
def test_an_odd_row_that_has_come_is_noticed(table: str, raw: SealedConnection) -> None:
    assert not is_noticed(raw)
    inserted, missed = 0, []
    for row in odd_rows(raw, table):
        raw.execute("BEGIN")
        try:
            raw.execute(
                f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})",
                [*row.values()],
            )
            inserted += 1
            if not is_noticed(raw):
                missed.append(row)
        except sqlite3.IntegrityError:
            pass  # such a row cannot be there
        finally:
            raw.execute("ROLLBACK")
    assert inserted
    assert missed == []


def test_the_check_goes_through_every_table_that_there_is(raw: SealedConnection) -> None:
    found = [
        name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    ]
    assert found == TABLES
    assert all(raw.execute(f"SELECT count(*) FROM {table}").fetchone() != (0,) for table in TABLES)
