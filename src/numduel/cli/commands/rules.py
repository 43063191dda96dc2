"""`numduel rules`: the rules of a game under its settings."""

import argparse

from ..console import Console
from ..options import add_spec, load_game
from ..pager import say_at_length
from ..words import rules_in_words, variants_in_words


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_spec(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(console: Console, options: argparse.Namespace) -> int:
    """Show the rules; the exit code."""
    game = load_game(options)
    if options.json:
        from ...analysis.game_documents import rules_document

        console.say_json(rules_document(game))
    else:
        say_at_length(console, [*rules_in_words(game), *variants_in_words(type(game))])
    return 0
