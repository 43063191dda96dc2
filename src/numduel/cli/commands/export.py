"""`numduel export`: write kept games as text."""

import argparse

from ...match.record import write
from ..console import Console
from ..files import Output, add_output
from ..options import whole
from ..storage import add_store_options, open_store
from ..stored_games import find_record


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("ids", nargs="+", type=whole(1), metavar="ID", help="games that are kept")
    add_output(parser, "where to (else standard output)")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Write the games; the exit code."""
    store = open_store(options.db)
    text = "\n".join(write(find_record(store, number)) for number in options.ids)
    Output(console, options.output, options.force).write(text)
    return 0
