"""The options of environments, read and checked alike for all of them."""

import operator
from collections.abc import Mapping
from typing import Any

from ..core.game import Game
from ..core.position import InvalidMove
from ..core.registry import load
from ..core.settings import SettingError

MAX_TURNS = 200  # by default: endless games have to end somewhere


class NoSuchPicture(SettingError, TypeError):
    """Environments are rendered as text alone. Toolkits that ask for pictures first look for a TypeError."""


def chosen_game(name: str | None, spec: str | None, settings: Mapping[str, Any]) -> Game[Any, Any]:
    """The game that a spec names (`name` alone, if there is none), with settings as values or as text.

    >>> chosen_game("operation-duel", "operation-duel:target=31", {"add": (1, 2), "multiply": "2/3"}).spec
    'operation-duel:target=31,add=1/2,multiply=2/3'
    """
    spec = name if spec is None else spec
    if not isinstance(spec, str):
        raise SettingError("an environment needs the spec of its game, such as operation-duel:target=31")
    named = spec.partition(":")[0].strip().lower()
    if name is not None and named != name:
        raise SettingError(f"this environment plays {name}, and its spec names {named[:40]!a}")
    return load(spec, settings)


def plays_itself(opponent: Any) -> bool:
    """Whether an opponent is `self`: the agent plays both sides."""
    return isinstance(opponent, str) and opponent.strip().lower() == "self"


def check_options(
    opponent: Any, seat: Any, illegal: Any, max_turns: Any, exact: Any, copy: Any = True
) -> None:
    """Raise SettingError, in one sentence, where an option has no meaning."""
    if not (seat == "alternating" if isinstance(seat, str) else type(seat) is int and seat in (1, 2)):
        raise SettingError("seat must be 1, 2 or 'alternating'")
    if plays_itself(opponent) and seat != 1:
        raise SettingError("seat says nothing where the agent plays both sides")
    if not isinstance(illegal, str) or illegal not in ("lose", "raise"):
        raise SettingError("illegal must be 'lose' or 'raise'")
    if type(max_turns) is not int or max_turns < 1:
        raise SettingError("max_turns must be a whole number of at least 1")
    if type(exact) is not bool:
        raise SettingError("exact must be True or False")
    if type(copy) is not bool:
        raise SettingError("copy must be True or False")


def read_action(action: Any, count: int) -> int:
    """The action id that was given, as a plain number; InvalidMove if there is no such action."""
    try:
        # True and False would do as numbers, but nobody means an action by them.
        number = -1 if isinstance(action, bool) else operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < count:
        raise InvalidMove(f"an action is a whole number from 0 to {count - 1}, not {_plain(action)}")
    return number


def _plain(value: Any) -> str:
    """What was given, in a few characters."""
    try:
        text = ascii(value)
    except Exception:  # an integer too long to be written, or anything that cannot show itself
        text = type(value).__name__
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:40] + "..."
