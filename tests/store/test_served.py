"""One server at a time has a store: the lock, and the file that is locked."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from numduel.store.errors import StoreError
from numduel.store.served import ANOTHER, served

TRY = """
import pathlib, sys
from numduel.store.errors import StoreError
from numduel.store.served import served
try:
    with served(pathlib.Path(sys.argv[1])):
        print("served")
except StoreError as error:
    print(error)
"""


def tried_elsewhere(store: Path) -> str:
    """What another process hears that wants to serve a store."""
    done = subprocess.run([sys.executable, "-c", TRY, store], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_another_process_is_refused_as_long_as_it_lasts(path: Path) -> None:
    with served(path):
        assert tried_elsewhere(path) == ANOTHER
    assert tried_elsewhere(path) == "served"


def test_the_file_is_private_and_is_taken_away_unless_it_is_somebodys(path: Path) -> None:
    beside = Path(f"{path}-server")
    with served(path):
        assert beside.stat().st_mode & 0o777 == 0o600
    assert not beside.exists()
    beside.write_text("notes")
    with served(path):
        assert tried_elsewhere(path) == ANOTHER
    assert beside.read_text() == "notes"


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_cannot_be_locked_is_named(make: Callable[[Path], None], path: Path) -> None:
    make(Path(f"{path}-server"))
    with pytest.raises(StoreError, match=f"^'{path.name}-server' beside the store cannot be used: "):
        served(path).__enter__()


def test_a_file_that_was_taken_away_meanwhile_is_not_what_is_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, locked = Path(f"{path}-server"), list[int]()
    lockf = fcntl.lockf

    def take_away_once(file: int, how: int) -> None:
        lockf(file, how)
        locked.append(file)
        if len(locked) == 1:
            beside.unlink()

    monkeypatch.setattr(fcntl, "lockf", take_away_once)
    with served(path):
        assert len(locked) == 2
        assert tried_elsewhere(path) == ANOTHER
