"""Rows of a SQLite file that have gone, come or changed places: each is noticed."""

import contextlib
import dataclasses
import shutil
import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest
from damaging import TABLES, changes, rows_of
from stored import (
    IMPORTED,
    complaints,
    numbers_of,
    raw,
)

from numduel.store import sealed, seals
from numduel.store.errors import Damaged
from numduel.store.sqlite import SqliteStore


@pytest.mark.parametrize("table", TABLES)
def test_a_row_that_has_gone_is_noticed(table: str, original: Path, path: Path) -> None:
    deletions = [f"DELETE FROM {table} WHERE {row}" for row in rows_of(original, table)]
    noticed = {statement: bool(complaints(path)) for statement in changes(original, path, deletions)}
    assert len(noticed) == len(deletions)
    assert [statement for statement in noticed if not noticed[statement]] == []


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO moves SELECT game, ply + 1, text, hash FROM moves WHERE game = 2 AND ply = 2",
        "INSERT INTO moves VALUES (3, 0, '5', x'00')",
        "INSERT INTO moves VALUES (77, 0, '5', x'00')",
        "INSERT INTO events SELECT game, number + 1, event, hash FROM events WHERE game = 2 AND number = 10",
        "INSERT INTO events VALUES (5, 1, '{{}}', x'00')",
        "INSERT INTO events VALUES (77, 1, '{{}}', x'00')",
        "INSERT INTO census SELECT * FROM census",
        "INSERT INTO migrations VALUES (99, 'x')",
        "INSERT INTO rooms SELECT 'another', 9, options, created, used, seal FROM rooms",
        "INSERT INTO room_keys SELECT room, 1 - contestant, hash, until, seal FROM room_keys LIMIT 1",
        "INSERT INTO matches (id, {matches}) SELECT 9, {matches} FROM matches WHERE id = 1",
        "INSERT INTO games (id, uid, {games}) SELECT 9, 'another', {games} FROM games WHERE id = 3",
    ],
)
def test_a_row_that_has_come_is_noticed(statement: str, original: Path, path: Path) -> None:
    names = {
        table: ", ".join(name for name in TABLES[table] if name not in ("id", "uid"))
        for table in ("matches", "games")
    }
    assert len(list(changes(original, path, [statement.format(**names)]))) == 1
    assert complaints(path) != []


