"""A store that was put back to an earlier state under somebody who plays: two histories are never mixed."""

import contextlib
import dataclasses
import shutil
from pathlib import Path

import pytest
from stored import SETUP, begin, numbers_of, play, restore

from numduel.match.events import NextGame, Resign
from numduel.store.errors import StoreError
from numduel.store.journal import Journal, resume
from numduel.store.memory import MemoryStore
from numduel.store.sqlite import SqliteStore


def elsewhere(path: Path, game: int, *moves: str) -> None:
    """Somebody else goes on with a game, and leaves."""
    with contextlib.closing(SqliteStore(path)) as store:
        play(resume(store, game), *moves)


def put_back(path: Path, backup: Path, journal: Journal, *moves: str) -> None:
    """Play on, and put the store back to where it was before that."""
    shutil.copy(path, backup)
    play(journal, *moves)
    restore(backup, path)


@pytest.mark.parametrize("otherwise", [("3", "5"), ("5", "3"), ("3", "3")])
def test_a_game_that_went_otherwise_since_is_not_gone_on_with(
    otherwise: tuple[str, str], path: Path, tmp_path: Path
) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), "2")
        put_back(path, tmp_path / "backup", journal, "5", "5")
        elsewhere(path, 1, *otherwise)
        with pytest.raises(StoreError, match="game 1 has gone on elsewhere in the meantime"):
            play(journal, "8")
        assert store.record(1).moves == ("2", *otherwise)
        assert store.problems() == []


def test_a_game_that_went_the_same_way_since_is_gone_on_with(path: Path, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), "2")
        put_back(path, tmp_path / "backup", journal, "5")
        elsewhere(path, 1, "5")
        play(journal, "8")
        assert store.record(1).moves == ("2", "5", "8")
        assert store.problems() == []


def test_no_game_is_added_to_a_match_whose_last_one_was_put_back(path: Path, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), "2")
        put_back(path, tmp_path / "backup", journal, *"589")
        journal.submit(NextGame(1))
        with pytest.raises(StoreError, match="game 1 is shorter than it was"):
            play(journal, "5")
        assert numbers_of(store) == [1]


def test_no_game_is_added_to_a_match_whose_last_one_ended_otherwise(path: Path, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), *"258")
        put_back(path, tmp_path / "backup", journal, "9")
        with contextlib.closing(SqliteStore(path)) as other:
            resume(other, 1).submit(Resign(1))
        journal.submit(NextGame(1))
        with pytest.raises(StoreError, match="game 1 "):
            play(journal, "5")
        assert numbers_of(store) == [1]


def test_no_game_is_added_to_a_match_whose_last_one_the_store_has_never_had(
    path: Path, tmp_path: Path
) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store, dataclasses.replace(SETUP, rounds=4)), *"2589")
        shutil.copy(path, tmp_path / "backup")
        for _ in range(2):
            journal.submit(NextGame(1))
            play(journal, *"2589")
            restore(tmp_path / "backup", path)
            journal.submit(NextGame(1))
            with pytest.raises(StoreError, match="game 2 is not there any more: the store was restored"):
                play(journal, "5")
            assert numbers_of(store) == [1]
            journal = resume(store, 1)


def test_no_game_is_added_to_a_match_whose_last_one_has_given_its_number_to_another(
    path: Path, tmp_path: Path
) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store, dataclasses.replace(SETUP, rounds=4)), *"2589")
        shutil.copy(path, tmp_path / "backup")
        journal.submit(NextGame(1))
        play(journal, *"2589")
        restore(tmp_path / "backup", path)
        play(begin(store), "3")
        journal.submit(NextGame(1))
        with pytest.raises(StoreError, match="game 2 is another one now: the store was restored"):
            play(journal, "5")
        assert numbers_of(store) == [2, 1]


def test_the_last_event_is_missed_where_a_restored_store_has_it_not(path: Path, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), "2")
        shutil.copy(path, tmp_path / "backup")
        play(journal, "5")
        assert journal.last_row is not None
        assert not store.went_otherwise(1, journal.last_row)
        assert not store.went_otherwise(1, dataclasses.replace(journal.last_row, links=None))
        restore(tmp_path / "backup", path)
        assert store.went_otherwise(1, journal.last_row)


def test_a_game_is_added_to_a_match_whose_last_one_was_deleted(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), *"2589")
        store.delete(1)
        journal.submit(NextGame(1))
        play(journal, "5")
        assert numbers_of(store) == [2]
        assert store.problems() == []


def test_in_memory_one_of_two_who_begin_the_next_game_is_refused_too() -> None:
    store = MemoryStore()
    play(begin(store, dataclasses.replace(SETUP, rounds=2)), *"2589")
    first, second = resume(store, 1), resume(store, 1)
    for journal in (first, second):
        journal.submit(NextGame(1))
    play(first, "5")
    with pytest.raises(StoreError, match="match 1 has gone on elsewhere in the meantime"):
        play(second, "7")
    assert [row.round for _, row in store.games_of_match(1)] == [1, 2]
