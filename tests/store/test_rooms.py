"""Rooms: tables of a server in a store, whatever it keeps them in, and games kept from their beginning."""

import contextlib
import dataclasses
from pathlib import Path
from typing import Any

import pytest
from stored import KINDS, ROOM, SETUP, begin, new_store, number_of, numbers_of, play, raw

from numduel.match.events import NextGame, OfferDraw, Sit
from numduel.match.session import Session
from numduel.store.base import Filter, Store, Summary
from numduel.store.errors import Damaged, NoSuchRoom, StoreError
from numduel.store.journal import Journal, resume
from numduel.store.rooms import RoomKey, RoomRow
from numduel.store.sqlite import SqliteStore

ROW, KEYS = ROOM


def another(**changes: Any) -> RoomRow:
    values: dict[str, Any] = {"id": "another234", "match": 2}
    return dataclasses.replace(ROW, **values | changes)


def key(contestant: int, hashed: str, until: str | None = None) -> RoomKey:
    return RoomKey(room=ROW.id, contestant=contestant, hash=hashed, until=until)


# Tables and keys


def test_a_table_is_found_with_its_keys(any_store: Store) -> None:
    any_store.rooms.add([ROOM])
    row, keys = any_store.rooms.find(ROW.id)
    assert (row, sorted(keys, key=lambda each: each.contestant)) == (ROW, list(KEYS))
    assert (any_store.rooms.of_match(1), any_store.rooms.of_match(2)) == (ROW.id, None)
    assert any_store.problems() == []


def test_a_table_that_is_not_there_cannot_be_found(any_store: Store) -> None:
    for use in (any_store.rooms.find, any_store.rooms.delete, any_store.rooms.change_keys):
        with pytest.raises(NoSuchRoom, match="there is no table 'nowhere'"):
            use("nowhere")
    any_store.rooms.use({"nowhere": "2026-01-02T03:04:05Z"})


@pytest.mark.parametrize("changes", [{"match": 1}, {"id": ROW.id}])
def test_a_name_and_a_match_belong_to_one_table(any_store: Store, changes: dict[str, Any]) -> None:
    any_store.rooms.add([ROOM])
    third, clashing = another(id="third23456", match=3), another(**changes)
    keys = {row: [RoomKey(room=row.id, contestant=0, hash="44ee")] for row in (clashing, third)}
    refused, kept = any_store.rooms.add([(row, keys[row]) for row in (clashing, third)])
    assert (str(refused), kept) == ("this game is played at a table already", None)
    assert any_store.rooms.find(third.id) == (third, keys[third])
    assert any_store.rooms.of_key("44ee", 9) == [third]
    assert any_store.rooms.find(ROW.id)[0] == ROW
    assert any_store.problems() == []


def test_somebody_finds_their_tables_from_the_one_used_last_back(any_store: Store) -> None:
    mine = RoomKey(room="another234", contestant=1, hash="00ff")
    any_store.rooms.add([ROOM, (another(used="2026-05-02T03:04:05Z"), [mine])])
    assert [row.id for row in any_store.rooms.of_key("00ff", 9)] == ["another234", ROW.id]
    any_store.rooms.use({ROW.id: "2026-06-02T03:04:05Z"})
    assert [row.id for row in any_store.rooms.of_key("00ff", 9)] == [ROW.id, "another234"]
    assert [row.id for row in any_store.rooms.of_key("00ff", 1)] == [ROW.id]
    assert any_store.rooms.of_key("11ee", 9) == []  # one that is still to be handed in opens nothing
    assert any_store.problems() == []


def test_a_key_is_handed_in_once(any_store: Store) -> None:
    any_store.rooms.add([ROOM])
    handed_in = KEYS[1]
    any_store.rooms.change_keys(ROW.id, gone=[handed_in], come=[key(1, "22dd")])
    assert {each.hash for each in any_store.rooms.find(ROW.id)[1]} == {"00ff", "22dd"}
    with pytest.raises(StoreError, match="has been used or taken back"):
        any_store.rooms.change_keys(ROW.id, gone=[handed_in], come=[key(1, "33cc")])
    assert {each.hash for each in any_store.rooms.find(ROW.id)[1]} == {"00ff", "22dd"}
    assert any_store.problems() == []


