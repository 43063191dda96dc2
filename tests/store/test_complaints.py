"""What a store complains of: in one sentence, with the path of its file unless that is nobody's business."""

import resource
from pathlib import Path

import pytest

from numduel.store.base import Store
from numduel.store.connection import ROOM, Connection
from numduel.store.errors import NoSuchGame, StoreError
from numduel.store.schema import journal_mode
from numduel.store.sqlite import SqliteStore


def test_what_is_no_store_is_named(path: Path) -> None:
    path.write_text("no store at all, but long enough to be looked at. " * 100, encoding="utf-8")
    with pytest.raises(StoreError, match=r"^the store '.*games.db' cannot be used: "):
        SqliteStore(path)


def test_the_path_is_told_unless_it_is_nobodys_business(path: Path) -> None:
    connection = Connection(str(path))
    try:
        assert str(connection.error("so")) == f"the store {str(path)!a} cannot be used: so"
        connection.tells_path = False
        assert str(connection.error("so")) == "the store cannot be used: so"
    finally:
        connection.close()


def test_what_there_is_not_cannot_be_deleted(any_store: Store) -> None:
    with pytest.raises(NoSuchGame):
        any_store.delete(7)


def test_a_path_that_was_hidden_is_told_to_nobody(path: Path) -> None:
    store = SqliteStore(path)
    store.hide_path()
    path.unlink()
    try:
        with pytest.raises(
            StoreError, match=r"^the store cannot be used: the file has been deleted or replaced$"
        ):
            store.check_writable()
    finally:
        store.close()


@pytest.mark.parametrize("room", [0, ROOM // 2])
def test_the_limit_on_files_is_told_where_the_file_may_not_grow(path: Path, room: int) -> None:
    store, before = SqliteStore(path), resource.getrlimit(resource.RLIMIT_FSIZE)
    most = path.stat().st_size + room
    why = rf"no file may have more than {most:,} bytes here \(ulimit -f\)$"
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
        with pytest.raises(StoreError, match=why):
            store.check_writable()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        store.close()


def test_who_is_busy_keeps_the_rollback_journal_in_place(path: Path) -> None:
    assert [journal_mode(), journal_mode(busy=True)] == ["DELETE", "PERSIST"]
