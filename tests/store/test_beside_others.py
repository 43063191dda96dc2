"""What others do to a store at the wrong moment, or to its structure, harms nobody and is noticed."""

import contextlib
import os
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from stored import begin, play, raw

from numduel.match.reading import parse
from numduel.store.backup import checked_copy, replace_store
from numduel.store.base import Store
from numduel.store.connection import PATIENCE
from numduel.store.errors import Gone, NoSuchGame, StoreError
from numduel.store.sqlite import SqliteStore

SEVENS = '[spec "digit-stack:multiple=7,digits=1-5,target=99999"][uid "abc"]'


# A copy of a kept game


@pytest.mark.parametrize(
    "other",
    [
        '[spec "digit-stack"][uid "abc"] 3 3 9',
        f'{SEVENS}[max_turns "3"][ending "turn limit"] 3 3 4',
        '[spec "digit-stack"][uid "abc"] 3 3',  # no move more
    ],
)
def test_a_copy_under_other_settings_does_not_take_the_place_of_a_kept_game(
    other: str, any_store: Store
) -> None:
    [(number, _)] = any_store.add_records([parse(f"{SEVENS} 3 3")])
    kept = any_store.record(number)
    with pytest.raises(StoreError, match="game 1 is here already, under other settings than in the file"):
        any_store.add_records([parse(other)])
    assert any_store.record(number) == kept


def test_a_game_is_deleted_only_if_it_is_the_one_that_was_meant(any_store: Store) -> None:
    play(begin(any_store), "2")
    with pytest.raises(Gone, match="game 1 is another one now"):
        any_store.delete(1, "somebody else's")
    any_store.delete(1, any_store.row(1).uid)
    with pytest.raises(NoSuchGame):
        any_store.row(1)


# A store that is put back while somebody is writing


def test_who_is_writing_while_a_backup_is_put_back_comes_to_an_end_first(path: Path, tmp_path: Path) -> None:
    for each in (path, tmp_path / "backup.db"):
        with contextlib.closing(SqliteStore(each)) as store:
            play(begin(store), "2")
    writer = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE games SET extra = extra")
    waited = list[float]()

    def end() -> None:
        time.sleep(0.5)
        begun = time.monotonic()
        writer.execute("COMMIT")
        waited.append(time.monotonic() - begun)

    ending = threading.Thread(target=end)
    ending.start()
    with checked_copy(tmp_path / "backup.db", path, None) as (copy, _):
        assert replace_store(path, copy) is not None
    ending.join()
    writer.close()
    assert waited[0] < PATIENCE / 2


def test_a_folder_is_no_backup_and_a_store_needs_a_folder_that_can_be_written_to(
    path: Path, tmp_path: Path
) -> None:
    SqliteStore(path).close()
    with (
        pytest.raises(StoreError, match="it is a folder, not a file"),
        checked_copy(tmp_path, path, None),
    ):
        pass
    nowhere = Path("/proc/numduel/games.db")
    with pytest.raises(StoreError, match="cannot be used: "), checked_copy(path, nowhere, None):
        pass


# What hides in a file


def test_what_has_a_name_as_sqlite_gives_them_does_not_hide(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "2")
    made = "CREATE TRIGGER sqlite_hidden AFTER INSERT ON games BEGIN DELETE FROM moves; END"
    row = f"('trigger', 'sqlite_hidden', 'games', 0, '{made}')"
    allowed = "PRAGMA writable_schema = ON"
    raw(path, allowed, f"INSERT INTO sqlite_master VALUES {row}", "PRAGMA schema_version = 900")
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.flaws == ("there is a trigger 'sqlite_hidden' in it that numduel did not make",)


def test_what_sqlite_makes_by_itself_is_no_flaw(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "2")
    raw(path, "ANALYZE")
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.flaws == ()
        assert store.problems() == []


def test_a_second_count_of_numbers_given_does_not_hide_behind_the_first(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "2")
        play(begin(store), "2")
    again = "INSERT INTO sqlite_sequence VALUES ('games', 2)"
    first = "(SELECT min(rowid) FROM sqlite_sequence WHERE name = 'games')"
    raw(path, again, f"UPDATE sqlite_sequence SET seq = 1 WHERE rowid = {first}")
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.flaws == ("the numbers that it has given to games have been set back or forward",)


# Odd places


def test_a_name_that_looks_like_an_address_is_that_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.closing(SqliteStore("file:z.db")) as store:
        play(begin(store), "2")
        assert store.count() == 1
    assert os.listdir(tmp_path) == ["file:z.db"]
    assert os.stat("file:z.db").st_mode & 0o777 == 0o600


def test_a_path_of_thousands_of_folders_is_refused_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="too long"):
        SqliteStore(tmp_path.joinpath(*["a"] * 3000, "games.db"))
    assert os.listdir(tmp_path) == []


def test_a_file_that_can_only_be_read_cannot_be_written_to(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.check_writable()
        monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs this may be allowed everything
        with pytest.raises(StoreError, match="it can only be read"):
            store.check_writable()
