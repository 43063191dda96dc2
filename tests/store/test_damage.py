"""Damage to a SQLite file: no change to the data goes unnoticed, and intact games still open."""

import contextlib
import dataclasses
import shutil
import sqlite3
from pathlib import Path

import pytest
from damaging import COLUMNS, TABLES, UNREADABLE, VALUES, changes, rows_of
from stored import (
    IMPORTED,
    begin,
    complaints,
    dump,
    hint,
    numbers_of,
    play,
    raw,
    records_in,
    take_back,
)

from numduel.match.events import NextGame, Resign
from numduel.match.session import Refused
from numduel.store.base import Filter
from numduel.store.errors import Damaged, StoreError
from numduel.store.journal import resume
from numduel.store.sqlite import SqliteStore


# Each change in one of two rows, by turns; or every change in every row.
@pytest.mark.parametrize(
    "by_turns",
    [True, pytest.param(False, marks=pytest.mark.slow)],
    ids=["by turns", "in every row"],
)
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(pair) for pair in COLUMNS])
def test_a_change_in_any_column_of_any_row_is_noticed(
    table: str, column: str, by_turns: bool, original: Path, path: Path
) -> None:
    rows = rows_of(original, table)
    if by_turns:
        rows = rows[:6:4]
    turns = len(rows) if by_turns else 1
    updates = [
        f"UPDATE {table} SET {column} = {value.format(column)} WHERE {row}"
        for at, row in enumerate(rows)
        for value in (*VALUES, UNREADABLE)[at % turns :: turns]
    ]
    noticed = {statement: bool(complaints(path)) for statement in changes(original, path, updates)}
    assert noticed
    assert [statement for statement in noticed if not noticed[statement]] == []


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(pair) for pair in COLUMNS])
def test_a_change_in_any_column_leads_to_no_other_errors_than_ours(
    table: str, column: str, original: Path, path: Path
) -> None:
    row = rows_of(original, table)[0]
    unexpected = []
    for statement in changes(
        original,
        path,
        [
            f"UPDATE {table} SET {column} = {value.format(column)} WHERE {row}"
            for value in ("7", "'x'", "NULL", UNREADABLE)
        ],
    ):
        try:
            with contextlib.closing(SqliteStore(path)) as store:
                store._file.raw.execute("PRAGMA synchronous = OFF")  # no power is lost here
                use_all_of(store)
        except StoreError:
            pass  # it cannot even be opened, and says so
        except Exception as error:
            unexpected.append((statement, repr(error)))
    assert unexpected == []


def use_all_of(store: SqliteStore) -> None:
    """Do everything that can be done with a store; whatever it refuses, it refuses as it should."""
    store.problems()
    for use in (
        lambda: list(store.page(9)),
        lambda: list(store.page(9, Filter(player="Ann", result="1"))),
        store.tallies,
        store.last_unfinished,
        lambda: store.last_of_matches(9),
        lambda: store.games_of_match(1),
        lambda: store.setup(1),
        lambda: store.record(1),
        lambda: store.events(1, 2),
        lambda: play(resume(store, 2), "5"),
        lambda: take_back(resume(store, 2), 0),
        lambda: hint(resume(store, 2), 1),
        lambda: resume(store, 2).submit(Resign(2)),
        lambda: resume(store, 1).submit(NextGame(1)),
        lambda: play(begin(store), "5"),
        lambda: store.add_records([dataclasses.replace(IMPORTED, uid="another")]),
        lambda: store.delete(1),
    ):
        with contextlib.suppress(StoreError, Damaged, KeyError, Refused):
            use()


@pytest.mark.parametrize("column", TABLES["games"])
def test_a_changed_game_is_set_aside_and_named_while_the_others_open(
    column: str, original: Path, path: Path
) -> None:
    with contextlib.closing(SqliteStore(original)) as store:
        intact = {number: record for number, record in records_in(store).items() if number != 1}
    updates = [f"UPDATE games SET {column} = {value.format(column)} WHERE id = 1" for value in VALUES]
    for statement in changes(original, path, updates):
        with contextlib.closing(SqliteStore(path)) as store:
            assert {number: store.record(number) for number in intact} == intact, statement
            assert set(intact) <= set(numbers_of(store)), statement
            if column == "id":
                continue
            with pytest.raises(Damaged, match="game 1"):
                store.record(1)
            assert [number for number, row in store.page(9) if isinstance(row, Damaged)] == [1], statement
            problems = store.problems()
            assert any("game 1" in problem for problem in problems), statement
            assert not any(f"game {number}" in problem for problem in problems for number in intact)


