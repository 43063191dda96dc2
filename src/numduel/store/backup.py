"""Copies of a store that is in use, and putting one back: whole and checked, or not at all."""

import contextlib
import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from . import connection
from .errors import Damaged, NotAStore, StoreError
from .private import (
    FILE_MODE,
    SIDE_FILES,
    check_is_file,
    check_ours,
    check_side_files,
    make_folder,
    sync_folder,
)
from .reasons import reason
from .sqlite import SqliteStore
from .waiting import copy_pages, use_rollback_journal

_WRECKED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_TRUNCATE")


def back_up(store: SqliteStore, target: Path, *, replace: bool = False) -> int:
    """Copy a store as it is at this moment, check the copy, and put it in place; how many games it has.

    Others may use the store meanwhile. Nothing that is there already is touched, unless it may be replaced.
    """
    with _told_of(target):  # the folder that we are in may be gone
        if not target.is_dir():
            check_is_file(os.fspath(target))  # links to what is no file may lead to no name
        target = Path(os.path.realpath(target))
    with _told_of(target):
        _check_target(store, target)
        with _file_beside(target) as copy:
            with store.read() as raw:
                _copy(raw, copy, target)
            games = _check(copy, target, store.key)
            _put(copy, target, replace=replace)
    return games


@contextlib.contextmanager
def checked_copy(backup: Path, path: Path, key: bytes | None) -> Iterator[tuple[Path, int]]:
    """A copy of a backup, checked, up to date and beside a store; and how many games it has."""
    with _told_of(backup):
        check_is_file(os.fspath(backup))
        if backup.stat().st_size == 0:
            raise NotAStore("there is nothing in it")
        if os.path.lexists(f"{backup}-journal"):
            raise NotAStore(f"somebody is writing to it, or broke off: {backup.name}-journal lies beside it")
        check_side_files(os.fspath(backup))
        check_ours(os.fspath(backup))
    with _told_of(path):
        check_is_file(os.fspath(path))
        check_side_files(os.fspath(path))
        make_folder(os.fspath(path.parent))
    with _file_beside(path) as copy:
        with _told_of(backup):
            address = f"file:{quote(os.fspath(backup.absolute()))}?mode=ro"
            with contextlib.closing(sqlite3.connect(address, uri=True, timeout=connection.PATIENCE)) as raw:
                _copy(raw, copy, path)
        yield copy, _check(copy, backup, key)


def replace_store(path: Path, copy: Path) -> Path | None:
    """Put a checked copy in the place of a store; where what was there is now, if there was anything.

    Whoever has the store open sees what the copy has from then on. StoreError if somebody is writing to it.
    """
    path = Path(os.path.realpath(path))
    with _told_of(path):
        if not path.exists() or path.stat().st_size == 0:
            _put(copy, path, replace=True)
            return None
        check_ours(os.fspath(path))
        try:
            return _overwrite(path, copy)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in _WRECKED:
                raise
        except UnicodeDecodeError:  # what SQLite says of it has names in it that are damaged
            pass
        return _move_away(path, copy)


def _overwrite(path: Path, copy: Path) -> Path:
    """Keep what is in a file, and overwrite it by one transaction; nobody else comes in between."""
    kept: Path | None = None
    raw = sqlite3.connect(path, timeout=connection.PATIENCE, isolation_level=None)
    try:
        with contextlib.closing(raw):
            _lock_out_others(raw)
            with _file_beside(path) as old:
                _copy(raw, old, path)
                kept = _put_as_new(old, path)
            with contextlib.closing(sqlite3.connect(copy)) as source:
                copy_pages(source, raw, connection.PATIENCE)
    except (
        sqlite3.Error,
        StoreError,
    ):  # not where somebody interrupts it: the file may be overwritten by then
        if kept is not None:
            _drop_kept(kept, path)
        raise
    return kept


def _lock_out_others(raw: sqlite3.Connection) -> None:
    """Let nobody else read or write until the connection is closed."""
    raw.execute("PRAGMA synchronous = EXTRA")
    # With a write-ahead log, not even an exclusive transaction keeps readers out.
    use_rollback_journal(raw, connection.PATIENCE)
    raw.execute("BEGIN EXCLUSIVE")
    # The lock stays when the transaction ends. Asked for before, so would the one that is only held while
    # it waits, and whoever is writing could not come to an end.
    raw.execute("PRAGMA locking_mode = EXCLUSIVE")
    raw.execute("COMMIT")


