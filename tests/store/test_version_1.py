"""Stores of the first version: every game in them is there, and goes on.

`version_1.sql` is what a store held that the first version of numduel wrote: games ended in every way it
knew, unfinished ones, a match under way, games from elsewhere, and games of Operation Stack with a target
that can be pushed, which was then no way to win.
"""

import contextlib
import dataclasses
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from damaging import VALUES, changes
from stored import IMPORTED, complaints, numbers_of, play, raw

import numduel
from numduel.match.events import AskHint, NextGame
from numduel.match.reading import parse
from numduel.match.round import Ending, Result, agreed_draw, lost_by
from numduel.store import schema
from numduel.store.errors import Damaged, EarlierReading, StoreError
from numduel.store.journal import resume
from numduel.store.rows import is_of_earlier_reading
from numduel.store.sqlite import SqliteStore

WRITTEN = Path(__file__).with_name("version_1.sql")
GAMES = 16
ENDED_EARLIER = {9, 10, 12}  # by the reading that came later
UNFINISHED = {2, 8, 15, 16}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file as the first version left it."""
    path = tmp_path_factory.mktemp("version 1") / "games.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(WRITTEN.read_text(encoding="utf-8"))
    return path


@pytest.fixture
def path(written: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(written, tmp_path / "games.db"))


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with contextlib.closing(SqliteStore(path)) as opened:
        yield opened


def test_a_store_of_the_first_version_opens_with_every_game(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    for _ in range(2):  # the second time it is up to date already
        with contextlib.closing(SqliteStore(path)) as store:
            assert numbers_of(store) == list(range(GAMES, 0, -1))
            assert store.problems() == []
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)


def test_its_games_ended_as_they_did(store: SqliteStore) -> None:
    results = {
        1: Result(1, Ending.RULE, "the target was exceeded"),
        2: None,
        3: lost_by(2, Ending.RESIGNATION),
        4: lost_by(2, Ending.FORFEIT, "operate /"),
        5: agreed_draw(),
        6: Result(None, Ending.TURN_LIMIT, "4 turns were played"),
        8: None,
        14: lost_by(2, Ending.FORFEIT, "operate /"),
        15: None,
    }
    assert {number: store.record(number).result for number in results} == results
    assert {number for number in range(1, GAMES + 1) if store.row(number).ending is None} == {
        *UNFINISHED, 10, 12
    }  # fmt: skip
    assert dataclasses.replace(store.record(13), uid="") == IMPORTED
    assert all(store.events(number) == [] for number in range(1, GAMES + 1))


def test_its_unfinished_games_go_on(store: SqliteStore) -> None:
    journal = resume(store, 2)
    assert journal.session.round.moves == [2, 5]
    assert journal.session.round.hints == [2, 0]
    play(journal, "8")
    journal.submit(AskHint(2))
    assert resume(store, 2).session.round.hints == [2, 1]
    play(resume(store, 2), "9")
    kept = store.record(2)
    assert (kept.moves, kept.hints, kept.undos) == (tuple("2589"), (2, 1), 1)
    assert [event.number for event in store.events(2)] == [1, 2, 3, 4, 5, 6, 7]
    assert store.problems() == []


def test_its_match_goes_on_with_its_score(store: SqliteStore) -> None:
    for number in (7, 8):
        journal = resume(store, number)
        assert journal.session.match.points == [0, 1]
        assert (journal.session.game, journal.session.seats) == (2, (0, 1))
    play(journal, "+1", "+1", "+1", "+1", "+1", "+1")
    assert journal.session.match.points == [0, 2]
    journal.submit(NextGame(1))
    play(journal, "*2")
    assert [number for number, _ in store.games_of_match(store.row(7).match or 0)] == [7, 8, 17]
    assert resume(store, 17).session.seats == (1, 0)
    assert store.problems() == []


def test_a_game_from_elsewhere_goes_on(store: SqliteStore) -> None:
    play(resume(store, 15), "3", "4")
    assert store.record(15).moves == ("1", "2", "3", "4")
    assert store.problems() == []


def test_a_game_that_was_over_with_its_last_move_is_counted(store: SqliteStore) -> None:
    journal = resume(store, 16)
    assert journal.session.match.points == [1, 0]
    assert store.row(16).ending is None
    journal.commit()
    assert store.row(16).ending == "rule"
    assert store.problems() == []


def test_its_games_can_be_deleted(store: SqliteStore) -> None:
    for number in range(1, GAMES + 1):
        store.delete(number)
        assert store.problems() == []
    assert numbers_of(store) == []


def test_a_copy_of_a_game_is_still_known(store: SqliteStore) -> None:
    forfeited = parse('[spec "operation-stack"] [ending "forfeited attempt"] [attempt "operate /"] 5')
    longer = dataclasses.replace(store.record(8), moves=("*2", "+1", "+1"))
    assert store.add_records([IMPORTED, forfeited, longer]) == [(13, "known"), (14, "known"), (8, "longer")]
    assert store.record(8).moves == ("*2", "+1", "+1")
    assert store.problems() == []


@pytest.mark.parametrize("column", ["uid", "player1", "hints1", "ending", "winner", "extra", "moves", "head"])
def test_damage_is_noticed_before_and_after_it_is_brought_up_to_date(
    column: str, written: Path, path: Path, tmp_path: Path
) -> None:
    SqliteStore(path).close()
    updates = [f"UPDATE games SET {column} = {value.format(column)} WHERE id = 3" for value in VALUES]
    for original in (written, path):
        noticed = [bool(complaints(tmp_path / "x.db")) for _ in changes(original, tmp_path / "x.db", updates)]
        assert noticed == [True] * len(noticed) != []


@pytest.mark.parametrize("column", ["player", "reading", "events", "tail"])
def test_a_change_in_a_column_that_came_later_is_noticed(column: str, path: Path, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(resume(store, 2), "8")
    for number in (1, 2):  # one as the first version wrote it, and one that was written since
        updates = [
            f"UPDATE games SET {column} = {value} WHERE id = {number}" for value in ("7", "'x'", "x'00'")
        ]
        if (column, number) in (("reading", 2), ("events", 2), ("tail", 2)):
            updates.append(f"UPDATE games SET {column} = NULL WHERE id = {number}")
        noticed = [complaints(tmp_path / "x.db") for _ in changes(path, tmp_path / "x.db", updates)]
        assert len(noticed) == len(updates)
        assert all(any(f"game {number}" in problem for problem in problems) for problems in noticed)


def test_new_columns_cannot_be_emptied_unnoticed(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(resume(store, 2), "8")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        empty = "player = NULL, reading = NULL, events = NULL, tail = NULL"
        connection.execute(f"UPDATE games SET {empty} WHERE id = 2")
        connection.execute("DELETE FROM events WHERE game = 2")
    assert any("game 2" in problem for problem in complaints(path))


def test_each_match_knows_its_games_from_then_on(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        played = [number for number in numbers_of(store) if store.row(number).match == 1]
    for table, column in (("games", "id"), ("moves", "game"), ("events", "game")):
        raw(path, f"DELETE FROM {table} WHERE {column} = {played[0]}")
    assert f"match 1: its game {played[0]} is gone" in complaints(path)


# Earlier readings


def test_a_game_that_ends_earlier_by_a_new_reading_is_told_so_and_never_called_damaged(
    store: SqliteStore,
) -> None:
    assert numbers_of(store) == list(range(GAMES, 0, -1))
    assert store.problems() == []
    for number in range(1, GAMES + 1):
        earlier = number in ENDED_EARLIER
        assert is_of_earlier_reading(store, number, store.row(number)) == earlier
        if not earlier:
            store.record(number)
            continue
        for ask in (store.record, lambda number: resume(store, number)):
            with pytest.raises(EarlierReading, match=f"game {number} was played under an earlier reading"):
                ask(number)
    assert (store.row(9).ending, store.row(9).winner) == ("rule", 1)  # as it was stored


def test_a_game_of_an_earlier_reading_can_be_deleted(store: SqliteStore) -> None:
    for number in ENDED_EARLIER:
        store.delete(number)
    assert store.problems() == []


def test_damage_to_a_game_of_an_earlier_reading_is_damage(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("UPDATE moves SET text = '7' WHERE game = 9 AND ply = 1")
        with pytest.raises(Damaged, match="game 9"):
            store.record(9)
        assert any("game 9" in problem for problem in store.problems())


def test_whoever_goes_on_with_a_game_plays_by_the_new_reading(store: SqliteStore) -> None:
    with pytest.raises(StoreError, match="otherwise"):
        store.add_records([dataclasses.replace(store.record(11), moves=("2", "4"), result=None)])
    assert store.row(8).reading == 1
    play(resume(store, 8), "+1")
    assert store.row(8).reading == numduel.load("operation-duel").reading
    assert store.problems() == []
