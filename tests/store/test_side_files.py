"""What lies beside a store under a name that SQLite gives to its own files: it is named, and nobody waits."""

import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from stored import begin, play, raw, records_in, refusal, restore

from numduel.store.errors import StoreError
from numduel.store.private import SIDE_FILES
from numduel.store.sqlite import SqliteStore


def make_dangling_link(path: Path) -> None:
    path.symlink_to("nowhere")


def make_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/full")


@pytest.fixture
def kept(original: Path, path: Path) -> Path:
    """A store with games 1 to 5."""
    return Path(shutil.copy(original, path))


def why(name: str) -> str:
    return f"cannot be used: '{name}' lies beside it, and is no file that SQLite has made"


@pytest.mark.parametrize("suffix", SIDE_FILES)
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, make_dangling_link, make_link_to_a_device])
def test_what_is_no_file_is_named_before_sqlite_is_asked(
    make: Callable[[Path], None], suffix: str, kept: Path
) -> None:
    beside = Path(f"{kept}{suffix}")
    make(beside)
    assert refusal(lambda: SqliteStore(kept)).endswith(why(beside.name))


@pytest.mark.parametrize("suffix", SIDE_FILES)
@pytest.mark.parametrize("notes", [b"my own notes", bytes(8) + b"and my notes"])
def test_a_file_of_somebody_else_is_named_and_left_alone(suffix: str, notes: bytes, kept: Path) -> None:
    if (suffix, notes[:4]) == ("-shm", bytes(4)):
        notes = notes.lstrip(b"\0")  # an index that was never used may begin with zeros
    beside = Path(f"{kept}{suffix}")
    beside.write_bytes(notes)
    assert refusal(lambda: SqliteStore(kept)).endswith(why(beside.name))
    assert beside.read_bytes() == notes


def test_it_is_looked_for_where_a_link_leads(kept: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(kept)
    os.mkfifo(f"{link}-journal")  # which is nobody's
    with contextlib.closing(SqliteStore(link)) as store:
        assert len(records_in(store)) == 5
    os.mkfifo(f"{kept}-journal")
    assert refusal(lambda: SqliteStore(link)).endswith(why(f"{kept.name}-journal"))


def test_nothing_is_made_of_a_new_store_with_a_pipe_beside_it(path: Path) -> None:
    os.mkfifo(f"{path}-journal")
    assert refusal(lambda: SqliteStore(path)).endswith(why(f"{path.name}-journal"))
    assert not path.exists()


@pytest.mark.parametrize("beside_the_backup", [True, False])
def test_restoring_names_it_too(beside_the_backup: bool, kept: Path, original: Path, tmp_path: Path) -> None:
    backup = Path(shutil.copy(original, tmp_path / "backup.db"))
    beside = Path(f"{backup if beside_the_backup else kept}-wal")
    os.mkfifo(beside)
    assert refusal(lambda: restore(backup, kept)).endswith(why(beside.name))


def test_a_store_that_somebody_has_written_into_is_not_opened_anew_with_a_pipe_beside_it(kept: Path) -> None:
    with contextlib.closing(SqliteStore(kept)) as store:
        raw(kept, "UPDATE games SET player1 = 'x' WHERE id = 1")
        os.mkfifo(f"{kept}-wal")
        with pytest.raises(StoreError, match="lies beside it"):
            play(begin(store), "5")


@pytest.mark.parametrize("busy", [True, False])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, make_dangling_link])
def test_what_is_put_beside_a_store_that_is_open_is_named_before_anything_is_read_or_written(
    make: Callable[[Path], None], busy: bool, kept: Path
) -> None:
    beside = Path(f"{kept}-journal")
    with contextlib.closing(SqliteStore(kept, busy=busy)) as store:
        journal = play(begin(store), "5")
        beside.unlink(missing_ok=True)  # whoever is busy leaves it there
        make(beside)
        for use in (lambda: play(journal, "5"), lambda: store.record(1), lambda: list(store.page(9))):
            assert refusal(use).endswith(why(beside.name))


@pytest.mark.parametrize("made_up", ["/proc/self/mem", "/proc/self/status"])
def test_what_the_system_makes_up_is_no_store(made_up: str) -> None:
    why = "it is made up by the system, and no file on a disk"
    assert refusal(lambda: SqliteStore(made_up)) == f"the store '{made_up}' cannot be used: {why}"
