"""A new store is private whatever the umask, and what another program made is never taken over."""

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored import begin, play, raw

from numduel.store.errors import StoreError
from numduel.store.sqlite import SqliteStore


@contextlib.contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


@pytest.mark.parametrize("mask", [0, 0o22, 0o77, 0o777])
def test_a_new_store_is_for_its_owner_alone(mask: int, tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "of mine" / "games.db"
    with umask(mask), contextlib.closing(SqliteStore(path, busy=True)) as store:
        play(begin(store), "5")
        made = modes(path.parent)
    assert modes(tmp_path) == {"a folder": 0o700}
    assert modes(tmp_path / "a folder") == {"of mine": 0o700}
    assert made == dict.fromkeys(("games.db", "games.db-journal"), 0o600)


def test_folders_and_files_that_were_there_keep_their_modes(tmp_path: Path) -> None:
    path = tmp_path / "shared" / "games.db"
    path.parent.mkdir()
    path.touch()
    path.chmod(0o640)
    path.parent.chmod(0o750)
    SqliteStore(path).close()
    assert (modes(tmp_path), modes(path.parent)) == ({"shared": 0o750}, {"games.db": 0o640})


def test_a_store_behind_a_link_that_leads_nowhere_is_private_too(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "real" / "games.db")
    with umask(0):
        SqliteStore(tmp_path / "link.db").close()
    assert modes(tmp_path / "real") == {"games.db": 0o600}


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
@pytest.mark.parametrize(
    "statements",
    [
        ("PRAGMA user_version = 3",),
        ("PRAGMA application_id = 7",),
        ("CREATE TABLE theirs (x)", "DROP TABLE theirs"),
        ("CREATE TABLE theirs (x)",),
    ],
)
def test_another_programs_file_is_refused_untouched_even_an_empty_one(
    statements: tuple[str, ...], journal: str, path: Path
) -> None:
    raw(path, f"PRAGMA journal_mode = {journal}", *statements)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a file of some other program"):
        SqliteStore(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_another_programs_file_is_refused_while_that_program_writes(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as theirs:
        theirs.execute("PRAGMA user_version = 3")
        theirs.execute("BEGIN IMMEDIATE")
        theirs.execute("PRAGMA user_version = 4")
        with pytest.raises(StoreError, match="a file of some other program"):
            SqliteStore(path)
        theirs.execute("COMMIT")
        assert theirs.execute("PRAGMA user_version").fetchone() == (4,)


def test_a_file_of_no_bytes_is_nobodys_and_becomes_a_store(path: Path) -> None:
    path.touch()
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "5")
        assert store.problems() == []
