"""`numduel list`: the games there are."""

import argparse

from ...core.registry import broken_games, games
from ..console import Console, complain
from ..table import table
from ..words import variants_in_words


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(console: Console, options: argparse.Namespace) -> int:
    """List the games; the exit code."""
    for error in broken_games().values():
        complain(f"left out: {error}")
    if options.json:
        from ...analysis.game_documents import game_document

        console.say_json([game_document(kind) for kind in games().values()])
        return 0
    kinds = games()
    rows = [[name, kind.title, kind.summary] for name, kind in kinds.items()]
    console.say(*table(["game", "title", "in a line"], rows, plain=options.plain))
    console.say(*variants_in_words(*kinds.values()))
    return 0
