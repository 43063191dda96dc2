"""`numduel backup`: copy every kept game into a file."""

import argparse
from pathlib import Path

from ...core.integers import count
from ..console import Console, Failed
from ..files import Output
from ..storage import add_store_options, is_there, open_file, store_path


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("file", metavar="FILE", help="where the copy is put")
    parser.add_argument("--force", action="store_true", help="overwrite a file that is there already")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Copy the store, check the copy and put it in place; the exit code."""
    path = store_path(options.db)
    if not is_there(path):
        raise Failed("no games are kept yet")
    store = open_file(path)
    output = Output(console, f"./{options.file}" if options.file == "-" else options.file, options.force)
    from ...store.backup import back_up

    games = back_up(store, Path(output.name), replace=output.replaces)
    console.say(f"{count(games, 'game')} copied and checked.")
    return 0
