"""Batches that are written together: what is at fault fails alone, wherever it fails."""

import contextlib
import os
import stat
from pathlib import Path

import pytest
from stored import begin, play, raw

from numduel.store.connection import Connection
from numduel.store.errors import Gone, StoreError
from numduel.store.journal import commit_all
from numduel.store.sqlite import SqliteStore


def test_a_move_for_which_there_is_no_place_harms_no_other_game(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journals = [play(begin(store), "5") for _ in range(3)]
        raw(path, "INSERT INTO moves VALUES (2, 1, 'x', x'')")  # where the next move of game 2 goes
        for journal in journals:
            play(journal, "6", hold=True)
        errors = commit_all(journals)
        assert [error is None for error in errors] == [True, False, True]
        assert str(errors[1]).startswith(f"the store {str(path)!a} cannot be used: UNIQUE constraint failed")
        assert [store.record(number).moves for number in (1, 3)] == [("5", "6")] * 2


def test_whoever_writes_alone_is_told_what_is_at_fault(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), "5")
        raw(path, "INSERT INTO moves VALUES (1, 1, 'x', x'')")
        with pytest.raises(StoreError, match="UNIQUE constraint failed"):
            play(journal, "6")


# The file itself


@pytest.fixture
def file(path: Path) -> Connection:
    return Connection(str(path))


def test_a_probe_for_room_is_private_as_large_as_needed_and_gone_afterwards(
    file: Connection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []
    before = path.stat().st_size
    close = os.close

    def look_and_close(descriptor: int) -> None:
        found = os.fstat(descriptor)
        seen.append((stat.S_IMODE(found.st_mode), found.st_size))
        close(descriptor)

    monkeypatch.setattr(os, "close", look_and_close)
    file.check_room()
    monkeypatch.undo()
    assert seen == [(0o600, before + 65_536)]
    assert os.listdir(path.parent) == [path.name]
    file.close()


def test_a_file_that_stays_in_its_place_stays_open(file: Connection) -> None:
    opened = file.raw
    file.check_in_place()
    assert file.raw is opened
    file.close()


def test_a_file_that_was_written_by_somebody_else_is_opened_anew(file: Connection, path: Path) -> None:
    opened = file.raw
    os.utime(path, ns=(1, 1))
    file.check_in_place()
    assert file.raw is not opened
    again = file.raw
    file.check_in_place()
    assert file.raw is again
    file.close()


@pytest.mark.parametrize("change", ["gone", "emptied", "replaced"])
def test_a_file_that_is_gone_is_told_of(change: str, file: Connection, path: Path) -> None:
    if change == "emptied":
        os.truncate(path, 0)
    else:
        content = path.read_bytes()
        path.rename(path.with_name("elsewhere"))
        if change == "replaced":
            path.write_bytes(content)
    with pytest.raises(Gone) as refused:
        file.check_in_place()
    words = f"the store {str(path)!a} cannot be used: the file has been deleted or replaced"
    assert str(refused.value) == words
    file.close()


def test_what_is_written_over_the_file_during_a_commit_is_noticed_after_it(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "5")
    file = Connection(str(path))
    file.all("SELECT * FROM sqlite_master")
    with file.writing():
        file.raw.execute("UPDATE games SET undos = undos + 1")
        with path.open("r+b") as over:  # the first page is put right by the commit, the others are not
            over.write(bytes(9000))
    assert path.read_bytes().startswith(b"SQLite format 3")
    with pytest.raises(StoreError, match="cannot be used: "):
        file.check_in_place()
    file.close()


def lose_while_writing(file: Connection, path: Path) -> None:
    with file.writing():
        file.raw.execute("CREATE TABLE anything (at_all)")
        for each in path.parent.glob(f"{path.name}*"):  # its journal, too
            each.unlink()


def test_a_file_that_goes_away_while_it_is_written_is_told_of(file: Connection, path: Path) -> None:
    with pytest.raises(Gone, match="the file has been deleted or replaced"):
        lose_while_writing(file, path)
    file.close()


@pytest.mark.parametrize(
    ("kind", "refusal"),
    [
        ("memory", "it is no file, and nothing in it would outlive the program"),
        ("folder", "it is a folder, not a file"),
        ("pipe", "it is a device or a pipe, not a file"),
    ],
)
def test_what_is_no_file_is_refused(kind: str, refusal: str, path: Path) -> None:
    name = ":memory:" if kind == "memory" else str(path)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    with pytest.raises(StoreError) as refused:
        Connection(name)
    assert str(refused.value) == f"the store {name!a} cannot be used: {refusal}"


def test_a_part_that_fails_leaves_the_others(file: Connection) -> None:
    with file.writing():
        for number in (1, 2, 2, 3):
            with contextlib.suppress(StoreError), file.part():
                file.raw.execute("INSERT INTO moves VALUES (9, ?, 'x', x'')", (number * 10,))
                file.raw.execute("INSERT INTO moves VALUES (9, ?, 'x', x'')", (number,))
    assert file.value("SELECT count(*) FROM moves") == 6
    assert not file.raw.in_transaction
    file.close()


def test_what_fails_in_a_transaction_takes_all_of_it_back(file: Connection) -> None:
    def fail() -> None:
        with file.writing():
            file.raw.execute("INSERT INTO moves VALUES (9, 1, 'x', x'')")
            file.raw.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(StoreError, match="no such table: nowhere"):
        fail()
    assert file.all("SELECT * FROM moves") == []
    assert not file.raw.in_transaction
    file.close()


def test_who_reads_while_reading_stays_in_the_same_moment(file: Connection) -> None:
    seen = []
    with file.reading():
        with file.reading():
            seen.append(file.raw.in_transaction)
        seen.append(file.raw.in_transaction)
    seen.append(file.raw.in_transaction)
    assert seen == [True, True, False]
    file.close()
