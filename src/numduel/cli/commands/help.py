"""`numduel help`: how a command is used, or the rules of a game."""

import argparse

from ...core.registry import UnknownGame
from ...core.text import nearest, quoted
from ..console import Console, UsageError
from ..options import load_named
from ..pager import say_at_length
from ..parser import command_parser, general_parser
from ..words import about_game
from . import COMMANDS


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "topic", nargs="?", metavar="COMMAND|GAME", help="a command or a game; everything otherwise"
    )
    parser.add_argument("--man", action="store_true", help="write the manual page, for man to show")


def run(console: Console, options: argparse.Namespace) -> int:
    """Show the help; the exit code."""
    if options.man:
        from ..manual import manual

        console.say_to_copy(manual().rstrip())
    else:
        say_at_length(console, help_about(options.topic))
    return 0


def help_about(topic: str | None) -> list[str]:
    """The lines of help about a command, about a game, or about everything; UsageError if it is none."""
    if topic is None or topic in COMMANDS:
        parser = general_parser() if topic is None else command_parser(topic)
        return parser.format_help().splitlines()
    try:
        return about_game(load_named(topic))
    except UnknownGame:
        near = nearest(topic.lower(), COMMANDS)
        if near is None:
            raise
        raise UsageError(f"there is no help about {quoted(topic)}; did you mean {near}?") from None
