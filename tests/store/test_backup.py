"""Backups: copies of a store that is in use, checked before they count, and put back without a loss."""

import contextlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from stored import begin, numbers_of, play, raw, records_in

from numduel.store import backup as backup_module
from numduel.store import connection as connection_module
from numduel.store.backup import back_up, checked_copy, replace_store
from numduel.store.errors import Damaged, StoreError
from numduel.store.sqlite import SqliteStore
from numduel.store.waiting import copy_pages


@pytest.fixture
def store(original: Path, path: Path) -> Iterator[SqliteStore]:
    """A store with games 1 to 5, alone in its folder."""
    with contextlib.closing(SqliteStore(Path(shutil.copy(original, path)))) as opened:
        yield opened


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere" / "copy.db"


def in_folder_of(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir() if each.is_file())


def restore(backup: Path, path: Path, key: bytes | None = None) -> Path | None:
    with checked_copy(backup, path, key) as (copy, _):
        return replace_store(path, copy)


# Backing up


def test_a_backup_is_a_store_of_its_own_with_every_game(store: SqliteStore, target: Path) -> None:
    assert back_up(store, target) == 5
    assert in_folder_of(target) == [target.name]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with contextlib.closing(SqliteStore(target)) as copy:
        assert records_in(copy) == records_in(store)
        assert copy.problems() == []
    assert in_folder_of(target) == [target.name]


