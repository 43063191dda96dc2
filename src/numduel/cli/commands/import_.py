"""`numduel import`: keep games that were written as text."""

import argparse
from collections.abc import Callable, Iterator

from ...match.record import Record
from ..console import Console
from ..progress import waiting
from ..storage import add_store_options, open_store
from ..stored_games import read_records


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a file with games; - for standard input")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Keep the games in the file, all of them or none; the exit code."""
    with waiting("reading: {:,} games", options.plain) as show:
        records = read_records(options.file, show)
    store = open_store(options.db, create=True)
    told = {"new": "kept", "known": "here already", "longer": "brought up to date"}
    with waiting("keeping: {:,} of {:,} games", options.plain) as show:
        kept = store.add_records(_shown(records, show))
    for number, how in kept:
        console.say(f"Game {number} is {told[how]}.")
    return 0


def _shown(records: list[Record], show: Callable[[int, int], None]) -> Iterator[Record]:
    """The same records, while it is shown how many were taken."""
    for number, record in enumerate(records):
        show(number, len(records))
        yield record
