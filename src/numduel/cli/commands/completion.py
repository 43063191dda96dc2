"""`numduel completion`: what makes a shell complete commands, and the words that it then asks for."""

import argparse

from ..completion import complete
from ..console import Console, UsageError
from ..shells import SCRIPTS


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("shell", nargs="?", choices=tuple(SCRIPTS), help="the shell to write it for")
    words = "list what may be typed instead of the last of these words, for the shell"
    parser.add_argument("--words", nargs=argparse.REMAINDER, metavar="WORD", help=words)


def run(console: Console, options: argparse.Namespace) -> int:
    """Write the script, or what may be typed; the exit code."""
    if options.words is not None:
        console.say_to_copy(*(f"{word}\t{about}".rstrip("\t") for word, about in complete(options.words)))
    elif options.shell is None:
        raise UsageError(f"name a shell: {', '.join(SCRIPTS)}")
    else:
        console.say_to_copy(SCRIPTS[options.shell].rstrip())
    return 0
