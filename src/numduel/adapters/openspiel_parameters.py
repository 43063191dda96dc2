"""A game's settings as OpenSpiel's parameters, there and back.

OpenSpiel gives each parameter one type, and decides by the looks of a value which type that is: nothing can
be a number here and a word there. So whole numbers are numbers, with one that is not allowed otherwise for
`none`, and all else is text as in a spec. What OpenSpiel would misread goes into one parameter more.
"""

import re
from typing import Any

from ..core.game import Game
from ..core.registry import read_settings
from ..core.settings import NONE, Setting, SettingError, Whole
from .options import MAX_TURNS

AnyGame = Game[Any, Any]
Parameters = dict[str, int | str]

SMALLEST, LARGEST = -(2**31), 2**31 - 1  # of OpenSpiel's numbers
RESERVED = ("max_turns", "settings")  # parameters that are no setting of the game
# What OpenSpiel takes for something else than text.
MISREAD = re.compile(r"[-+.0-9]*|[Tt]rue|[Ff]alse|.*[,=()].*", re.DOTALL)


def defaults(kind: type[AnyGame]) -> Parameters:
    """Every parameter of a game with its value, and thereby its type: the rulebook's game."""
    return {
        **{setting.name: _default(setting) for setting in _own(kind)},
        "max_turns": MAX_TURNS,
        "settings": "",
    }


def parameters(game: AnyGame, max_turns: int) -> Parameters:
    """The fewest parameters that make this game, also when OpenSpiel has written and read them."""
    given: Parameters = {} if max_turns == MAX_TURNS else {"max_turns": max_turns}
    misread = []
    for setting in game.declared.values():
        value = getattr(game, setting.name)
        if value == setting.default:
            continue
        if setting in _own(type(game)) and _is_safe(setting, value):
            given[setting.name] = _parameter(setting, value)
        else:
            misread.append(f"{setting.name}:{setting.kind.write(value)}")
    return {**given, "settings": ";".join(misread)} if misread else given


def settings(kind: type[AnyGame], given: Parameters) -> dict[str, str]:
    """The settings that parameters give, as text; SettingError where one is given twice."""
    every = str(given.get("settings", ""))
    texts = read_settings(every.replace(":", "=").replace(";", ",")) if every else {}
    for setting in _own(kind):
        value = given.get(setting.name, _default(setting))
        if value == _default(setting):  # given or not: OpenSpiel does not say
            continue
        if setting.name in texts:
            raise SettingError(f"{setting.name!a} is set twice")
        none = value == _nothing(setting) and setting.kind.optional
        texts[setting.name] = NONE if none else str(value)
    return texts


def checked_turns(max_turns: object) -> int:
    """`max_turns`, if a game can be limited to so many; else SettingError."""
    if type(max_turns) is not int or not 1 <= max_turns <= LARGEST:
        raise SettingError(f"max_turns must be a whole number from 1 to {LARGEST}")
    return max_turns


def _own(kind: type[AnyGame]) -> list[Setting]:
    """The settings that have a parameter of their own."""
    return [setting for setting in kind.declared.values() if setting.name not in RESERVED]


def _nothing(setting: Setting) -> int | None:
    """The number that stands for `none`; None where the parameter is not a number at all."""
    kind = setting.kind
    if not isinstance(kind, Whole) or not _fits(setting.default):
        return None
    return -1 if kind.low is not None and kind.low >= 0 else SMALLEST


def _fits(number: Any) -> bool:
    return number is None or SMALLEST < number <= LARGEST


def _default(setting: Setting) -> int | str:
    return _parameter(setting, setting.default)


def _parameter(setting: Setting, value: Any) -> int | str:
    nothing = _nothing(setting)
    if nothing is None:
        return setting.kind.write(value)
    return nothing if value is None else int(value)


def _is_safe(setting: Setting, value: Any) -> bool:
    """Whether OpenSpiel takes the value for what it is."""
    if _nothing(setting) is not None:
        return _fits(value)
    return not MISREAD.fullmatch(setting.kind.write(value))
