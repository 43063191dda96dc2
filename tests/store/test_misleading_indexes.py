"""An index that is damaged and names one game in the place of another: no game is shown for another."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from numduel.store.base import Filter
from numduel.store.errors import Damaged
from numduel.store.sqlite import SqliteStore


def mislead(path: Path, column: str, value: str) -> None:
    """Have the indexes by a column find game 1 by another value than it has; the game stays as it was."""
    made = f"FROM sqlite_master WHERE type = 'index' AND sql LIKE '%ON games ({column}%'"
    with contextlib.closing(sqlite3.connect(path)) as raw, raw:
        (true,) = raw.execute(f"SELECT {column} FROM games WHERE id = 1").fetchone()
        raw.execute(f"UPDATE games SET {column} = ? WHERE id = 1", (value,))
        indexes = raw.execute(f"SELECT * {made}").fetchall()
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute(f"DELETE {made}")
    with contextlib.closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"UPDATE games SET {column} = ? WHERE id = 1", (true,))
        raw.execute("PRAGMA writable_schema = ON")
        raw.executemany("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", indexes)


@pytest.mark.parametrize("column", ["player1", "player2", "game"])
def test_a_game_that_an_index_names_for_another_is_not_shown_for_it(
    column: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    mislead(path, column, "Eve")
    where = Filter(game="Eve") if column == "game" else Filter(player="Eve")
    with contextlib.closing(SqliteStore(path)) as store:
        ((number, found),) = store.page(9, where)
        assert store.row(1)  # is as it was written
        assert any("games_by_" in problem for problem in store.problems())
    assert number == 1
    assert isinstance(found, Damaged)
    assert str(found).startswith("game 1: an index of the file is damaged")