@pytest.mark.parametrize("column", TABLES["events"])
def test_a_game_with_a_changed_event_is_named_and_not_gone_on_with(
    column: str, original: Path, path: Path
) -> None:
    updates = [
        f"UPDATE events SET {column} = {value.format(column)} WHERE game = 2 AND number = {number}"
        for value in VALUES
        for number in (7, 9, 10)
    ]
    for statement in changes(original, path, updates):
        with contextlib.closing(SqliteStore(path)) as store:
            assert set(numbers_of(store)) == {1, 2, 3, 4, 5}, statement
            problems = store.problems()
            assert any("game 2" in problem for problem in problems), statement
            assert [problem for problem in problems if "game 1" in problem or "game 4" in problem] == []
            with pytest.raises(Damaged, match="game 2"):
                store.events(2)
            with pytest.raises(Damaged, match="game 2"):
                resume(store, 2)


def test_a_game_that_is_damaged_meanwhile_is_not_written_to(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    with contextlib.closing(SqliteStore(path)) as store:
        journal = resume(store, 2)
        raw(path, "UPDATE games SET player1 = 'x' WHERE id = 2")
        before = dump(path)
        with pytest.raises(StoreError, match="game 2: what is kept about it is not as it was written"):
            play(journal, "5")
        assert dump(path) == before


@pytest.mark.parametrize("column", TABLES["moves"])
def test_a_game_with_a_changed_move_is_set_aside_and_named_while_the_others_open(
    column: str, original: Path, path: Path
) -> None:
    with contextlib.closing(SqliteStore(original)) as store:
        intact = {number: record for number, record in records_in(store).items() if number != 1}
    updates = [
        f"UPDATE moves SET {column} = {value.format(column)} WHERE game = 1 AND ply = {ply}"
        for value in VALUES
        for ply in (0, 2, 3)
        if (column, value) != ("game", "{0} + 1")  # that would damage another game as well
    ]
    for statement in changes(original, path, updates):
        with contextlib.closing(SqliteStore(path)) as store:
            assert {number: store.record(number) for number in intact} == intact, statement
            with pytest.raises(Damaged, match="game 1"):
                store.record(1)
            assert any("game 1" in problem for problem in store.problems()), statement


@pytest.mark.parametrize(
    ("table", "column", "row"),
    [
        ("games", "player1", "id = 1"),
        ("games", "seal", "id = 1"),
        ("games", "extra", "id = 1"),
        ("moves", "text", "game = 1 AND ply = 1"),
        ("moves", "hash", "game = 1 AND ply = 3"),
    ],
)
def test_a_game_with_text_that_is_none_is_set_aside_and_named_while_the_others_open(
    table: str, column: str, row: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    raw(path, f"UPDATE {table} SET {column} = {UNREADABLE} WHERE {row}")
    with contextlib.closing(SqliteStore(path)) as store:
        assert [number for number in numbers_of(store) if number != 1] == [5, 4, 3, 2]
        assert store.games_of_match(3)[0][0] == 4
        assert any("game 1" in problem for problem in store.problems())
        with pytest.raises(Damaged, match="game 1"):
            store.record(1)


def test_a_check_goes_on_after_text_that_is_none(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(
        path,
        f"UPDATE matches SET who1 = {UNREADABLE} WHERE id = 1",
        "UPDATE matches SET who2 = 'x' WHERE id = 2",
    )
    with contextlib.closing(SqliteStore(path)) as store:
        found = store.problems()
    assert any("match 1" in problem for problem in found)
    assert any("match 2" in problem for problem in found)


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(pair) for pair in COLUMNS])
def test_a_file_in_which_the_name_of_a_column_has_changed_is_refused(
    table: str, column: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    raw(
        path,
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET sql = replace(sql, ' {column} ', ' x{column} ') WHERE name = '{table}'",
        f"UPDATE sqlite_master SET sql = replace(sql, '({column} ', '(x{column} ') WHERE name = '{table}'",
    )
    assert complaints(path) != []
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(path)


def test_a_game_without_events_opens_where_those_of_other_games_cannot_be_read(
    original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(content)
    with contextlib.closing(SqliteStore(path)) as store:
        assert (store.events(5), store.record(5).moves) == ([], IMPORTED.moves)
        assert not resume(store, 5).session.under_way
        with pytest.raises(StoreError, match="malformed"):
            store.events(2)
