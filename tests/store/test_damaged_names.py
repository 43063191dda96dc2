"""A file in which the name of a column is damaged, so that what SQLite says of it is no text."""

import contextlib
import shutil
from pathlib import Path

import pytest
from stored import records_in, refusal, restore

from numduel.store.sqlite import SqliteStore

SAYS = r"malformed database schema (games_by_player1_and_result) - no such column: pl\xe1yer1"


@pytest.fixture
def spoilt(original: Path, path: Path) -> Path:
    """A store with one bit changed, in what an index is made from."""
    content = original.read_bytes()
    before = b"games_by_player1_and_result ON games (pl"
    place = content.index(before) + len(before)
    path.write_bytes(content[:place] + bytes([content[place] ^ 0x80]) + content[place + 1 :])
    return path


def test_it_is_refused_with_what_sqlite_says(spoilt: Path) -> None:
    assert refusal(lambda: SqliteStore(spoilt)) == f"the store {str(spoilt)!a} cannot be used: {SAYS}"


def test_it_is_no_backup(spoilt: Path, original: Path, tmp_path: Path) -> None:
    store = Path(shutil.copy(original, tmp_path / "other.db"))
    assert refusal(lambda: restore(spoilt, store)) == f"{str(spoilt)!a} cannot be used: {SAYS}"


def test_a_backup_is_put_in_its_place(spoilt: Path, original: Path, tmp_path: Path) -> None:
    content = spoilt.read_bytes()
    restore(Path(shutil.copy(original, tmp_path / "backup.db")), spoilt)
    assert Path(f"{spoilt}.replaced").read_bytes() == content
    with contextlib.closing(SqliteStore(spoilt)) as store:
        assert len(records_in(store)) == 5
