"""Files that another program keeps locked or has switched to a write-ahead log: nobody waits for ever."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored import begin, play, records_in, refusal, restore

from numduel.store import connection
from numduel.store.backup import back_up
from numduel.store.sqlite import SqliteStore

LOGGED = "another program has switched it to a write-ahead log, and has it open"


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.0)


@pytest.fixture
def backup(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(original, tmp_path / "backup.db"))


@pytest.fixture
def kept(original: Path, path: Path) -> Path:
    """A store with games 1 to 5."""
    return Path(shutil.copy(original, path))


@contextlib.contextmanager
def other_program(path: Path, *statements: str) -> Iterator[None]:
    """Somebody else at a file."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        for statement in statements:
            other.execute(statement).fetchall()
        yield


def test_a_backup_that_somebody_keeps_locked_is_given_up(backup: Path, kept: Path) -> None:
    with other_program(backup, "BEGIN EXCLUSIVE"):
        said = refusal(lambda: restore(backup, kept))
    assert said == f"{str(backup)!a} cannot be used: another program keeps it locked"
    assert refusal(lambda: restore(backup, kept)) == ""


def test_a_store_is_not_replaced_while_somebody_reads_it_with_a_write_ahead_log(
    backup: Path, kept: Path
) -> None:
    reading = ("PRAGMA journal_mode = WAL", "BEGIN", "SELECT * FROM games")
    with other_program(kept, *reading):
        said = refusal(lambda: restore(backup, kept))
        assert [each.name for each in kept.parent.glob("*.replaced*")] == []
    assert said == f"{str(kept)!a} cannot be used: {LOGGED}"
    assert refusal(lambda: restore(backup, kept)) == ""


def test_a_store_that_somebody_has_left_with_a_write_ahead_log_is_replaced(backup: Path, kept: Path) -> None:
    with other_program(kept, "PRAGMA journal_mode = WAL", "DELETE FROM games WHERE id = 1"):
        pass
    assert refusal(lambda: restore(backup, kept)) == ""
    with contextlib.closing(SqliteStore(kept)) as store:
        assert len(records_in(store)) == 5
        assert store._file.value("PRAGMA journal_mode") == "delete"


def test_whoever_opens_a_store_is_told_who_has_it(kept: Path) -> None:
    with other_program(kept, "BEGIN EXCLUSIVE"):
        said = refusal(lambda: SqliteStore(kept))
    assert said == f"the store {str(kept)!a} cannot be used: another program keeps it locked"
    with other_program(kept, "PRAGMA journal_mode = WAL", "BEGIN", "SELECT * FROM games"):
        said = refusal(lambda: SqliteStore(kept))
    assert said == f"the store {str(kept)!a} cannot be used: {LOGGED}"


def test_a_store_that_somebody_keeps_locked_is_not_backed_up(kept: Path, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(kept)) as store:
        with other_program(kept, "BEGIN EXCLUSIVE"):
            said = refusal(lambda: back_up(store, tmp_path / "copy.db"))
        assert said == f"the store {str(kept)!a} cannot be used: another program keeps it locked"
        assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("busy", [False, True])
def test_a_store_in_use_goes_on_when_nobody_else_has_it_open_with_a_write_ahead_log(
    busy: bool, path: Path
) -> None:
    with contextlib.closing(SqliteStore(path, busy=busy)) as store:
        journal = play(begin(store), "5")
        with other_program(path, "PRAGMA journal_mode = WAL", "SELECT * FROM games"):
            assert refusal(lambda: play(journal, "5")).endswith(LOGGED)
            assert store.record(1).moves == ("5",)
        play(journal, "5")
        assert store.record(1).moves == ("5", "5")
        assert store._file.value("PRAGMA journal_mode") == ("persist" if busy else "delete")
        assert store.problems() == []
