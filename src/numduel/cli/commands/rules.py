"""`numduel rules`: the rules of a game under its settings."""

import argparse

from ..console import Console
from ..options import add_spec, load_game
from ..words import rules_in_words


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_spec(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Show the rules; the exit code."""
    console.say(*rules_in_words(load_game(options)))
    return 0
