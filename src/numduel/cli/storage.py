"""Where games are kept: the options that say so, and the file they stand for."""

import argparse
import os

from ..core.deferred import load_sqlite
from ..core.hints import TYPE_CHECKING
from ..store.errors import StoreError, gone_in_words
from .console import complain

if TYPE_CHECKING:
    from ..store.base import Store
    from ..store.sqlite import SqliteStore


def add_store_options(parser: argparse.ArgumentParser, saving: bool = False) -> None:
    """Let a command be told where games are kept."""
    parser.add_argument("--db", metavar="FILE", help="where games are kept (else NUMDUEL_DB, else your data)")
    if saving:
        parser.add_argument("--no-save", action="store_true", help="keep nothing of this")


def store_path(named: str | None) -> str:
    """The file in which games are kept."""
    given = named or os.environ.get("NUMDUEL_DB")
    if given:
        return _tidy(given)
    from ..store.folders import NoFolder, data_folder

    try:
        return _tidy(os.path.join(data_folder(), "games.db"))
    except NoFolder as error:
        raise StoreError(f"games are kept nowhere: {error}; name a file by --db") from None


def _tidy(path: str) -> str:
    """A path without what changes nothing in it, as pathlib writes it, which takes longer to import."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return "/" * path.startswith("/") + "/".join(parts) or "."


def open_store(named: str | None, create: bool = False) -> "Store":
    """The store; StoreError if it cannot be used.

    Without `create`, one that is not there is an empty one, and nothing is made: whoever only reads, or
    changes what is there, leaves no file or folder behind.
    """
    path = store_path(named)
    if not create and not is_there(path):
        from ..store.memory import MemoryStore

        nothing = MemoryStore()
        nothing.name = path
        return nothing
    store = open_file(path)
    for flaw in store.flaws:
        complain(f"the store {store.name!a} is not in order: {flaw}")
    return store


def open_file(path: str) -> "SqliteStore":
    """The store in a file, with the key that somebody has for it; StoreError if it cannot be used."""
    load_sqlite()
    from ..store.keys import read_key
    from ..store.sqlite import SqliteStore

    return SqliteStore(path, key=read_key())


def is_there(path: str) -> bool:
    """Whether there is a store, or something else that is no empty file."""
    try:
        # A file in which nothing was ever written is no store yet.
        return os.stat(path).st_size > 0 or not os.path.isfile(path) or not _is_empty(path)
    except FileNotFoundError:
        return path == ":memory:"  # by that name SQLite opens no file, and opening it says so
    except OSError:
        return True  # something is, and opening it says what is wrong


def _is_empty(path: str) -> bool:
    from ..store.private import is_empty  # hardly any store has no bytes

    return is_empty(path)


def what_is_gone(store: "Store", what: str) -> list[str]:
    """That rows are gone from the file; whether they are among what is told here, nobody knows."""
    try:
        rows = store.rows_gone()
    except StoreError:  # what cannot be counted was complained of when the file was opened
        return []
    return [f"{gone_in_words(rows)}: {what} may be missing here"] if rows else []


def open_store_to_play(named: str | None, otherwise: str = "this game is not being saved") -> "Store | None":
    """The store to play into; None, and a complaint, if it cannot be written to."""
    try:
        store = open_store(named, create=True)
        store.check_writable()  # a file that can only be read would fail at the first move
        return store
    except StoreError as error:
        complain(f"{otherwise}: {error}")
        return None