def test_a_backup_made_during_play_is_of_one_moment(path: Path, target: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        journal = play(begin(other), "2")
        back_up(one, target)
        play(journal, "5")
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")  # somebody is about to write
            writer.execute("UPDATE games SET player1 = 'x'")
            back_up(one, target, replace=True)
        play(journal, "8")
    assert in_folder_of(target) == [target.name]
    with contextlib.closing(SqliteStore(target)) as copy:
        assert copy.record(1).moves == ("2", "5")
        assert copy.problems() == []


def test_what_is_there_already_is_replaced_only_if_that_is_wanted(store: SqliteStore, target: Path) -> None:
    target.write_text("something dear")
    with pytest.raises(StoreError, match="File exists"):
        back_up(store, target)
    assert (target.read_text(), in_folder_of(target)) == ("something dear", [target.name])
    back_up(store, target, replace=True)
    with contextlib.closing(SqliteStore(target)) as copy:
        assert records_in(copy) == records_in(store)


def test_a_damaged_store_gives_no_backup(store: SqliteStore, target: Path) -> None:
    raw(store.path, "UPDATE moves SET text = '9' WHERE game = 1 AND ply = 0")
    target.write_text("the last good one")
    with pytest.raises(Damaged, match="game 1: its move 1 is not as it was written"):
        back_up(store, target, replace=True)
    assert (target.read_text(), in_folder_of(target)) == ("the last good one", [target.name])


def test_the_first_fault_is_named_and_the_others_are_counted(store: SqliteStore, target: Path) -> None:
    raw(store.path, "UPDATE games SET player1 = 'x' WHERE id = 1")
    first, *others = store.problems()
    assert len(others) == 1
    with pytest.raises(Damaged) as refused:
        back_up(store, target)
    assert str(refused.value).endswith(f"{first} (and 1 more)")


def test_a_backup_goes_nowhere_that_it_could_do_harm(store: SqliteStore, target: Path) -> None:
    pipe = target.parent / "pipe"  # not a device of the system, which must outlive a test that fails
    os.mkfifo(pipe)
    for bad, reason in (
        (store.path, "the store itself"),
        (target.parent, "a folder"),
        (pipe, "a pipe, not a file"),
    ):
        with pytest.raises(StoreError, match=reason):
            back_up(store, bad, replace=True)
    Path(f"{target}-journal").write_text("of somebody who is writing")
    with pytest.raises(StoreError, match="lies beside it"):
        back_up(store, target, replace=True)
    with pytest.raises(StoreError, match="No such file or directory"):
        back_up(store, target.parent / "nowhere" / "copy.db")
    assert store.problems() == []


def test_a_backup_of_a_store_with_a_key_has_that_key(path: Path, target: Path) -> None:
    with contextlib.closing(SqliteStore(path, key=b"somebody's own")) as store:
        play(begin(store), "5")
        back_up(store, target)
    with pytest.raises(StoreError, match="sealed with a key"):
        SqliteStore(target)
    with contextlib.closing(SqliteStore(target, key=b"somebody's own")) as copy:
        assert copy.problems() == []


# Restoring


def test_a_backup_is_put_back_and_what_was_there_is_kept(store: SqliteStore, target: Path) -> None:
    before = records_in(store)
    back_up(store, target)
    store.delete(1)
    play(begin(store), "7")
    after = records_in(store)
    kept = restore(target, store.path)
    assert kept == Path(f"{store.path}.replaced")
    assert in_folder_of(store.path) == [store.path.name, kept.name]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert records_in(store) == before  # whoever has it open sees it too
    assert store.problems() == []
    with contextlib.closing(SqliteStore(kept)) as old:
        assert (records_in(old), old.problems()) == (after, [])
    assert restore(target, store.path) == Path(f"{store.path}.replaced-2")


def test_what_was_there_is_kept_where_somebody_interrupts_it_once_it_is_overwritten(
    store: SqliteStore, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(store, target)
    store.delete(1)
    after, kept = records_in(store), Path(f"{store.path}.replaced")

    def copy_and_interrupt(*arguments: Any) -> None:
        copy_pages(*arguments)
        if kept.exists():  # so this was the last of the copies, into the store itself
            raise KeyboardInterrupt

    monkeypatch.setattr(backup_module, "copy_pages", copy_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        restore(target, store.path)
    with contextlib.closing(SqliteStore(kept)) as old:
        assert records_in(old) == after


def test_whoever_plays_meanwhile_is_told_and_loses_nothing_that_was_kept(path: Path, target: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), "2")
        back_up(store, target)
        play(journal, "5")
        kept = restore(target, path)
        with pytest.raises(StoreError, match="game 1 is shorter than it was: the store was restored"):
            play(journal, "8")
        assert store.record(1).moves == ("2",)
        assert store.problems() == []
    assert kept is not None
    with contextlib.closing(SqliteStore(kept)) as old:
        assert old.record(1).moves == ("2", "5")


@pytest.mark.parametrize("there", [True, False])
def test_a_store_behind_a_link_is_put_back_where_the_link_leads(
    store: SqliteStore, target: Path, tmp_path: Path, there: bool
) -> None:
    back_up(store, target)
    far = tmp_path / "far"
    far.mkdir()
    if there:
        back_up(store, far / "games.db")
    link = tmp_path / "link.db"
    link.symlink_to(far / "games.db")
    kept = restore(target, link)
    assert kept == (Path(f"{far / 'games.db'}.replaced") if there else None)
    assert link.is_symlink()
    with contextlib.closing(SqliteStore(far / "games.db")) as found:
        assert records_in(found) == records_in(store)


def test_no_file_stays_open(store: SqliteStore, target: Path) -> None:
    before = os.listdir("/proc/self/fd")
    back_up(store, target)
    with checked_copy(target, store.path, None):
        pass
    assert os.listdir("/proc/self/fd") == before


def test_an_empty_file_is_no_store_and_is_not_kept(store: SqliteStore, target: Path, tmp_path: Path) -> None:
    back_up(store, target)
    empty = tmp_path / "empty.db"
    empty.touch()
    assert restore(target, empty) is None
    assert list(tmp_path.glob("empty.db*")) == [empty]
    with contextlib.closing(SqliteStore(empty)) as found:
        assert records_in(found) == records_in(store)


def test_nothing_is_replaced_while_somebody_else_is_writing(
    original: Path, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE", 0.0)
    with contextlib.closing(SqliteStore(Path(shutil.copy(original, path)))) as store:
        back_up(store, target)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked"):
                restore(target, path)
        assert len(records_in(store)) == 5
        assert not [name for name in in_folder_of(path) if "replaced" in name or name.startswith(".")]


@pytest.mark.parametrize("kept_bytes", [0, 100])
def test_a_wrecked_store_is_moved_aside(kept_bytes: int, store: SqliteStore, target: Path) -> None:
    back_up(store, target)
    path = target.with_name("games.db")
    path.write_bytes(store.path.read_bytes()[:kept_bytes] + b"no store any more" * 500)
    content = path.read_bytes()
    kept = restore(target, path)
    assert kept is not None
    assert kept.read_bytes() == content
    with contextlib.closing(SqliteStore(path)) as again:
        assert records_in(again) == records_in(store)


def test_a_store_that_is_gone_is_put_back_private(store: SqliteStore, target: Path, tmp_path: Path) -> None:
    back_up(store, target)
    new = tmp_path / "a new" / "folder" / "games.db"
    assert restore(target, new) is None
    assert in_folder_of(new) == [new.name]
    assert [stat.S_IMODE(each.stat().st_mode) for each in (new, new.parent)] == [0o600, 0o700]


def test_what_is_no_good_backup_replaces_nothing(store: SqliteStore, target: Path) -> None:
    before = store.path.read_bytes()
    back_up(store, target)
    good = target.read_bytes()
    raw(target, "UPDATE games SET player1 = 'x' WHERE id = 1")
    with pytest.raises(
        Damaged, match="nothing was replaced, since not all is as it was written: game 1"
    ) as refused:
        restore(target, store.path)
    with contextlib.closing(SqliteStore(target)) as damaged:
        others = len(damaged.problems()) - 1
    assert str(refused.value).endswith(f" (and {others} more)") == (others > 0)
    for content, reason in (
        (b"", "there is nothing in it"),
        (b"no store", "not a database"),
        (good[:5000], "malformed"),
    ):
        target.write_bytes(content)
        with pytest.raises(StoreError, match=reason):
            restore(target, store.path)
    target.unlink()
    with pytest.raises(StoreError, match="No such file"):
        restore(target, store.path)
    assert not target.exists()
    assert store.path.read_bytes() == before
    assert in_folder_of(store.path) == [store.path.name]


def test_a_file_of_another_program_is_neither_put_back_nor_replaced(store: SqliteStore, target: Path) -> None:
    other = target.with_name("other.db")
    raw(other, "CREATE TABLE theirs (x)")
    content = other.read_bytes()
    back_up(store, target)
    new = target.parent / "new" / "games.db"
    for backup, path in ((other, store.path), (target, other), (other, new)):
        with pytest.raises(StoreError, match="a file of some other program"):
            restore(backup, path)
    assert other.read_bytes() == content
    assert not new.parent.exists()


def test_a_backup_of_an_earlier_version_is_brought_up_to_date_and_stays_as_it_was(
    store: SqliteStore, target: Path
) -> None:
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.executescript(Path(__file__).with_name("version_1.sql").read_text(encoding="utf-8"))
    before = target.read_bytes()
    restore(target, store.path)
    assert len(numbers_of(store, 100)) == 16
    assert target.read_bytes() == before


def test_a_backup_to_which_somebody_is_writing_is_not_put_back(store: SqliteStore, target: Path) -> None:
    back_up(store, target)
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE games SET player1 = 'x'")
        with pytest.raises(StoreError, match="somebody is writing to it, or broke off"):
            restore(target, store.path)
    assert store.problems() == []


def test_a_disk_on_which_files_have_but_one_name_is_good_enough(
    store: SqliteStore, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    back_up(store, target)
    assert in_folder_of(target) == [target.name]
    target.write_text("something dear")
    with pytest.raises(StoreError, match="Operation not permitted"):
        back_up(store, target)
    assert target.read_text() == "something dear"
    shutil.rmtree(target.parent)
