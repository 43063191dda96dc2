"""Attempts at puzzles are kept in order, by person, sealed and counted like everything else."""

import contextlib
import sqlite3
from pathlib import Path

from numduel.store.attempts import Attempt
from numduel.store.base import Store
from numduel.store.errors import Damaged
from numduel.store.sqlite import SqliteStore

ONE = Attempt(puzzle="abcdefg", at="2026-11-16T12:00:00Z", right=True)
OTHER = Attempt(puzzle="bcdefgh", at="2026-11-17T12:00:00Z", right=False, hints=2, day="2026-11-17")


def test_attempts_are_kept_in_order_and_by_person(any_store: Store) -> None:
    any_store.attempts.add("", [ONE])
    any_store.attempts.add("Ann", [OTHER])
    any_store.attempts.add("", [OTHER, ONE])
    assert any_store.attempts.of("") == [ONE, OTHER, ONE]
    assert any_store.attempts.of("Ann") == [OTHER]
    assert any_store.attempts.of("Ben") == []


def test_attempts_are_rewritten_whole_and_nobody_elses(any_store: Store) -> None:
    any_store.attempts.add("Ann", [ONE])
    any_store.attempts.add("", [ONE])
    any_store.attempts.rewrite("Ann", lambda kept: [OTHER, *(one for one in kept if one == ONE)])
    any_store.attempts.rewrite("Ben", lambda kept: [OTHER])
    assert any_store.attempts.of("Ann") == [OTHER, ONE]
    assert any_store.attempts.of("Ben") == [OTHER]
    assert any_store.attempts.of("") == [ONE]
    assert not any_store.problems()


def test_attempts_are_forgotten_on_request(any_store: Store) -> None:
    any_store.attempts.add("Ann", [ONE, OTHER])
    any_store.attempts.add("", [ONE])
    assert any_store.attempts.delete("Ann") == 2
    assert any_store.attempts.delete("Ann") == 0
    assert any_store.attempts.of("Ann") == []
    assert any_store.attempts.of("") == [ONE]
    assert not any_store.problems()


def test_attempts_outlive_the_store_that_kept_them(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.attempts.add("Ann", [ONE, OTHER])
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.attempts.of("Ann") == [ONE, OTHER]
        assert not store.problems()


def test_a_changed_attempt_is_set_aside_and_noticed(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.attempts.add("Ann", [ONE, OTHER])
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE attempts SET right = 1 WHERE id = 2")
        raw.commit()
    with contextlib.closing(SqliteStore(path)) as store:
        first, second = store.attempts.of("Ann")
        assert first == ONE
        assert isinstance(second, Damaged)
        assert "attempt '2' is not as it was written" in store.problems()
        assert store.attempts.delete("Ann") == 2
        assert not store.problems()


def test_an_attempt_that_is_gone_is_noticed(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.attempts.add("Ann", [ONE, OTHER])
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("DELETE FROM attempts WHERE id = 2")
        raw.commit()
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.problems()


def test_attempts_are_sealed_anew_with_everything_else(path: Path) -> None:
    key = b"sixteen letters!"
    with contextlib.closing(SqliteStore(path)) as store:
        store.attempts.add("Ann", [ONE])
        store.seal_anew(key)
    with contextlib.closing(SqliteStore(path, key=key)) as store:
        assert store.attempts.of("Ann") == [ONE]
        assert not store.problems()
