"""Attempts, lessons and keys to tables that were changed in the file: named, refused, and forgotten whole."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored import ROOM, raw

from numduel.store.attempts import Attempt
from numduel.store.errors import Damaged, StoreError
from numduel.store.lessons import Place
from numduel.store.rooms import RoomKey
from numduel.store.sqlite import SqliteStore

AT = "2026-11-16T12:00:00Z"
TRY = Attempt(puzzle="abcdefg", at=AT, right=True, hints=1)
HERE = Place(lesson="operation-duel", seed=3, done=7, steps=52, missed=(3, 5), at=AT)
THERE = Place(lesson="digit-stack", seed=4, done=1, steps=9, at=AT)


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    """A file with attempts and lessons of two people, and a table with two keys."""
    with contextlib.closing(SqliteStore(path)) as opened:
        opened.attempts.add("Ann", [TRY, TRY])
        opened.attempts.add("Ben", [TRY])
        for player in ("Ann", "Ben"):
            opened.lessons.keep(player, HERE)
            opened.lessons.keep(player, THERE)
        opened.rooms.add([ROOM])
        assert opened.problems() == []
        yield opened


CHANGES = ["at = 'never'", "seal = x'00'"]


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_attempt_is_named_by_its_number_and_forgotten_with_the_others(
    change: str, store: SqliteStore
) -> None:
    raw(store.path, f"UPDATE attempts SET {change} WHERE id = 2")
    one, other = store.attempts.of("Ann")
    assert one == TRY
    assert isinstance(other, Damaged)
    assert str(other) == "attempt 2 at a puzzle is not as it was written"
    assert store.attempts.of("Ben") == [TRY]
    assert store.problems()[0] == "attempt '2' is not as it was written"
    assert store.attempts.delete("Ann") == 2
    assert (store.attempts.of("Ann"), store.problems()) == ([], [])


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_place_is_named_by_its_lesson_and_forgotten_with_the_others(
    change: str, store: SqliteStore
) -> None:
    raw(store.path, f"UPDATE lessons SET {change} WHERE player = 'Ann' AND seed = 3")
    one, other = store.lessons.of("Ann")
    assert one == THERE
    assert str(other) == "the place in the lesson 'operation-duel' is not as it was written"
    assert store.lessons.of("Ben") == [THERE, HERE]
    assert store.problems()[0] == "place in the lesson 'operation-duel' is not as it was written"
    assert store.lessons.delete("Ann") == 2
    assert (store.lessons.of("Ann"), store.problems()) == ([], [])


@pytest.mark.parametrize("change", CHANGES)
def test_a_new_place_takes_that_of_a_damaged_one(change: str, store: SqliteStore) -> None:
    raw(store.path, f"UPDATE lessons SET {change} WHERE player = 'Ann' AND seed = 3")
    store.lessons.keep("Ann", HERE)
    assert (store.lessons.of("Ann"), store.problems()) == ([THERE, HERE], [])


@pytest.mark.parametrize("change", ["until = 'never'", "seal = x'00'"])
def test_a_damaged_key_opens_nothing_and_goes_with_its_table(change: str, store: SqliteStore) -> None:
    row, (one, other) = ROOM
    refusal = f"a key to table '{row.id}' is not as it was written"
    raw(store.path, f"UPDATE room_keys SET {change} WHERE contestant = 1")
    with pytest.raises(Damaged, match=refusal):
        store.rooms.find(row.id)
    for gone, come in (([other], []), ([], [other])):
        with pytest.raises(Damaged, match=refusal):
            store.rooms.change_keys(row.id, gone=gone, come=come)
    store.rooms.change_keys(row.id, gone=[one])
    assert store.rooms.of_match(row.match) == row.id
    assert store.problems()[0] == f"key '{row.id}' is not as it was written"
    store.rooms.delete(row.id)
    assert (store.rooms.of_match(row.match), store.problems()) == (None, [])


def test_keys_are_changed_all_or_none(store: SqliteStore) -> None:
    row, keys = ROOM
    another = RoomKey(room=row.id, contestant=0, hash="33cc")
    with pytest.raises(StoreError, match="this key to a seat has been used or taken back"):
        store.rooms.change_keys(row.id, gone=[keys[0], another])
    with pytest.raises(StoreError, match="this key to a seat is another one already"):
        store.rooms.change_keys(
            row.id, come=[another, RoomKey(room=row.id, contestant=0, hash="33cc", until=AT)]
        )
    assert set(store.rooms.find(row.id)[1]) == set(keys)
    assert store.problems() == []
