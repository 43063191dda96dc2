"""Where people are in lessons is kept by person and lesson, sealed and counted like everything else."""

import contextlib
import dataclasses
import sqlite3
from pathlib import Path

from numduel.store.base import Store
from numduel.store.errors import Damaged
from numduel.store.lessons import Place
from numduel.store.sqlite import SqliteStore

HERE = Place(lesson="operation-duel", seed=0, done=7, steps=52, missed=(3, 5), at="2026-11-16T12:00:00Z")
LATER = dataclasses.replace(HERE, done=8, at="2026-11-17T12:00:00Z")
OTHER = dataclasses.replace(HERE, seed=7, missed=())


def test_a_place_takes_that_of_the_same_person_in_the_same_lesson(any_store: Store) -> None:
    any_store.lessons.keep("", HERE)
    any_store.lessons.keep("Ann", HERE)
    any_store.lessons.keep("", OTHER)
    any_store.lessons.keep("", LATER)
    assert any_store.lessons.of("") == [LATER, OTHER]
    assert any_store.lessons.of("Ann") == [HERE]
    assert any_store.lessons.of("Ben") == []
    assert not any_store.problems()


def test_a_place_that_takes_another_ones_place_is_all_that_is_written_and_counted(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.lessons.keep("Ann", HERE)
        raw = sqlite3.connect(path)
        with contextlib.closing(raw):
            raw.execute("UPDATE lessons SET done = 9")
            raw.commit()
        assert store.problems()
        store.lessons.keep("Ann", LATER)  # what was damaged is gone, and that is no loss of another
        assert store.lessons.of("Ann") == [LATER]
        assert not store.problems()


def test_places_are_forgotten_on_request(any_store: Store) -> None:
    any_store.lessons.keep("Ann", HERE)
    any_store.lessons.keep("Ann", OTHER)
    any_store.lessons.keep("", HERE)
    assert any_store.lessons.delete("Ann") == 2
    assert any_store.lessons.delete("Ann") == 0
    assert any_store.lessons.of("") == [HERE]
    assert not any_store.problems()


def test_places_outlive_the_store_and_are_sealed_anew_with_everything_else(path: Path) -> None:
    key = b"sixteen letters!"
    with contextlib.closing(SqliteStore(path)) as store:
        store.lessons.keep("Ann", HERE)
        store.seal_anew(key)
    with contextlib.closing(SqliteStore(path, key=key)) as store:
        assert store.lessons.of("Ann") == [HERE]
        assert not store.problems()


def test_a_changed_place_is_set_aside_noticed_and_can_be_replaced(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.lessons.keep("Ann", HERE)
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE lessons SET done = 51")
        raw.commit()
    with contextlib.closing(SqliteStore(path)) as store:
        (found,) = store.lessons.of("Ann")
        assert isinstance(found, Damaged)
        assert "place in the lesson 'operation-duel' is not as it was written" in store.problems()
        store.lessons.keep("Ann", LATER)
        assert store.lessons.of("Ann") == [LATER]
        assert not store.problems()


def test_a_place_that_is_gone_is_noticed(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.lessons.keep("Ann", HERE)
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("DELETE FROM lessons")
        raw.commit()
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.problems()
