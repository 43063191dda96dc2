"""Options that several commands share."""

import argparse
from collections.abc import Callable, Mapping

from ..core.game import Game
from ..core.hints import Any
from ..core.integers import read_integer
from ..core.registry import UnknownGame, load, names, names_with
from ..core.settings import SettingError, listed
from ..core.text import quoted
from .console import UsageError


def add_spec(parser: argparse.ArgumentParser) -> None:
    """Let a command take a game with its settings."""
    parser.add_argument("spec", metavar="SPEC", help="a game, with settings if you like")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting")


def load_game(options: argparse.Namespace) -> Game[Any, Any]:
    """The game that SPEC and --set name."""
    settings: dict[str, str] = {}
    for pair in options.set:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SettingError(f"--set takes NAME=VALUE, not {pair[:40]!a}")
        if name.strip() in settings:
            raise SettingError(f"{name.strip()[:40]!a} is set twice")
        settings[name.strip()] = value
    return load_named(options.spec, settings)


def load_named(spec: str, settings: Mapping[str, str] | None = None) -> Game[Any, Any]:
    """The game that a person names, by its whole name or by words that no other game has in its name.

    Records and programs spell names out: what a part of one stands for changes with the games there are.
    """
    name, colon, rest = spec.partition(":")
    name = name.strip().lower()
    found = [] if name in names() else names_with(name)
    if len(found) > 1:
        raise UnknownGame(f"{quoted(name)} may be {listed(found, 'or')}; name one of them")
    return load(f"{found[0]}{colon}{rest}" if found else spec, settings)


def named_pattern(text: str) -> str:
    """A pattern, whose game may be named by a part of its name, with the name in full."""
    name, colon, rest = text.partition(":")
    return f"{load_named(name).name}{colon}{rest}"


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Let a command be told how people play at a table."""
    parser.add_argument("--auto", action="store_true", help="make a person's only move without asking")
    coach = "ask before a move that gives something away, and tell where the game turned"
    parser.add_argument("--coach", action="store_true", help=coach)


def check_coach(hint_limit: int | None) -> None:
    """Raise UsageError where no hints were agreed on, and a coach could not say anything."""
    if hint_limit == 0:
        raise UsageError("a coach's warnings and values are hints, and no hints were agreed on (--hints 0)")


def player_name(text: str) -> str:
    """What somebody is called, for argparse; what cannot be written can be nobody's name."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"must be printable, not {text[:40]!a}")
    return text


LONGEST_NUMBER = 18  # digits: what a machine's integers hold


def whole(low: int) -> Callable[[str], int]:
    """A reader of whole numbers of at least `low`, for argparse."""

    def read(text: str) -> int:
        value = read_integer(text) if len(text) <= LONGEST_NUMBER else None
        if value is None or value < low:
            digits = f" and at most {LONGEST_NUMBER} digits" if len(text) > LONGEST_NUMBER else ""
            raise argparse.ArgumentTypeError(
                f"must be a whole number of at least {low}{digits}, not {text[:40]!a}"
            )
        return value

    return read
