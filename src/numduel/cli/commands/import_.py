"""`numduel import`: keep games that were written as text."""

import argparse

from ..console import Console
from ..storage import add_store_options, open_store
from ..stored_games import read_records


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a file with games; - for standard input")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Keep the games in the file, all of them or none; the exit code."""
    records = read_records(options.file)
    store = open_store(options.db, create=True)
    told = {"new": "kept", "known": "here already", "longer": "brought up to date"}
    for number, how in store.add_records(records):
        console.say(f"Game {number} is {told[how]}.")
    return 0
