"""`numduel errata`: where a rulebook errs, and what we do."""

import argparse
import dataclasses

from ...core.registry import games
from ..console import Console
from ..options import load_named
from ..pager import say_at_length
from ..words import errata_in_words


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game; all of them otherwise")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(console: Console, options: argparse.Namespace) -> int:
    """Show the errata; the exit code."""
    chosen = [load_named(name) for name in ([options.game] if options.game else games())]
    if options.json:
        console.say_json(
            [{"game": game.name, **dataclasses.asdict(one)} for game in chosen for one in game.errata]
        )
        return 0
    lines = [line for game in chosen for line in ["", *errata_in_words(game)]]
    say_at_length(console, lines[1:])
    return 0
