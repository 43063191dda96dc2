"""`numduel restore`: put a copy that backup made in the place of what is kept."""

import argparse
import os
from pathlib import Path

from ...core.integers import count
from ...core.text import visible
from ...store.keys import read_key
from ..console import Console, EndOfInput, agree
from ..storage import add_store_options, is_there, store_path


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a copy that backup made")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Check the copy, ask, and put it in place; the exit code."""
    from ...store.backup import checked_copy, replace_store

    path = Path(store_path(options.db))
    with checked_copy(Path(options.file), path, read_key()) as (copy, games):
        told = count(games, "game")
        question = f"Replace what is in {visible(os.fspath(path))} by the {told} of the copy?"
        if is_there(os.fspath(path)) and not options.yes and not _agreed(console, question):
            console.say("Nothing was replaced.")
            return 1
        kept = replace_store(path, copy)
    console.say(f"{told} put back.")
    if kept is not None:
        console.say(f"What was there before is now {visible(os.fspath(kept))}.")
    return 0


def _agreed(console: Console, question: str) -> bool:
    try:
        return agree(console.ask, question)
    except EndOfInput:
        return False
