"""Where backups go: links stay, what is beside stays, and every fault has its words."""

import contextlib
import os
import resource
import shutil
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from numduel.store.backup import back_up, checked_copy, replace_store
from numduel.store.errors import Damaged, StoreError
from numduel.store.sqlite import SqliteStore


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    """A store without games, alone in its folder."""
    with contextlib.closing(SqliteStore(path)) as opened:
        yield opened


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere" / "copy.db"


@contextlib.contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_backup_goes_where_a_link_leads_and_the_link_stays(store: SqliteStore, target: Path) -> None:
    link = store.path.with_name("link")
    link.symlink_to(target)
    assert back_up(store, link) == 0
    assert back_up(store, link, replace=True) == 0
    assert (link.is_symlink(), target.is_file(), os.listdir(target.parent)) == (True, True, [target.name])
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with pytest.raises(StoreError) as refused:
        back_up(store, link)
    assert str(refused.value) == f"{os.fspath(target)!a} cannot be used: File exists"


@pytest.mark.parametrize(
    ("problems", "words"),
    [(["one"], "one"), (["one", "two"], "one (and 1 more)"), (["one", "two", "three"], "one (and 2 more)")],
)
def test_the_first_fault_is_named_and_only_others_are_counted(
    problems: list[str], words: str, store: SqliteStore, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SqliteStore, "problems", lambda _: problems)
    with pytest.raises(Damaged) as refused:
        back_up(store, target)
    assert str(refused.value) == f"nothing was replaced, since not all is as it was written: {words}"
    assert os.listdir(target.parent) == []


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
def test_a_backup_is_not_made_beside_what_belongs_to_another_file(
    suffix: str, store: SqliteStore, target: Path
) -> None:
    Path(f"{target}{suffix}").touch()
    with pytest.raises(StoreError) as refused:
        back_up(store, target)
    assert str(refused.value) == (
        f"{os.fspath(target)!a} cannot be used: what belongs to another file lies beside it: copy.db{suffix}"
    )


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
def test_a_backup_does_not_get_a_name_by_which_sqlite_would_remove_it(
    suffix: str, store: SqliteStore, target: Path
) -> None:
    for replace in (False, True):
        with pytest.raises(StoreError, match=r"take it for a part of 'games\.db', and remove it"):
            back_up(store, Path(f"{store.path}{suffix}"), replace=replace)
    assert sorted(os.listdir(store.path.parent)) == ["elsewhere", "games.db"]
    assert back_up(store, Path(f"{target}{suffix}")) == 0  # there is nothing that it could belong to


def test_what_was_there_is_kept_by_a_name_that_nothing_has(store: SqliteStore, target: Path) -> None:
    back_up(store, target)
    kept = []
    for _ in range(3):
        with checked_copy(target, store.path, None) as (copy, games):
            kept.append(replace_store(store.path, copy))
        assert games == 0
    names = [each and each.name for each in kept]
    assert names == ["games.db.replaced", "games.db.replaced-2", "games.db.replaced-3"]
    assert sorted(os.listdir(store.path.parent)) == ["elsewhere", "games.db", *sorted(map(str, names))]


def test_nothing_is_left_beside_a_store_that_could_not_be_overwritten(
    store: SqliteStore, target: Path
) -> None:
    back_up(store, target)
    before = store.path.read_bytes()
    with (
        checked_copy(target, store.path, None) as (copy, _),
        no_file_larger_than(len(before)),  # too little for a journal of all that is in it
        pytest.raises(StoreError),
    ):
        replace_store(store.path, copy)
    assert sorted(os.listdir(store.path.parent)) == ["elsewhere", "games.db"]
    assert store.path.read_bytes() == before


@pytest.mark.parametrize("there", [False, True])
def test_where_there_was_nothing_nothing_is_kept(there: bool, store: SqliteStore, target: Path) -> None:
    back_up(store, target)
    place = target.with_name("new.db")
    if there:
        place.touch()
    with checked_copy(target, place, None) as (copy, _):
        assert replace_store(place, copy) is None
    assert sorted(os.listdir(target.parent)) == ["copy.db", "new.db"]


def test_what_sqlite_can_make_nothing_of_is_moved_with_what_lies_beside_it(
    store: SqliteStore, target: Path
) -> None:
    back_up(store, target)
    place = target.with_name("wrecked.db")
    place.write_bytes(b"wrecked" * 100)
    Path(f"{place}-shm").write_bytes(bytes(4) + b"beside")
    with checked_copy(target, place, None) as (copy, _):
        kept = replace_store(place, copy)
    assert kept == target.with_name("wrecked.db.replaced")
    assert kept.read_bytes() == b"wrecked" * 100
    assert Path(f"{kept}-shm").read_bytes() == bytes(4) + b"beside"
    assert place.read_bytes() == target.read_bytes()


def test_a_backup_that_is_none_is_told_of(store: SqliteStore, target: Path) -> None:
    target.touch()
    with pytest.raises(StoreError) as refused, checked_copy(target, store.path, None):
        pass
    assert str(refused.value) == f"{os.fspath(target)!a} cannot be used: there is nothing in it"
    shutil.copy(store.path, target)
    Path(f"{target}-journal").touch()
    with pytest.raises(StoreError) as refused, checked_copy(target, store.path, None):
        pass
    assert str(refused.value) == (
        f"{os.fspath(target)!a} cannot be used: somebody is writing to it, or broke off: "
        "copy.db-journal lies beside it"
    )


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.fspath(path))


@pytest.mark.parametrize("make", [make_pipe, make_socket])
def test_what_is_no_file_is_no_backup_and_no_backup_takes_its_place(
    make: Callable[[Path], None], store: SqliteStore, target: Path
) -> None:
    other = target.with_name("other")
    make(other)
    kind = stat.S_IFMT(other.stat().st_mode)
    why = f"{os.fspath(other)!a} cannot be used: it is a device or a pipe, not a file"
    with pytest.raises(StoreError) as refused, checked_copy(other, store.path, None):
        pass
    assert str(refused.value) == why
    back_up(store, target)
    with pytest.raises(StoreError) as refused, checked_copy(target, other, None) as (copy, _):
        replace_store(other, copy)
    assert str(refused.value) == why
    with pytest.raises(StoreError) as refused:
        back_up(store, other, replace=True)
    assert str(refused.value) == why
    assert stat.S_IFMT(other.stat().st_mode) == kind


def test_no_backup_is_put_where_sqlite_opens_no_file(
    store: SqliteStore, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(store, target)
    monkeypatch.chdir(target.parent)
    with pytest.raises(StoreError) as refused, checked_copy(target, Path(":memory:"), None):
        pass
    assert str(refused.value) == (
        "':memory:' cannot be used: it is no file, and nothing in it would outlive the program"
    )
    assert os.listdir(target.parent) == [target.name]


def test_links_that_lead_to_each_other_stay_and_are_no_place_for_a_backup(
    store: SqliteStore, target: Path
) -> None:
    back_up(store, target)
    one, other = target.with_name("one"), target.with_name("other")
    one.symlink_to(other)
    other.symlink_to(one)
    why = "cannot be used: it is a link that leads back to itself"
    with pytest.raises(StoreError, match=why), checked_copy(target, one, None) as (copy, _):
        replace_store(one, copy)
    with pytest.raises(StoreError, match=why):
        back_up(store, one, replace=True)
    with pytest.raises(StoreError, match=why):
        SqliteStore(one)
    assert (one.readlink(), other.readlink()) == (other, one)