def test_a_key_may_be_given_twice_but_not_as_another(any_store: Store) -> None:
    any_store.rooms.add([ROOM])
    any_store.rooms.change_keys(ROW.id, come=[key(0, "00ff"), key(1, "00ff")])
    assert len(any_store.rooms.find(ROW.id)[1]) == 3
    with pytest.raises(StoreError, match="another one already"):
        any_store.rooms.change_keys(ROW.id, come=[key(0, "00ff", "2027-01-01T00:00:00Z")])
    assert any_store.problems() == []


def test_a_seat_is_given_to_nobody_else_where_somebody_has_its_key(any_store: Store) -> None:
    any_store.rooms.add([ROOM])
    any_store.rooms.change_keys(ROW.id, come=[key(1, "22dd")], free=1)  # a link to it is no key yet
    any_store.rooms.change_keys(ROW.id, come=[key(1, "22dd")], free=1)
    with pytest.raises(StoreError, match="this seat is taken"):
        any_store.rooms.change_keys(ROW.id, come=[key(1, "33cc")], free=1)
    assert {each.hash for each in any_store.rooms.find(ROW.id)[1]} == {"00ff", "11ee", "22dd"}
    assert any_store.problems() == []


def test_a_deleted_table_leaves_nothing(any_store: Store) -> None:
    any_store.rooms.add([ROOM])
    any_store.rooms.delete(ROW.id)
    with pytest.raises(NoSuchRoom):
        any_store.rooms.find(ROW.id)
    assert any_store.rooms.of_key("00ff", 9) == []
    assert any_store.problems() == []
    any_store.rooms.add([ROOM])


def test_a_table_at_which_somebody_else_has_a_seat_is_not_deleted(any_store: Store) -> None:
    any_store.rooms.add([(ROW, [key(0, "00ff"), key(1, "00ff"), key(1, "22dd", "2099-01-01T00:00:00Z")])])
    any_store.rooms.change_keys(ROW.id, come=[key(1, "11ee")])
    with pytest.raises(StoreError, match="somebody else has a seat at this table by now"):
        any_store.rooms.delete(ROW.id, "00ff")
    any_store.rooms.change_keys(ROW.id, gone=[key(1, "11ee")])
    any_store.rooms.delete(ROW.id, "00ff")
    assert any_store.rooms.keys([ROW.id]) == {}
    assert any_store.problems() == []


def test_the_keys_to_many_tables_are_found_at_once_but_not_of_one_that_has_a_damaged_key(path: Path) -> None:
    other = RoomKey(room="another234", contestant=0, hash="00ff")
    with contextlib.closing(SqliteStore(path)) as store:
        store.rooms.add([ROOM, (another(), [other])])
        found = store.rooms.keys([ROW.id, "another234", "nowhere"])
        assert {room: set(keys) for room, keys in found.items()} == {ROW.id: set(KEYS), "another234": {other}}
        raw(path, f"UPDATE room_keys SET contestant = 1 - contestant WHERE room = '{ROW.id}'")
        assert store.rooms.keys([ROW.id, "another234"]) == {"another234": [other]}


