"""What stores, and what is kept in them, promise in a line each."""

import contextlib
import datetime
import os
import resource
from pathlib import Path

import pytest
from stored import KINDS, SETUP, begin, fill, new_store, play, raw

from numduel.store.attempts import Attempt
from numduel.store.base import GameRow, MatchRef
from numduel.store.errors import NoSuchGame, NoSuchRoom, NotAStore, StoreError
from numduel.store.lessons import Place
from numduel.store.memory import MemoryStore
from numduel.store.private import check_ours
from numduel.store.rooms import RoomKey
from numduel.store.sqlite import SqliteStore

AT = "2026-11-16T23:59:00Z"


def test_an_attempt_has_a_date_and_a_form_as_json() -> None:
    attempt = Attempt(puzzle="p", at=AT, right=True, hints=2)
    assert attempt.date == datetime.date(2026, 11, 16)
    assert attempt.as_json() == {"puzzle": "p", "at": AT, "right": True, "hints": 2, "day": None}


def test_a_place_in_a_lesson_has_a_form_as_json() -> None:
    place = Place(lesson="digit-stack", seed=3, done=1, steps=9, missed=(4,), at=AT)
    kept = {"lesson": "digit-stack", "seed": 3, "done": 1, "steps": 9, "missed": [4], "at": AT}
    assert place.as_json() == kept


def test_what_is_not_there_is_told_without_quotes() -> None:
    assert str(NoSuchGame(3)) == "there is no game 3"
    assert not str(NoSuchRoom("x")).startswith("'")


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_that_is_not_saved_any_more_goes_on(kind: str, tmp_path: Path) -> None:
    store = new_store(kind, tmp_path)
    journal = play(begin(store), "2")
    journal.stop_saving()
    play(journal, "5")
    journal.commit()
    assert [str(move) for move in journal.session.round.moves] == ["2", "5"]
    assert store.record(1).moves == ("2",)
    store.close()


def test_a_file_that_may_not_grow_is_not_writable(tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(tmp_path / "games.db")) as store:
        store.check_writable()
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        size = os.stat(store.path).st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1_000, hard))
        try:
            with pytest.raises(StoreError):
                store.check_writable()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert os.listdir(tmp_path) == ["games.db"]


def test_rows_that_have_gone_are_counted(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    play(begin(store), "2", "5")
    assert (store.rows_gone(), MemoryStore().rows_gone()) == (0, 0)
    raw(store.path, "DELETE FROM games")
    assert store.rows_gone() == 1
    raw(store.path, "DELETE FROM matches")
    assert store.rows_gone() == 2
    store.close()


def test_only_what_another_program_writes_is_foreign(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    before = store.foreign_version()
    play(begin(store), "2")
    assert store.foreign_version() == before
    raw(store.path, "UPDATE games SET spec = 'x'")
    assert store.foreign_version() != before
    memory = MemoryStore()
    begin(memory)
    assert memory.foreign_version() == MemoryStore().foreign_version()
    store.close()


@pytest.mark.parametrize("change", ["gone", "replaced", "emptied", "no folder"])
def test_a_file_that_is_not_in_its_place_any_more_is_noticed(change: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    store = SqliteStore(folder / "games.db")
    play(begin(store), "2")
    store.check_in_place()
    match change:
        case "gone":
            os.unlink(store.path)
        case "replaced":
            (folder / "other").write_bytes(store.path.read_bytes())
            os.replace(folder / "other", store.path)
        case "emptied":
            os.truncate(store.path, 0)
        case _:
            folder.rename(tmp_path / "elsewhere")
            folder.write_text("a file")
    with pytest.raises(StoreError, match="the file has been deleted or replaced"):
        store.check_in_place()


def test_nobody_takes_a_store_in_memory_away() -> None:
    store = MemoryStore()
    begin(store)
    store.check_in_place()
    assert store.problems() == []


def test_a_file_of_another_program_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    ours, others = tmp_path / "ours.db", tmp_path / "others.db"
    SqliteStore(ours).close()
    raw(others, "CREATE TABLE theirs (id)")
    check_ours(str(ours))
    check_ours(str(tmp_path / "nothing.db"))
    with pytest.raises(NotAStore, match="it is a file of some other program"):
        check_ours(str(others))
    (tmp_path / "others.db-journal").touch()  # whatever that may undo
    with pytest.raises(NotAStore, match="it is a file of some other program"):
        check_ours(str(others))
    (tmp_path / "others.db-journal").unlink()
    os.truncate(others, 99)  # too short to be one
    check_ours(str(others))


def test_nothing_ever_comes_or_goes_behind_the_back_of_a_store_in_memory() -> None:
    store = MemoryStore()
    fill(store)
    assert (store.foreign_version(), store.rows_gone(), store.flaws, store.name) == (0, 0, (), "memory")


def test_what_is_not_said_has_not_happened() -> None:
    row = GameRow(
        match=None, round=None, uid="", spec="digit-stack:target=9", player1="", player2="", date="",
        seed=None, max_turns=None, undo="", hint_limit=None,
    )  # fmt: skip
    assert (row.hints1, row.hints2, row.undos, row.moves, row.events) == (0, 0, 0, 0, 0)
    assert (row.ending, row.winner, row.player, row.attempt, row.extra) == (None, None, None, "", "{}")
    assert (row.reading, row.game, row.result, row.untouched) == (1, "digit-stack", "unfinished", False)
    assert MatchRef(SETUP).number is None
    assert RoomKey(room="x", contestant=0, hash="y").until is None
    assert Place(lesson="x", seed=0, done=0, steps=1, at=AT).missed == ()
    assert (Attempt(puzzle="x", at=AT, right=False).hints, Attempt(puzzle="x", at=AT, right=False).day) == (
        0,
        None,
    )
