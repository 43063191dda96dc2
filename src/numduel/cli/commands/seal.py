"""`numduel seal`: seal what is kept with a key."""

import argparse
import contextlib
import os

from ...core.text import visible
from ...store.errors import Damaged, StoreError
from ...store.keys import FILE_VARIABLE, VARIABLE, make_key_file, read_key
from ...store.sqlite import SqliteStore
from ..console import Console, Failed, UsageError
from ..storage import add_store_options, is_there, store_path


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--new-key", action="store_true", help="write a new key into the key file first")
    how.add_argument("--remove", action="store_true", help="seal without the key again")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Seal the store with the key, or without it again; the exit code."""
    path = store_path(options.db)
    if not options.new_key:
        console.say(_seal(path, _key(), options.remove))
        return 0
    if os.environ.get(VARIABLE) is not None:
        raise UsageError(f"{VARIABLE} is set, and a key file would not be used")
    made = make_key_file()
    try:
        told = _seal(path, _key(), remove=False)
    except (Damaged, StoreError):
        SqliteStore(path).close()  # it is not sealed with the new key, which nothing needs
        made.unlink()
        raise
    shown = visible(os.fspath(made))
    console.say(told, f"The key is in {shown}: keep a copy, for without it no game can be read.")
    return 0


def _key() -> bytes:
    key = read_key()
    if key is None:
        raise Failed(f"there is no key: set {VARIABLE} or {FILE_VARIABLE}, or let --new-key make one")
    return key


def _seal(path: str, key: bytes, remove: bool) -> str:
    """Seal the file; what has come of it, in a sentence."""
    how = "without a key" if remove else "with the key"
    rest = " Take the key away now: whoever has one uses no store without it." if remove else ""
    if not is_there(path):
        return "No games are kept yet; those to come will be sealed with the key."
    before, after = (key, None) if remove else (None, key)
    try:
        store = SqliteStore(path, key=before)
    except StoreError:
        SqliteStore(path, key=after).close()  # or this says what is wrong
        return f"Every game is sealed {how} already.{rest}"
    with contextlib.closing(store):
        store.seal_anew(after)
    return f"Every game is sealed {how} now.{rest}"
