"""A SQLite file: what is opened as a store and what is refused, its versions, and who else uses it."""

import contextlib
import dataclasses
import shutil
import sqlite3
from pathlib import Path

import pytest
from stored import (
    IMPORTED,
    SETUP,
    begin,
    dump,
    hint,
    numbers_of,
    play,
    raw,
    records_in,
    take_back,
)

from numduel.match.events import NextGame
from numduel.store import connection as connection_module
from numduel.store import schema
from numduel.store.errors import StoreError
from numduel.store.journal import commit_all, resume
from numduel.store.sqlite import SqliteStore


def test_what_is_kept_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), "5")
        for seat in (2, 2, 1):
            hint(journal, seat)
        before, events = store.record(1), store.events(1)
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.record(1) == before
        assert store.events(1) == events
        assert before.hints == (1, 2)


def test_a_deleted_game_leaves_nothing_in_the_file(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    with contextlib.closing(SqliteStore(path)) as store:
        store.delete(2)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for table in ("moves", "events"):
            found = connection.execute(f"SELECT DISTINCT game FROM {table} WHERE game = 2").fetchall()
            assert found == [], table


def test_a_number_that_is_too_large_is_refused_in_a_sentence(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        with pytest.raises(StoreError, match="too large"):
            store.add_records([dataclasses.replace(IMPORTED, seed=10**30)])
        with pytest.raises(StoreError, match="too large"):
            play(begin(store, dataclasses.replace(SETUP, seed=10**30)), "5")
        assert numbers_of(store) == []
        assert store.problems() == []


def test_what_cannot_be_written_harms_nothing_that_is_written_with_it(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        known = play(begin(store), "5")
        too_large = begin(store, dataclasses.replace(SETUP, seed=10**30))
        journals = [play(each, "6", hold=True) for each in (known, too_large, begin(store))]
        errors = commit_all(journals)
        assert [error is None for error in errors] == [True, False, True]
        assert "too large" in str(errors[1])
        assert [store.record(number).moves for number in numbers_of(store)] == [("6",), ("5", "6")]
        assert store.problems() == []


# Two at a time


def test_two_programs_can_write_in_turn(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        first, second = begin(one), begin(other)
        for text in "258":
            play(first, text)
            play(second, text)
        hint(second, 1)
        take_back(second, 2)
        play(first, "9")
        for store in (one, other):
            assert store.record(1).moves == tuple("2589")
            assert store.record(2).moves == tuple("25")
            assert store.problems() == []


def test_a_server_and_a_terminal_can_write_in_turn_and_nothing_is_left_behind(path: Path) -> None:
    with contextlib.closing(SqliteStore(path, busy=True)) as server:
        first = begin(server)
        with contextlib.closing(SqliteStore(path)) as terminal:
            second = begin(terminal)
            for text in "258":
                play(first, text)
                play(second, text)
        play(first, "9")
        assert [server.record(number).moves for number in (1, 2)] == [tuple("2589"), tuple("258")]
        assert server.problems() == []
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_game_is_played_by_one_program_at_a_time(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        journal = play(begin(one), "2")
        play(resume(other, 1), "5")
        with pytest.raises(StoreError, match="game 1 has gone on elsewhere"):
            play(journal, "8")
        other.delete(1)
        with pytest.raises(StoreError, match="game 1 has been deleted"):
            play(journal, "8")


def test_what_another_program_made_instead_is_not_taken_for_ones_own(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        journal = play(begin(one), "2")
        play(resume(other, 1), "5")  # its row is the same as that of any other second move
        with pytest.raises(StoreError, match="game 1 has gone on elsewhere"):
            play(journal, "6")
        assert one.record(1).moves == ("2", "5")


def test_of_two_programs_that_begin_the_next_game_of_a_match_one_is_refused(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        play(begin(one), *"2589")
        first, second = (resume(store, 1) for store in (one, other))
        for journal in (first, second):
            journal.submit(NextGame(1))
        play(first, "5")
        with pytest.raises(StoreError, match="match 1 has gone on elsewhere in the meantime"):
            play(second, "7")
        play(first, "6")
        assert [row.round for _, row in one.games_of_match(1)] == [1, 2]
        assert resume(other, 1).session.round.moves == [5, 6]
        assert one.problems() == []


def test_games_of_a_match_that_are_written_together_are_no_conflict(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store, dataclasses.replace(SETUP, rounds=5)), *"2589")
        journal = resume(store, 1)
        for _ in range(2):
            journal.submit(NextGame(1), hold=True)
            play(journal, *"2589", hold=True)
        journal.commit()
        journal.submit(NextGame(1))
        play(journal, "9")
        assert [row.round for _, row in store.games_of_match(1)] == [1, 2, 3, 4]
        assert store.problems() == []


def test_who_waits_too_long_for_another_program_is_told_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE", 0.0)
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        journal, waiting = play(begin(one), "5"), begin(other)
        with one._file.writing(), pytest.raises(StoreError, match="locked"):
            play(waiting, "6")
        play(waiting, "7")
        play(journal, "8")
        assert [one.record(number).moves for number in (1, 2)] == [("5", "8"), ("7",)]


@pytest.mark.parametrize("moment", ["FROM games WHERE id", "FROM moves WHERE game", "FROM events WHERE game"])
def test_a_move_that_another_program_makes_meanwhile_is_not_taken_for_damage(
    moment: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE", 0.0)
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        play(begin(one), "2")
        journal, left, writing = resume(other, 1), ["8", "5"], list[int]()

        def meanwhile(statement: str) -> None:
            if moment in statement and left and not writing:
                writing.append(1)
                with contextlib.suppress(StoreError):  # the other may have to wait, and does so later
                    play(journal, left.pop())
                writing.clear()

        one._file.raw.set_trace_callback(meanwhile)
        assert one.record(1).moves[:1] == ("2",)
        assert [event.number for event in one.events(1)][:2] == [1, 2]
        assert left != ["8", "5"]  # it did try


def test_a_game_that_another_program_begins_during_a_check_is_not_taken_for_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE", 0.0)
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        play(begin(one), "2")
        left = [1]

        def meanwhile(statement: str) -> None:
            if "census" in statement and left:
                left.clear()
                with contextlib.suppress(StoreError):
                    play(begin(other), "5")

        one._file.raw.set_trace_callback(meanwhile)
        assert one.problems() == []
        assert left == []


# The file


def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "of mine" / "games.db"
    SqliteStore(path).close()
    assert path.is_file()


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.add_records([IMPORTED]) == [(1, "new")]


@pytest.mark.parametrize(
    "content",
    [
        b'[spec "digit-stack"]\n5\n',
        b"\x00" * 4096,
        b"SQLite format 3\x00",
        b"SQLite format 3\x00" + b"x" * 5000,
    ],
)
def test_a_file_that_is_no_store_is_refused_untouched(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(path)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(tmp_path)


def test_a_file_of_another_program_is_refused_untouched(path: Path) -> None:
    raw(path, "CREATE TABLE games (id INTEGER PRIMARY KEY, title TEXT)", "INSERT INTO games VALUES (1, 'Go')")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="some other program"):
        SqliteStore(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_of_one_byte_is_refused_untouched(path: Path) -> None:
    path.write_bytes(b"x")
    with pytest.raises(StoreError, match="some other program"):
        SqliteStore(path)
    assert path.read_bytes() == b"x"


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_a_file_from_a_newer_version_is_refused_untouched(journal: str, original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, f"PRAGMA journal_mode = {journal}", f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version of numduel"):
        SqliteStore(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("version", [0, -1, -2, -(2**31), 2**31 - 1])
def test_a_version_that_cannot_be_is_refused_untouched(version: int, original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(path)
    assert path.read_bytes() == before


# Migrations

STEP_3 = """
    CREATE TABLE ratings (player TEXT PRIMARY KEY, rating INTEGER NOT NULL);
    ALTER TABLE matches ADD COLUMN clock TEXT;
"""


def add_step(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))


def test_an_older_file_is_brought_up_to_date_with_all_its_games(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    with contextlib.closing(SqliteStore(path)) as store:
        before = records_in(store)
    add_step(monkeypatch, STEP_3)
    for _ in range(2):  # the second time there is nothing left to do
        with contextlib.closing(SqliteStore(path)) as store:
            assert records_in(store) == before
            assert store.problems() == []
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
        assert connection.execute("SELECT count(*) FROM ratings").fetchone() == (0,)
        steps = connection.execute("SELECT number, checksum FROM migrations ORDER BY number").fetchall()
    assert steps == [(number, schema.checksum(step)) for number, step in enumerate(schema.MIGRATIONS, 1)]
    monkeypatch.undo()
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(path)


def test_a_step_that_fails_leaves_the_file_as_it_was(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    before = dump(path)
    with monkeypatch.context() as patch:
        add_step(patch, STEP_3 + "CREATE TABLE games (oops TEXT);")
        with pytest.raises(StoreError, match="already exists"):
            SqliteStore(path)
    assert dump(path) == before
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.problems() == []


def test_a_file_made_by_other_steps_is_refused(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    *steps, last = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", (*steps, last + "CREATE TABLE more (x TEXT);"))
    with pytest.raises(StoreError, match="other steps"):
        SqliteStore(path)
    assert path.read_bytes() == original.read_bytes()


def test_an_older_file_made_by_other_steps_is_refused_before_anything_is_added(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    raw(path, "UPDATE migrations SET checksum = 'x'")
    before = dump(path)
    add_step(monkeypatch, STEP_3)
    with pytest.raises(StoreError, match="other steps"):
        SqliteStore(path)
    assert dump(path) == before


def test_white_space_does_not_change_a_step_and_anything_else_does() -> None:
    assert schema.checksum("CREATE  TABLE\n a (b)") == schema.checksum(" CREATE TABLE a (b) ")
    assert schema.checksum("CREATE TABLE a (b)") != schema.checksum("CREATE TABLE a (c)")


# The journal


def test_a_file_with_a_write_ahead_log_gets_a_rollback_journal_and_keeps_its_games(path: Path) -> None:
    for count in range(3):
        with contextlib.closing(SqliteStore(path)) as store:
            store.add_records([dataclasses.replace(IMPORTED, uid=f"copy {count}")])
            assert numbers_of(store) == list(range(count + 1, 0, -1))
            assert store.problems() == []
        with contextlib.closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            assert connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
