"""A store whose file is overwritten while it is in use: no game goes on in what is there now."""

import threading
from pathlib import Path

import pytest
from stored import SETUP, begin, play, raw

from numduel.core.frozen import replace
from numduel.match.events import NextGame
from numduel.store.errors import StoreError
from numduel.store.journal import Journal
from numduel.store.sqlite import SqliteStore

OVERWRITTEN = "the store was restored, or its file overwritten"


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "games.db")


def other(path: Path, games: int) -> bytes:
    """The bytes of another store, which has so many games of a match each."""
    another = SqliteStore(path.with_name("another.db"))
    for _ in range(games):
        play(begin(another), "3", "4")
    another.close()
    return path.with_name("another.db").read_bytes()


@pytest.mark.parametrize(
    ("games", "told"), [(3, "game 1 is another one now"), (0, "game 1 is not there any more")]
)
def test_a_move_is_not_written_into_another_store(games: int, told: str, store: SqliteStore) -> None:
    journal = begin(store)
    play(journal, "2")
    content = other(store.path, games)
    store.path.write_bytes(content)
    with pytest.raises(StoreError, match=f"{told}: {OVERWRITTEN}"):
        play(journal, "5")
    assert store.path.read_bytes() == content


def test_what_sqlite_remembers_of_a_file_is_not_mixed_with_what_is_there(store: SqliteStore) -> None:
    journal = begin(store)
    play(journal, "2")
    pages = bytearray(store.path.read_bytes())
    pages[4096:8192] = b"no page " * 512  # the first says what was changed last, and stays as it is
    store.path.write_bytes(pages)
    with pytest.raises(StoreError, match="malformed"):
        play(journal, "5")
    assert store.path.read_bytes() == pages


@pytest.mark.parametrize("busy", [False, True])
def test_a_file_that_was_emptied_and_put_back_is_used_again(busy: bool, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db", busy=busy)
    journal = play(begin(store), "2")
    content = store.path.read_bytes()
    store.path.write_bytes(b"")
    for use in (lambda: play(journal, "5"), lambda: store.row(1)):
        with pytest.raises(StoreError, match="the file has been deleted or replaced"):
            use()
    store.path.write_bytes(content)
    assert store.row(1).moves == 1
    play(journal, "5")
    assert (store.record(1).moves, store.problems()) == (("2", "5"), [])
    store.close()


def test_readers_and_writers_of_one_file_do_not_close_it_to_each_other(store: SqliteStore) -> None:
    play(begin(store, replace(SETUP, rounds=2)), "2")
    beside, failed = SqliteStore(store.path), list[Exception]()

    def read() -> None:
        try:
            while not done.is_set():
                store.games_of_match(1)
        except Exception as error:
            failed.append(error)

    done = threading.Event()
    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for _ in range(20):
        play(begin(beside), "3")
        play(begin(store), "4")
    done.set()
    for reader in readers:
        reader.join()
    assert failed == []


def test_a_store_can_be_sealed_anew_after_others_have_written(store: SqliteStore) -> None:
    beside = SqliteStore(store.path)
    play(begin(beside), "3")
    beside.close()
    store.seal_anew(b"k" * 32)
    assert store.record(1).moves == ("3",)


def test_what_others_write_by_sqlite_harms_nobody(store: SqliteStore) -> None:
    journal, beside = begin(store), SqliteStore(store.path)
    for mine, theirs in (("2", "3"), ("5", "4")):
        play(journal, mine)
        play(begin(beside), theirs)
    assert [store.record(number).moves for number in (1, 2, 3)] == [("2", "5"), ("3",), ("4",)]
    assert store.problems() == beside.problems() == []


def between_games(store: SqliteStore) -> Journal:
    """A match of which one game is over, and the next has begun without a move."""
    journal = begin(store, replace(SETUP, seed=8))
    play(journal, *"2589")
    journal.submit(NextGame(1))
    return journal


@pytest.mark.parametrize("damage", ["DELETE FROM matches", "UPDATE matches SET games = '7'"])
def test_a_game_that_does_not_fit_into_its_match_leaves_nothing_behind(
    damage: str, store: SqliteStore
) -> None:
    journal = between_games(store)
    store._file.raw.execute(damage)
    before = store.count()
    with pytest.raises(StoreError, match="match 1 is not"):
        play(journal, "5")
    assert store.count() == before


def test_the_next_game_of_a_match_does_not_become_one_of_another_match(store: SqliteStore) -> None:
    journal = between_games(store)
    content = other(store.path, 3)
    store.path.write_bytes(content)
    with pytest.raises(StoreError, match=f"match 1 is not there any more: {OVERWRITTEN}"):
        play(journal, "5")
    assert store.path.read_bytes() == content


def test_a_damaged_match_is_not_taken_for_that_of_another_store(store: SqliteStore) -> None:
    journal = between_games(store)
    raw(store.path, "UPDATE matches SET seed = 9")
    with pytest.raises(StoreError, match="match 1 is not as it was written"):
        play(journal, "3")
