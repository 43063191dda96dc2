"""Checking a whole file: what fits its seal, but not the rules or what else is kept, is found as well."""

import contextlib
from collections.abc import Iterator

import pytest
from stored import IMPORTED

from numduel.core.frozen import replace
from numduel.store import census as census_module
from numduel.store import schema
from numduel.store.census import NOT_THOSE_COUNTED, Census, rows_gone
from numduel.store.changes import insert_game
from numduel.store.check import problems
from numduel.store.errors import NotAStore
from numduel.store.rows import as_row
from numduel.store.seals import SealedConnection

ROW = as_row(IMPORTED, "somebody's")


@pytest.fixture
def raw() -> Iterator[SealedConnection]:
    """A file in memory, with nothing in it."""
    with contextlib.closing(schema.empty()) as connection:
        yield connection


def keep(raw: SealedConnection, *moves: str, uid: str = "somebody's") -> None:
    """Keep a game with moves that nobody checks."""
    census = Census(raw)
    insert_game(census, replace(ROW, uid=uid, moves=len(moves)), moves)
    census.write()


def test_a_game_as_it_was_written_is_in_order(raw: SealedConnection) -> None:
    keep(raw, *map(str, IMPORTED.moves))
    assert list(problems(raw)) == []


def test_a_game_that_was_never_played_by_the_rules_is_found(raw: SealedConnection) -> None:
    keep(raw, *map(str, IMPORTED.moves[:-1]), "nonsense")
    found, last = problems(raw)
    assert found == "game 1 cannot be replayed: move 7: there is no move 'nonsense' in Operation Duel"
    assert last == NOT_THOSE_COUNTED


@pytest.mark.parametrize(("table", "count"), [("moves", 1), ("moves", 2), ("events", 1), ("events", 3)])
def test_what_belongs_to_no_game_is_counted(table: str, count: int, raw: SealedConnection) -> None:
    for number in range(count):
        raw.execute(f"INSERT INTO {table} VALUES (7, {number}, 'x', x'')")
    assert list(problems(raw)) == [f"{count} {table} belong to no game"]


def test_a_count_that_is_not_of_what_is_there_is_found_last(raw: SealedConnection) -> None:
    keep(raw, *map(str, IMPORTED.moves))
    raw.execute("DELETE FROM games")
    first, *_, last = problems(raw)
    assert (first, last) == (f"{len(IMPORTED.moves)} moves belong to no game", NOT_THOSE_COUNTED)


def test_rows_that_have_come_are_not_taken_for_rows_that_have_gone(raw: SealedConnection) -> None:
    assert rows_gone(raw) == 0
    raw.execute("INSERT INTO rooms VALUES ('a', 1, '', '', '', x'')")
    assert rows_gone(raw) == 0
    keep(raw)
    raw.execute("DELETE FROM rooms")
    assert rows_gone(raw) == 0
    raw.execute("DELETE FROM games")
    assert rows_gone(raw) == 1


# The census


def test_what_goes_back_to_a_mark_was_never_noted(raw: SealedConnection) -> None:
    census = Census(raw)
    before = census.mark()
    census.note(1, come=b"\x07")
    census.note_number("matches", 4)
    census.add_linked("moves", [(1, 0, "a", b"")])
    between = census.mark()
    assert (between.rows, between.weights, between.last, between.linked) == (1, 7, (0, 4), (1, 0))
    census.note(2, gone=b"\x02")
    census.note_number("games", 9)
    census.add_linked("events", [(1, 1, "b", b"")])
    census.go_back(between)
    assert census.mark() == between
    census.go_back(before)
    assert census.mark() == before
    census.write()
    assert raw.execute("SELECT count(*) FROM moves").fetchone() == (0,)


@pytest.mark.parametrize("count", [1, 199, 200, 201, 401])
def test_any_number_of_moves_is_inserted_once_and_in_order(count: int, raw: SealedConnection) -> None:
    rows = [(1, ply, str(ply), b"h") for ply in range(count)]
    census = Census(raw)
    census.add_linked("moves", rows)
    census.write()
    census.write()
    assert raw.execute("SELECT * FROM moves ORDER BY ply").fetchall() == rows


def test_a_census_says_what_was_noted_by_every_transaction(raw: SealedConnection) -> None:
    for rows, seal, table, number in (
        (1, b"\x05", "games", 3),
        (1, b"\x06", "matches", 2),
        (1, b"", "games", 4),
    ):
        census = Census(raw)
        census.note(rows, come=seal)
        census.note_number(table, number)
        census.write()
        census.write()
    counted, seal = census_module.read(raw)
    assert (counted.rows, int.from_bytes(counted.total)) == (3, 11)
    assert (counted.last_game, counted.last_match, counted.proof) == (4, 2, None)
    assert seal == counted.seal(raw.sealer)


@pytest.mark.parametrize("table", ["games", "matches"])
def test_a_number_that_was_given_before_is_not_given_again(table: str, raw: SealedConnection) -> None:
    for number in (1, 2):
        census = Census(raw)
        census.note(1)
        census.note_number(table, number)
        census.write()
    census = Census(raw)
    census.note(1)
    census.note_number(table, 2)
    with pytest.raises(NotAStore) as refused:
        census.write()
    assert str(refused.value) == "it gives numbers to games that it has given before"


def test_a_census_that_somebody_changed_stays_one_that_does_not_fit(raw: SealedConnection) -> None:
    raw.execute("UPDATE census SET counted = 5")
    census = Census(raw)
    census.note(1)
    census.note_number("games", 1)
    census.write()
    counted, seal = census_module.read(raw)
    assert counted.rows == 6
    assert seal != counted.seal(raw.sealer)


def test_of_a_damaged_row_the_seal_that_was_counted_is_taken_out(raw: SealedConnection) -> None:
    for right in (b"\x01" * 32, b"\x02" * 32):
        census = Census(raw)
        census.note(1, come=right)
        census.write()
        gone = Census(raw)
        gone.note_removed([(b"\x01" * 32, b"\x02" * 32)])
        gone.write()
        counted, _ = census_module.read(raw)
        assert (counted.rows, counted.total) == (0, bytes(32))
        assert census_module.is_complete(raw)


def test_who_notes_nothing_needs_no_census(raw: SealedConnection) -> None:
    raw.execute("DELETE FROM census")
    Census(raw).write()
    for more, come in ((1, b""), (0, b"\x01")):
        census = Census(raw)
        census.note(more, come=come)
        with pytest.raises(NotAStore) as refused:
            census.write()
        assert str(refused.value) == "its count of games is gone"
