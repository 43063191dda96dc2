"""The `numduel` command: its words, and what every failure looks like from outside."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any, NoReturn

from ..core.errors import NumduelError
from ..core.packages import BrokenPackage
from ..core.position import MoveError
from ..core.settings import SettingError
from ..store.errors import Damaged, EarlierReading, StoreError
from .console import Console, Failed, NotLegal, OutputFailed, UsageError, complain

FAILED, USAGE, NOT_LEGAL, DOES_NOT_HOLD, INTERRUPTED = 1, 2, 3, 4, 130

# Each is a module of `commands`; what it does is told here, so that help loads none of them.
COMMANDS = {
    "play": "play a game, or a match of several",
    "list": "list the games",
    "rules": "show the rules of a game under its settings",
    "errata": "show where a rulebook errs, and what we do",
    "resume": "go on with a game that was left",
    "history": "list the games that were played",
    "replay": "step through a game",
    "review": "show where a game was decided",
    "export": "write a game as text",
    "import": "keep games that were written as text",
    "delete": "forget a game",
    "solve": "say who wins a game with best play",
    "analyze": "show what a position and each move in it are worth",
    "explain": "say in plain words who wins, how, and what to do now",
    "graph": "draw the positions and moves as a picture",
    "prove": "write a proof of who wins, for verify to check",
    "verify": "check such a proof by the rules of its game alone",
}


class HelpAsked(NumduelError):
    """Somebody wants to read the help, which is the message."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence, without the usage lines."""

    def __init__(self, **options: Any) -> None:
        # A fixed width spares argparse a look at the terminal, and with it an import that takes long.
        super().__init__(**options, allow_abbrev=False, formatter_class=_Help)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message:.200} (see: {self.prog} --help)")

    def print_help(self, file: object = None) -> NoReturn:
        raise HelpAsked(self.format_help().rstrip())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code. Nothing ends in a traceback."""
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except (UsageError, SettingError) as error:
        complain(str(error))
        return USAGE
    except (MoveError, NotLegal, EarlierReading) as error:
        complain(str(error))
        return NOT_LEGAL
    except (BrokenPackage, Failed, StoreError) as error:
        complain(str(error))
        return FAILED
    except Damaged as error:
        complain(str(error))
        return DOES_NOT_HOLD
    except OutputFailed as error:
        if error.args:
            complain(str(error))
        return FAILED
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("NUMDUEL_DEBUG"):
            raise
        complain(f"something went wrong inside numduel: {error!a} (NUMDUEL_DEBUG=1 shows where)")
        return FAILED


def _run(arguments: list[str]) -> int:
    parser = build_parser(arguments)
    console = Console(plain="--plain" in arguments)
    try:
        options = parser.parse_args(arguments)
    except HelpAsked as asked:
        console.say(str(asked))
        console.flush()
        return 0
    if options.version:
        return _say_version(console)
    if options.command is None:
        return _open_menu(console, parser)
    code: int = _module(options.command).run(console, options)
    console.flush()
    return code


def _say_version(console: Console) -> int:
    from .. import __version__

    console.say(f"numduel {__version__}")
    console.flush()
    return 0


def _open_menu(console: Console, parser: argparse.ArgumentParser) -> int:
    if not (console.typed and console.shown):
        console.say(parser.format_help().rstrip())
        console.flush()
        return USAGE
    from .menu import Menu

    return Menu(console).run()


def build_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The words of the command line; only the command that `arguments` use is spelled out."""
    parser = Parser(
        prog="numduel",
        description="Number games for two players, played as their rulebooks say.",
        epilog="SPEC is a game, with settings if you like: operation-duel:target=31,add=1/2",
    )
    parser.add_argument("--version", action="store_true", help="show the version")
    parser.add_argument("--plain", action="store_true", help="no tables, no remarks: the bare text")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog="numduel", parser_class=Parser)
    # Making a parser for every command would take longer than most commands do.
    only = [name for name in arguments[:1] if name in COMMANDS]
    for name, does in COMMANDS.items():
        if only and name not in only:
            continue
        added = commands.add_parser(name, help=does, description=does)
        if name in arguments:
            # SUPPRESS: a --plain before the command is not undone by its default after it.
            added.add_argument(
                "--plain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
            )
            _module(name).add_options(added)
    return parser


def _module(name: str) -> Any:
    return import_module(f"{__package__}.commands.{name}{'_' * iskeyword(name)}")


class _Help(argparse.HelpFormatter):
    """Help in lines of a fixed width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)
