"""A damaged row that looks like that of a game in which nothing has happened: it is not passed over."""

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored import SETUP, begin, hint, play, raw, take_back

from numduel.match.events import NextGame, Resign
from numduel.store.base import Filter, GameRow
from numduel.store.errors import Damaged
from numduel.store.journal import Journal
from numduel.store.rooms import RoomRow
from numduel.store.sqlite import SqliteStore

AT = "2026-01-02T03:04:05Z"
AS_IF_UNTOUCHED = "UPDATE games SET moves = 0, ending = NULL, hints1 = 0, hints2 = 0, undos = 0"
FILTERS = {
    "all": Filter(),
    "of a player": Filter(player="Ann"),
    "of a game": Filter(game="digit-stack"),
    "unfinished": Filter(result="unfinished"),
}


def won(journal: Journal) -> None:
    play(journal, *"2589")


def resigned(journal: Journal) -> None:
    journal.submit(Resign(1))


def hinted(journal: Journal) -> None:
    hint(journal, 2)


def taken_back(journal: Journal) -> None:
    play(journal, "2")
    take_back(journal, 0)


@pytest.fixture(params=[won, resigned, hinted, taken_back])
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[SqliteStore]:
    """A store with game 1, whose row is damaged, and game 2, in which nothing has happened."""
    setup = dataclasses.replace(SETUP, rounds=None)
    with contextlib.closing(SqliteStore(path)) as opened:
        request.param(begin(opened, setup))
        begin(opened, setup)
        raw(path, f"{AS_IF_UNTOUCHED} WHERE id = 1")
        yield opened


@pytest.mark.parametrize("where", FILTERS.values(), ids=FILTERS)
def test_a_page_names_it(where: Filter, store: SqliteStore) -> None:
    ((number, found),) = store.page(20, where)
    assert number == 1
    assert isinstance(found, Damaged)


def test_it_is_the_last_game_and_not_the_one_in_which_nothing_has_happened(store: SqliteStore) -> None:
    assert store.last_unfinished() == 1
    assert store.last_of_matches(20) == [1]


def test_it_is_not_cleared_away_with_a_table_at_which_nobody_has_played(store: SqliteStore) -> None:
    rooms = [RoomRow(id=f"room{match}", match=match, options="{}", created=AT, used=AT) for match in (1, 2)]
    store.rooms.add([(room, ()) for room in rooms])
    assert store.clear_unplayed("2027") == 1
    assert store.rooms.of_match(1) == "room1"
    assert store.count() == 1


def test_a_game_in_which_nothing_has_happened_is_passed_over(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = begin(store)
        won(journal)
        journal.submit(NextGame(1))
        assert [number for number, row in store.page(20) if isinstance(row, GameRow)] == [1]
        assert store.last_unfinished() is None
