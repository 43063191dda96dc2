"""`numduel seal`: seal what is kept with a key."""

import argparse
import contextlib
import os

from ...core.text import visible
from ...store.errors import StoreError
from ...store.keys import FILE_VARIABLE, VARIABLE, make_key_file, read_key
from ...store.resealing import may_be_sealed
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
        console.say(
            _seal(path, _key("" if options.remove else ", or let --new-key make one"), options.remove)
        )
        return 0
    if os.environ.get(VARIABLE) is not None:
        raise UsageError(f"{VARIABLE} is set, and a key file would not be used")
    made = make_key_file()
    key = _key("")
    try:
        told = _seal(path, key, remove=False)
    except BaseException:
        if not may_be_sealed(path, key):  # or nothing needs the key, and it would be in the way
            made.unlink()
        raise
    shown = visible(os.fspath(made))
    console.say(told, f"The key is in {shown}: keep a copy, for without it no game can be read.")
    return 0


def _key(otherwise: str) -> bytes:
    """The key; Failed where there is none, with what else may be done."""
    key = read_key()
    if key is None:
        raise Failed(f"there is no key: set {VARIABLE} or {FILE_VARIABLE}{otherwise}")
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
    except StoreError as error:
        try:
            SqliteStore(path, key=after).close()
        except StoreError as other:  # the one that was met with the key says what is wrong
            raise (error if remove else other) from None
        return f"Every game is sealed {how} already.{rest}"
    with contextlib.closing(store):
        store.seal_anew(after)
    return f"Every game is sealed {how} now.{rest}"
