"""Waiting for whoever else uses a SQLite file: only so long, also where Python would wait for ever."""

import sqlite3
import time

from .errors import LOCKED, NotAStore
from .schema import journal_mode

_LOOK = 0.05  # seconds after which it is tried again
_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, patience: float) -> None:
    """Copy one file into another, all at once; NotAStore where somebody keeps one of them locked.

    Python itself would try again for ever, and answer no signal meanwhile.
    """
    until = time.monotonic() + patience

    def look(status: int, _left: int, _pages: int) -> None:
        if status in _HELD and time.monotonic() >= until:
            raise NotAStore(LOCKED)

    source.backup(target, progress=look)


def use_rollback_journal(raw: sqlite3.Connection, patience: float) -> None:
    """Have a file use a rollback journal; NotAStore while others have it open with a write-ahead log.

    SQLite does not wait for them by itself.
    """
    until = time.monotonic() + patience
    while True:
        try:
            raw.execute(f"PRAGMA journal_mode = {journal_mode()}")
            return
        except sqlite3.OperationalError:
            if not _has_log(raw):
                raise
            if time.monotonic() >= until:
                check_log(raw)
        time.sleep(_LOOK)


def check_log(raw: sqlite3.Connection) -> None:
    """Raise NotAStore where a file has a write-ahead log, which could not be taken from it."""
    if _has_log(raw):
        raise NotAStore("another program has switched it to a write-ahead log, and has it open")


def _has_log(raw: sqlite3.Connection) -> bool:
    return bool(raw.execute("PRAGMA journal_mode").fetchone() == ("wal",))
