"""An index that is damaged and names one game in the place of another: no game is shown for another."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest
from stored import begin, hint, play

import numduel
from numduel.match.reading import parse
from numduel.match.setup import Setup
from numduel.store.base import Filter
from numduel.store.errors import Damaged
from numduel.store.sqlite import SqliteStore


def mislead(path: Path, **values: object) -> None:
    """Have the indexes find game 1 by other values than it has; the game stays as it was."""
    changes = f"UPDATE games SET {' = ?, '.join(values)} = ? WHERE id = 1"
    made = "FROM sqlite_master WHERE type = 'index' AND tbl_name = 'games' AND sql IS NOT NULL"
    with contextlib.closing(sqlite3.connect(path)) as raw, raw:
        true = raw.execute(f"SELECT {', '.join(values)} FROM games WHERE id = 1").fetchone()
        raw.execute(changes, tuple(values.values()))
        indexes = raw.execute(f"SELECT * {made}").fetchall()
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute(f"DELETE {made}")
    with contextlib.closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(changes, true)
        raw.execute("PRAGMA writable_schema = ON")
        raw.executemany("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", indexes)


@pytest.mark.parametrize("column", ["player1", "player2", "game"])
def test_a_game_that_an_index_names_for_another_is_not_shown_for_it(
    column: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    mislead(path, **{column: "Eve"})
    where = Filter(game="Eve") if column == "game" else Filter(player="Eve")
    with contextlib.closing(SqliteStore(path)) as store:
        ((number, found),) = store.page(9, where)
        assert store.row(1)  # is as it was written
        assert any("games_by_" in problem for problem in store.problems())
    assert number == 1
    assert isinstance(found, Damaged)
    assert str(found).startswith("game 1: an index of the file is damaged")


@pytest.mark.parametrize("aided", [False, True])
def test_what_an_index_takes_for_an_unaided_win_does_not_count(aided: bool, path: Path) -> None:
    setup = Setup(game=numduel.load("operation-duel:target=4"), players=("human:Ann", "level:2"))
    with contextlib.closing(SqliteStore(path)) as store:
        journal = begin(store, setup)
        if aided:
            hint(journal, 1)
        play(journal, "*2", "+1", *(["+1"] if aided else []))
    mislead(path, winner=1, ending="rule", hints1=0)
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.unaided_wins(["level:2"]) == []
        assert store.row(1).result == ("1" if aided else "unfinished")


def test_a_record_does_not_go_on_with_a_game_that_an_index_names_for_it(path: Path) -> None:
    record = '[spec "digit-stack"] [uid "{}"] {}'
    with contextlib.closing(SqliteStore(path)) as store:
        store.add_records([parse(record.format("one", "2 5"))])
    mislead(path, uid="other")
    with contextlib.closing(SqliteStore(path)) as store:
        with pytest.raises(Damaged, match="game 1: an index of the file is damaged"):
            store.add_records([parse(record.format("other", "2 5 6"))])
        assert store.record(1).moves == ("2", "5")