def test_events_that_have_come_to_a_game_without_any_are_named_and_change_nothing_in_it(
    original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    raw(path, "INSERT INTO events SELECT 5, number, event, hash FROM events WHERE game = 2")
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.problems() == ["game 5: events have come to it, which had none"]
        assert store.events(5) == []
        assert store.record(5).moves == IMPORTED.moves


def test_a_game_that_was_made_up_with_a_seal_of_its_own_is_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    with contextlib.closing(SqliteStore(path)) as store:
        row = dataclasses.replace(store.row(5), uid="made up", moves=0, ending=None, winner=None, extra="{}")
    link = seals.first_link("made up", row.spec)
    columns = sealed.columns_of(row, link, link)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        marks = ", ".join("?" * (len(columns) + 1))
        (newest,) = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
        values = (*columns, seals.seal((newest + 1, *columns)))
        connection.execute(f"INSERT INTO games ({', '.join(sealed.COLUMNS)}, seal) VALUES ({marks})", values)
    assert complaints(path) == [
        "the numbers that it has given to games have been set back or forward",
        "the games in the file are not those that were counted: some have gone, come or changed",
    ]


@pytest.mark.parametrize("columns", [("text",), ("hash",), ("text", "hash")])
def test_moves_that_have_changed_places_are_noticed(
    columns: tuple[str, ...], original: Path, path: Path
) -> None:
    for one, other in pairwise(range(4)):
        shutil.copy(original, path)
        swap = ", ".join(
            f"{name} = (SELECT {name} FROM moves AS o WHERE o.game = 1 AND o.ply = {one + other} - moves.ply)"
            for name in columns
        )
        raw(path, f"UPDATE moves SET {swap} WHERE game = 1 AND ply IN ({one}, {other})")
        with (
            contextlib.closing(SqliteStore(path)) as store,
            pytest.raises(Damaged, match=rf"game 1: its move {other}"),
        ):
            store.record(1)


def test_games_that_have_changed_their_moves_are_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(
        path,
        "UPDATE moves SET game = 99 WHERE game = 1",
        "UPDATE moves SET game = 1 WHERE game = 2",
        "UPDATE moves SET game = 2 WHERE game = 99",
    )
    found = complaints(path)
    assert any("game 1" in problem for problem in found)
    assert any("game 2" in problem for problem in found)


def test_games_that_have_changed_their_numbers_are_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    for table, column in (("games", "id"), ("moves", "game"), ("events", "game")):
        for old, new in ((1, 99), (2, 1), (99, 2)):
            raw(path, f"UPDATE {table} SET {column} = {new} WHERE {column} = {old}")
    assert complaints(path) != []


def test_a_game_that_was_removed_with_all_its_moves_is_noticed(original: Path, path: Path) -> None:
    for number in range(1, 6):
        shutil.copy(original, path)
        of_it = [f"DELETE FROM {table} WHERE game = {number}" for table in ("moves", "events")]
        raw(path, f"DELETE FROM games WHERE id = {number}", *of_it)
        assert complaints(path) != [], number


def test_the_last_events_cannot_be_cut_off_unnoticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(
        path,
        "DELETE FROM events WHERE game = 2 AND number = 10",
        "UPDATE games SET events = 9 WHERE id = 2",
        "UPDATE games SET tail = (SELECT hash FROM events WHERE game = 2 AND number = 9) WHERE id = 2",
    )
    with contextlib.closing(SqliteStore(path)) as store, pytest.raises(Damaged, match="game 2"):
        store.events(2)


def test_events_that_lead_to_another_game_are_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    with contextlib.closing(SqliteStore(path)) as store:
        game = sealed.find_game(store._file.raw, 2)
        link = seals.first_link(game.row.uid, game.row.spec)
        texts = [text.replace('"8"', '"9"') for text in sealed.write_events(store.events(2))]
        chain = sealed.linked(link, texts)
        with store._file.counting() as census:
            store._file.raw.execute("DELETE FROM events WHERE game = 2")
            for number, (text, hashed) in enumerate(chain, 7):
                store._file.raw.execute("INSERT INTO events VALUES (2, ?, ?, ?)", (number, text, hashed))
            columns = sealed.columns_of(game.row, game.head, chain[-1][1])
            sealed.update_game(census, 2, game, columns)
        # Every seal fits: whoever did this knew how. But the game is not the one that its events tell.
        assert store.problems()[0] == "game 2: its events lead to another game than was kept"


def test_the_last_moves_cannot_be_cut_off_unnoticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(
        path,
        "DELETE FROM moves WHERE game = 2 AND ply = 2",
        "UPDATE games SET moves = 2, head = (SELECT hash FROM moves WHERE game = 2 AND ply = 1) WHERE id = 2",
    )
    with contextlib.closing(SqliteStore(path)) as store, pytest.raises(Damaged, match="game 2"):
        store.record(2)


def test_a_damaged_game_can_be_deleted_and_the_others_stay(original: Path, path: Path) -> None:
    for statement in ("player1 = 'x'", "seal = x'00'", "seal = 'x'", "uid = 7", "moves = 99"):
        shutil.copy(original, path)
        raw(path, f"UPDATE games SET {statement} WHERE id = 1")
        with contextlib.closing(SqliteStore(path)) as store:
            store.delete(1)
            assert numbers_of(store) == [5, 4, 3, 2]


def test_a_file_in_good_order_stays_so_when_a_damaged_game_is_deleted(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, "UPDATE games SET player1 = 'x' WHERE id = 1", "UPDATE moves SET text = '9' WHERE game = 2")
    with contextlib.closing(SqliteStore(path)) as store:
        store.delete(1)
        store.delete(2)
        assert store.problems() == []
