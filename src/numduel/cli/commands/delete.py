"""`numduel delete`: forget a game."""

import argparse

from ...core.integers import count
from ...core.text import visible
from ...store.errors import Damaged, NoSuchGame
from ..console import Console, EndOfInput, Failed, agree
from ..options import whole
from ..storage import add_store_options, open_store
from ..stored_games import find_row, names_in
from ..words import typed_spec


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("id", type=whole(1), metavar="ID", help="a game that is kept")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Forget the game, after asking; the exit code."""
    store, uid = open_store(options.db), None
    try:
        row = find_row(store, options.id)
        one, other = (name or f"Player {seat}" for seat, name in enumerate(names_in(store, row), 1))
        what, uid = f"{typed_spec(row.spec)}, {one} against {other}, {count(row.moves, 'move')}", row.uid
    except Damaged as error:
        what = str(error)
    try:
        question = f"Delete game {options.id} ({visible(what)}) for good?"
        sure = options.yes or agree(console.ask, question)
    except EndOfInput:
        sure = False
    if sure:
        try:
            store.delete(options.id, uid)
        except NoSuchGame as error:
            raise Failed(f"{error} any more") from None
    console.say(f"Game {options.id} is {'deleted' if sure else 'kept'}.")
    return 0 if sure else 1
