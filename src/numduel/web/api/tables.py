"""What a program asks for when it opens a table, read from JSON; whatever is wrong is told in a sentence."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ...core.errors import NumduelError
from ...match.setup import PERSON, Setup, new_setup
from ..config import WebLimits
from ..pages.opponents import visitors_player
from ..pages.places import read_place
from ..tables.rooms import Options
from .schemas import LEAST, MOST


class TableError(NumduelError, ValueError):
    """A document that describes no table, explained in one sentence."""


class Table(NamedTuple):
    """A table to be opened; the seats of these contestants are open to whoever comes."""

    setup: Setup
    options: Options
    open_seats: frozenset[int]


def _whole(name: str) -> tuple[Callable[[object], bool], str]:
    """What a field of whole numbers may be, and how that is said."""
    least = LEAST[name]
    said = f"a whole number from {least} to {MOST:,}"
    return lambda value: type(value) is int and least <= value <= MOST, said


def _is_one_of(*values: object) -> Callable[[object], bool]:
    return lambda value: any(type(value) is type(each) and value == each for each in values)


def _is_players(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(each) is str for each in value)


def _is_open(value: object) -> bool:
    return isinstance(value, list) and all(type(each) is int and each in (1, 2) for each in value)


# Every field, what it may be, and how that is said.
FIELDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "spec": (lambda value: type(value) is str, "the text of a game with its settings"),
    "players": (_is_players, "a list of two players"),
    "open": (_is_open, "a list of players, 1 or 2, whose seats anyone may take"),
    "first": (_is_one_of(1, 2, "toss"), '1, 2 or "toss"'),
    "rounds": _whole("rounds"),
    "to": _whole("to"),
    "max_turns": _whole("max_turns"),
    "seed": _whole("seed"),
    "undo": (lambda value: type(value) is str, "none, agree or free"),
    "hint_limit": _whole("hint_limit"),
    "answers": (lambda value: type(value) is str, "after or always"),
    "auto": (lambda value: type(value) is bool, "true or false"),
}


def read_table(document: dict[str, Any], limits: WebLimits) -> Table:
    """The table that a document describes; TableError, SettingError or SetupError if it describes none."""
    for name, value in document.items():
        if name not in FIELDS:
            raise TableError(f"there is no field {name[:40]!a}; the fields are {', '.join(FIELDS)}")
        if not FIELDS[name][0](value):
            raise TableError(f"{name} must be {FIELDS[name][1]}")
    if "spec" not in document:
        raise TableError("a table needs a spec, such as operation-duel")
    setup = _setup(document, limits)
    open_seats = frozenset(player - 1 for player in document.get("open", ()))
    if not all(setup.is_person(who) for who in open_seats):
        raise TableError("only the seats of people can be open")
    options = {name: document[name] for name in ("answers", "auto") if name in document}
    return Table(setup, Options(**options), open_seats)


def _setup(document: dict[str, Any], limits: WebLimits) -> Setup:
    game = read_place(document["spec"], {}, limits).game
    one, other = map(visitors_player, document.get("players", (PERSON, PERSON)))
    names = ("rounds", "max_turns", "undo", "hint_limit")
    agreed = {name: document[name] for name in names if name in document}
    first = document.get("first", 1)
    if first != "toss":
        agreed["first"] = first - 1
    return new_setup(
        game,
        toss=first == "toss",
        seed=document.get("seed"),
        players=(one, other),
        points=document.get("to"),
        **agreed,
    )
