"""The `numduel` command: its words, and what every failure looks like from outside."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from ..core.game import Game
from ..core.position import MoveError
from ..core.registry import BrokenGame, load, names
from ..core.settings import SettingError
from ..players import UnknownPlayer
from .console import Console, OutputFailed, UsageError, complain

DONE, FAILED, USAGE, NOT_LEGAL, INTERRUPTED = 0, 1, 2, 3, 130


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence, without the usage lines."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see: {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code. Nothing ends in a traceback."""
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except (UsageError, SettingError, UnknownPlayer) as error:
        complain(str(error))
        return USAGE
    except MoveError as error:
        complain(str(error))
        return NOT_LEGAL
    except BrokenGame as error:
        complain(str(error))
        return FAILED
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
    parser = build_parser()
    options = parser.parse_args(arguments)
    console = Console(plain=options.plain)
    if options.command is None:
        return _open_menu(console, parser)
    code: int = options.run(console, options)
    console.flush()
    return code


def _open_menu(console: Console, parser: argparse.ArgumentParser) -> int:
    if not (console.typed and console.shown):
        console.say(parser.format_help().rstrip())
        console.flush()
        return USAGE
    from .menu import Menu

    return Menu(console).run()


def build_parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    parser = Parser(
        prog="numduel",
        description="Number games for two players, played as their rulebooks say.",
        epilog="SPEC is a game, with settings if you like: operation-duel:target=31,add=1/2",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version)
    parser.add_argument("--plain", action="store_true", help="no tables, no remarks: the bare text")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Callable[..., int], does: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=does, description=does, allow_abbrev=False)
        # SUPPRESS: a --plain before the command is not undone by its default after it.
        added.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        added.set_defaults(run=run)
        return added

    play = command("play", _play, "play a game, or a match of several")
    _add_spec(play)
    play.add_argument("--p1", metavar="WHO", default="human", help="who plays: human, or human:NAME")
    play.add_argument("--p2", metavar="WHO", default="human", help="who plays against them")
    play.add_argument(
        "--first", choices=("1", "2", "toss"), default="1", help="who begins, and is called Player 1"
    )
    play.add_argument("--seed", type=_whole(0), metavar="N", help="makes the toss repeatable")
    play.add_argument("--rounds", type=_whole(1), metavar="N", help="a match of N games; most wins")
    play.add_argument("--to", type=_whole(1), metavar="N", help="a match to N points")
    play.add_argument("--max-turns", type=_whole(1), metavar="N", help="a draw after N turns")

    listing = command("list", _list, "list the games")
    listing.add_argument("--json", action="store_true", help="as JSON")
    rules = command("rules", _rules, "show the rules of a game under its settings")
    _add_spec(rules)
    errata = command("errata", _errata, "show where a rulebook errs, and what we do")
    errata.add_argument("game", nargs="?", metavar="GAME", help="one game; all of them otherwise")
    errata.add_argument("--json", action="store_true", help="as JSON")
    return parser


class _Version(argparse.Action):
    """Prints the version; it is looked up only when asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest=argparse.SUPPRESS, nargs=0, help="show the version")

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from .. import __version__

        parser.exit(0, f"numduel {__version__}\n")


def _add_spec(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("spec", metavar="SPEC", help="a game, with settings if you like")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting")


def _whole(low: int) -> Callable[[str], int]:
    """A reader of whole numbers of at least `low`, for argparse."""
    from ..core.integers import read_integer

    def read(text: str) -> int:
        value = read_integer(text) if len(text) <= 18 else None
        if value is None or value < low:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {low}, not {text[:40]!a}")
        return value

    return read


def load_game(options: argparse.Namespace) -> Game[Any, Any]:
    """The game that SPEC and --set name."""
    settings: dict[str, str] = {}
    for pair in options.set:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SettingError(f"--set takes NAME=VALUE, not {pair[:40]!a}")
        settings[name.strip()] = value
    return load(options.spec, settings)


def _play(console: Console, options: argparse.Namespace) -> int:
    from .play import play

    if options.rounds is not None and options.to is not None:
        raise UsageError("--rounds and --to exclude each other: a match has so many games, or so many points")
    return play(console, load_game(options), options)


def _list(console: Console, options: argparse.Namespace) -> int:
    from ..core.registry import games

    if options.json:
        return _say_json(console, [_game_as_json(game) for game in games().values()])
    from .table import table

    rows = [[name, kind.title, kind.summary] for name, kind in games().items()]
    console.say(*table(["game", "title", "in a line"], rows, plain=options.plain))
    return DONE


def _rules(console: Console, options: argparse.Namespace) -> int:
    from .words import rules_in_words

    console.say(*rules_in_words(load_game(options)))
    return DONE


def _errata(console: Console, options: argparse.Namespace) -> int:
    chosen = [load(options.game)] if options.game else [load(name) for name in names()]
    if options.json:
        rows = [_erratum_as_json(game, erratum) for game in chosen for erratum in game.errata]
        return _say_json(console, rows)
    from .words import errata_in_words

    for number, game in enumerate(chosen):
        console.say(*([""] if number else []), *errata_in_words(game))
    return DONE


def _say_json(console: Console, document: object) -> int:
    import json

    console.say(json.dumps(document, indent=2))
    return DONE


def _game_as_json(kind: type[Game[Any, Any]]) -> dict[str, object]:
    import dataclasses

    game = kind()
    settings = {
        field.name: {
            "default": field.metadata["kind"].write(field.default),
            "allowed": field.metadata["kind"].allowed,
            "about": field.metadata["about"],
        }
        for field in dataclasses.fields(game)
    }
    return {"game": game.name, "title": game.title, "summary": game.summary, "settings": settings}


def _erratum_as_json(game: Game[Any, Any], erratum: Any) -> dict[str, object]:
    import dataclasses

    return {"game": game.name, **dataclasses.asdict(erratum)}