def test_a_damaged_table_is_named_and_set_aside_and_can_be_deleted(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.rooms.add([ROOM, (another(), [RoomKey(room="another234", contestant=0, hash="00ff")])])
        raw(path, f"UPDATE rooms SET options = 'x' WHERE id = '{ROW.id}'")
        with pytest.raises(Damaged, match=f"table '{ROW.id}' is not as it was written"):
            store.rooms.find(ROW.id)
        assert [row.id for row in store.rooms.of_key("00ff", 9)] == ["another234"]
        assert store.problems()[0] == f"table '{ROW.id}' is not as it was written"
        store.rooms.delete(ROW.id)
        assert store.problems() == []


# Games from their beginning


def begin_at_once(store: Store) -> Journal:
    journal = Journal(Session(SETUP), store, from_beginning=True)
    journal.submit(NextGame(1))
    return journal


def test_a_game_may_be_kept_from_its_beginning(any_store: Store) -> None:
    journal = begin_at_once(any_store)
    assert journal.match == any_store.row(number_of(journal)).match is not None
    for command in (OfferDraw(2), Sit(1, "Eve")):
        journal.submit(command)
        taken_up = resume(any_store, number_of(journal), from_beginning=True).session
        assert (taken_up.number, taken_up.offers) == (journal.session.number, journal.session.offers)
        assert taken_up.setup == journal.session.setup
    assert any_store.problems() == []


def test_so_may_the_next_game_and_that_of_a_rematch(any_store: Store) -> None:
    journal = begin_at_once(any_store)
    for game in range(1, 5):
        play(journal, *"2589")
        journal.submit(NextGame(1))
        if game == 3:  # the match is over
            journal.submit(NextGame(2))
        taken_up = resume(any_store, number_of(journal), from_beginning=True)
        assert taken_up.session.game == journal.session.game == game + 1
        assert taken_up.session.number == journal.session.number
        assert taken_up.session.seats == journal.session.seats
        assert taken_up.session.match.points == journal.session.match.points
        journal = taken_up
    assert any_store.problems() == []


def test_a_game_in_which_nothing_has_happened_is_not_listed(any_store: Store) -> None:
    journal = begin_at_once(any_store)
    journal.submit(OfferDraw(2))
    assert (numbers_of(any_store), any_store.last_unfinished(), any_store.last_of_matches(9)) == (
        [],
        None,
        [],
    )
    assert list(any_store.page(9, Filter(result="unfinished"))) == []
    assert any_store.tallies() == Summary([], [])
    play(journal, "5")
    assert (numbers_of(any_store), any_store.last_unfinished(), any_store.last_of_matches(9)) == ([1], 1, [1])
    assert {tally.result for tally in any_store.tallies().tallies} == {"unfinished"}


@pytest.mark.parametrize("kind", KINDS)
def test_elsewhere_a_game_is_kept_from_its_first_move_on(kind: str, tmp_path: Path) -> None:
    with contextlib.closing(new_store(kind, tmp_path)) as store:
        journal = begin(store)
        assert (journal.last_saved, journal.match) == (None, None)


# Clearing


def tables(store: Store, *moves: tuple[str, ...]) -> list[RoomRow]:
    """Tables that were last used a day after another, at which so many moves were made."""
    rows = []
    for day, made in enumerate(moves, 1):
        journal = Journal(Session(SETUP), store, from_beginning=True)
        journal.submit(NextGame(1))
        play(journal, *made)
        used = f"2026-01-{day:02}T00:00:00Z"
        row = another(id=f"table{day:05}".replace("0", "a"), match=journal.match, created=used, used=used)
        store.rooms.add([(row, [dataclasses.replace(KEYS[0], room=row.id)])])
        rows.append(row)
    return rows


def names_kept(store: Store, rows: list[RoomRow]) -> list[int]:
    """Which of the tables are still there, from 1."""
    return [day for day, row in enumerate(rows, 1) if store.rooms.of_match(row.match) == row.id]


def test_tables_that_were_never_played_at_are_cleared_when_they_are_old(any_store: Store) -> None:
    rows = tables(any_store, (), ("2",), (), (), ())
    assert any_store.clear_unplayed("2026-01-05T00:00:00Z", spare={rows[2].id}) == 2
    assert names_kept(any_store, rows) == [2, 3, 5]
    assert any_store.games_of_match(rows[0].match) == []
    assert any_store.rooms.of_key(KEYS[0].hash, 9) == [rows[4], rows[2], rows[1]]
    assert len(any_store.games_of_match(rows[1].match)) == 1
    assert any_store.problems() == []
    assert any_store.clear_unplayed("2026-01-05T00:00:00Z", spare={rows[2].id}) == 0


def test_only_so_many_tables_are_cleared_at_once_the_oldest_first(any_store: Store) -> None:
    rows = tables(any_store, (), (), ())
    assert any_store.clear_unplayed("2027-01-01T00:00:00Z", most=2) == 2
    assert names_kept(any_store, rows) == [3]


def test_a_table_whose_games_were_deleted_is_cleared(any_store: Store) -> None:
    (row,) = tables(any_store, ("2",))
    [(game, _)] = any_store.games_of_match(row.match)
    any_store.delete(game)
    assert any_store.clear_unplayed("2027-01-01T00:00:00Z") == 1
    assert any_store.problems() == []
