"""`numduel rules`: the rules of a game under its settings."""

import argparse
from typing import Any

from ...core.game import Game
from ...core.settings import to_json
from ..console import Console
from ..options import add_spec, load_game
from ..words import rules_in_words


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_spec(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(console: Console, options: argparse.Namespace) -> int:
    """Show the rules; the exit code."""
    game = load_game(options)
    if options.json:
        console.say_json(as_json(game))
    else:
        console.say(*rules_in_words(game))
    return 0


def as_json(game: Game[Any, Any]) -> dict[str, object]:
    """The rules by paragraphs, and the settings with their values, for scripts."""
    values = game.settings
    return {
        "spec": game.spec,
        "game": game.name,
        "title": game.title,
        "rules": list(game.voice().rules()),
        "settings": [
            {**setting.as_json(), "value": to_json(values[setting.name])} for setting in game.schema()
        ],
    }
