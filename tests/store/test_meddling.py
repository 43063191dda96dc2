"""Meddling: a file in which something could change rows on their way into it is read, not written into."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored import IMPORTED, begin, dump, play, raw

from numduel.store.errors import MeddledWith, StoreError
from numduel.store.journal import resume
from numduel.store.sqlite import SqliteStore

TRIGGER = "CREATE TRIGGER theirs BEFORE INSERT ON moves BEGIN SELECT raise(ignore); END"
WHY = "cannot be used: there is a trigger 'theirs' in it that could change what is written"
REPLACED = (
    "ALTER TABLE moves RENAME TO old",
    "CREATE TABLE moves (game INTEGER, ply INTEGER, text TEXT, hash BLOB, UNIQUE (game) ON CONFLICT IGNORE)",
    "INSERT INTO moves SELECT * FROM old",
    "DROP TABLE old",
)
MEDDLED_WITH = pytest.mark.parametrize(
    ("statements", "why"),
    [
        ((TRIGGER,), WHY),
        (REPLACED, "cannot be used: its table moves has been replaced by another"),
    ],
)


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with contextlib.closing(SqliteStore(path)) as store:
        yield store


@MEDDLED_WITH
def test_a_store_that_could_drop_what_is_written_is_not_written_into_from_then_on(
    statements: tuple[str, ...], why: str, store: SqliteStore
) -> None:
    journal = play(begin(store), "5")
    raw(store.path, *statements)
    before = dump(store.path)
    for _ in range(2):
        with pytest.raises(StoreError, match=why):
            play(journal, "5")
        with pytest.raises(MeddledWith, match=why):
            store.check_in_place()
    assert dump(store.path) == before
    assert store.record(1).moves == ("5",)


@MEDDLED_WITH
def test_a_store_that_could_drop_what_is_written_when_it_is_opened_is_read_and_not_written_into(
    statements: tuple[str, ...], why: str, path: Path
) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "5")
    raw(path, *statements)
    before = dump(path)
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.record(1).moves == ("5",)
        with pytest.raises(MeddledWith, match=why):
            store.check_writable()
        with pytest.raises(StoreError, match=why):
            play(resume(store, 1), "5")
        with pytest.raises(StoreError, match=why):
            store.add_records([IMPORTED])
    assert dump(path) == before


def test_a_store_is_written_into_again_when_the_trigger_is_gone(store: SqliteStore) -> None:
    journal = play(begin(store), "5")
    raw(store.path, TRIGGER)
    with pytest.raises(StoreError, match=WHY):
        play(journal, "5")
    raw(store.path, "DROP TRIGGER theirs")
    play(journal, "5")
    assert store.record(1).moves == ("5", "5")
    assert store.problems() == []


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE theirs (x)", "CREATE VIEW theirs AS SELECT * FROM moves", "ANALYZE"]
)
def test_what_cannot_change_any_row_keeps_nobody_from_playing_on(statement: str, store: SqliteStore) -> None:
    journal = play(begin(store), "5")
    raw(store.path, statement)
    play(journal, "5")
    assert store.record(1).moves == ("5", "5")
