"""Names that SQLite gives to what belongs to a file, and files of others that have such names."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from stored import begin, numbers_of, play

from numduel.store.errors import StoreError
from numduel.store.private import SIDE_FILES
from numduel.store.sqlite import SqliteStore


@pytest.mark.parametrize("suffix", SIDE_FILES)
def test_a_store_is_not_given_the_name_of_what_belongs_to_another(suffix: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"SQLite would take it for a part of 'games\.db', and remove it"):
        SqliteStore(tmp_path / f"games.db{suffix}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", ["-journal", "-wal"])
def test_somebodys_file_that_is_called_like_a_journal_is_not_removed(suffix: str, tmp_path: Path) -> None:
    diary = tmp_path / f"notes{suffix}"
    diary.write_text("my diary")
    with pytest.raises(StoreError, match=f"'notes{suffix}' lies beside it, and is no file that SQLite"):
        SqliteStore(tmp_path / "notes")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [(diary.name, "my diary")]


@pytest.mark.parametrize("busy", [False, True])
def test_a_journal_that_a_killed_program_has_left_is_one_of_sqlites_own(busy: bool, path: Path) -> None:
    with contextlib.closing(SqliteStore(path, busy=busy)) as store:
        play(begin(store), "5")
    copy, journal = path.with_name("copy.db"), path.with_name("copy.db-journal")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_spill = 1")
        writer.execute("PRAGMA cache_size = 2")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("CREATE TABLE other AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                       "WHERE i < 5000) SELECT i, randomblob(100) FROM n")  # fmt: skip
        copy.write_bytes(path.read_bytes())
        journal.write_bytes(path.with_name(f"{path.name}-journal").read_bytes())
    assert journal.stat().st_size > 0
    with contextlib.closing(SqliteStore(copy)) as store:
        assert (numbers_of(store), store.problems()) == ([1], [])


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_what_belongs_to_the_file_of_another_program_is_left_alone(mode: str, tmp_path: Path) -> None:
    theirs, copy = tmp_path / "theirs.db", tmp_path / "copy.db"
    with contextlib.closing(sqlite3.connect(theirs, isolation_level=None)) as writer:
        writer.execute(f"PRAGMA journal_mode = {mode}")
        writer.execute("CREATE TABLE things (thing)")
        writer.execute("BEGIN IMMEDIATE" if mode == "DELETE" else "SELECT 1")
        writer.execute("INSERT INTO things VALUES (1)")
        for suffix in ("", *SIDE_FILES):
            beside = Path(f"{theirs}{suffix}")
            if beside.exists():
                Path(f"{copy}{suffix}").write_bytes(beside.read_bytes())
    before = {each.name: each.read_bytes() for each in tmp_path.glob("copy*")}
    assert len(before) > 1
    with pytest.raises(StoreError, match="it is a file of some other program"):
        SqliteStore(copy)
    assert {each.name: each.read_bytes() for each in tmp_path.glob("copy*")} == before