def _drop_kept(kept: Path, path: Path) -> None:
    """Remove what was kept of a file that is as it was; where its journal is left, it may not be."""
    if not os.path.lexists(f"{path}-journal"):
        with contextlib.suppress(OSError):
            os.unlink(kept)


def _move_away(path: Path, copy: Path) -> Path:
    """Rename a file that SQLite cannot make anything of, with what lies beside it."""
    kept = _free_name(path)
    os.rename(path, kept)
    for suffix in SIDE_FILES:
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{suffix}", f"{kept}{suffix}")
    _put(copy, path, replace=False)
    return kept


def _copy(source: sqlite3.Connection, target: Path, beside: Path) -> None:
    """Copy everything at once, as one file with nothing beside it; StoreError where there is no room."""
    try:
        with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous = EXTRA")
            copy_pages(source, copy, connection.PATIENCE)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:  # the source may have all the room it needs
        if error.sqlite_errorname not in _NO_ROOM:
            raise
        why = reason(error)
        raise StoreError(f"there is no room for a copy at {os.fspath(beside)!a}: {why}") from None


def _check(copy: Path, name: Path, key: bytes | None) -> int:
    """How many games a copy has; Damaged if something in it is not as it was written."""
    with contextlib.closing(SqliteStore(copy, key=key, name=name)) as store:
        found = store.problems()
        if found:
            first, *others = found
            more = f" (and {len(others)} more)" if others else ""
            raise Damaged(f"nothing was replaced, since not all is as it was written: {first}{more}")
        return store.count()


def _check_target(store: SqliteStore, target: Path) -> None:
    if target.is_dir():
        raise NotAStore("it is a folder; give the name of a file")
    check_is_file(os.fspath(target))
    if target.exists() and target.samefile(store.path):
        raise NotAStore("it is the store itself")
    for suffix in SIDE_FILES:
        if os.path.lexists(f"{target}{suffix}"):
            raise NotAStore(f"what belongs to another file lies beside it: {target.name}{suffix}")
        owner = os.fspath(target).removesuffix(suffix)
        if owner != os.fspath(target) and os.path.isfile(owner):
            raise NotAStore(f"SQLite would take it for a part of {os.path.basename(owner)!a}, and remove it")


@contextlib.contextmanager
def _file_beside(path: Path) -> Iterator[Path]:
    """A new, private file in the same folder, which is gone afterwards unless it was put elsewhere."""
    path = Path(os.path.realpath(path))
    with _told_of(path):
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:50]}.")
    try:
        os.fchmod(descriptor, FILE_MODE)
        os.close(descriptor)
        yield Path(name)
    finally:
        for suffix in ("", *SIDE_FILES):
            with contextlib.suppress(OSError):
                os.unlink(f"{name}{suffix}")


def _put(file: Path, path: Path, *, replace: bool) -> None:
    """Give a file its name, so that what has that name is whole at every moment."""
    if replace:
        os.replace(file, path)
    else:
        _link(file, path)
        os.unlink(file)
    sync_folder(os.fspath(path.parent))


def _link(file: Path, path: Path) -> None:
    try:
        os.link(file, path)  # unlike renaming, this never replaces anything
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS) or path.exists():
            raise
        os.rename(file, path)  # a disk on which a file has but one name
        file.touch()


def _put_as_new(file: Path, path: Path) -> Path:
    """Give a file a name beside a store that nothing has; the name."""
    while True:
        name = _free_name(path)
        with contextlib.suppress(FileExistsError):
            _put(file, name, replace=False)
            return name


def _free_name(path: Path) -> Path:
    number, name = 1, Path(f"{path}.replaced")
    while os.path.lexists(name):
        number += 1
        name = Path(f"{path}.replaced-{number}")
    return name


@contextlib.contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system complain of into one sentence about a file."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError, NotAStore, OSError) as error:
        raise StoreError(f"{os.fspath(path)!a} cannot be used: {reason(error)}") from None
