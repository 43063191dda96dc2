"""Written groups: a game's induction as the data of a certificate."""

from typing import Any

from ..core.game import Game
from ..core.induction import Endless, Group, More, Pattern, Plies, Range, Win
from ..core.integers import write_integer

LARGEST = 2**53  # what every reader of JSON keeps exactly; larger numbers are written as text


def by_induction(game: Game[Any, Any], induction: Win | Endless) -> dict[str, Any]:
    """The part of a certificate that proves a value by groups of states."""
    head = {"proof": "induction", "invariant": game.invariant()}
    if isinstance(induction, Win):
        win = [_group(game, group, "within") for group in induction.win]
        return {**head, "win": win, "delay": [_group(game, group, "lasts") for group in induction.delay]}
    sides = {"1": induction.first, "2": induction.second}
    hold = {side: [_group(game, group) for group in groups] for side, groups in sides.items()}
    return {**head, "hold": hold, "everywhere": [_pattern(one) for one in induction.everywhere]}


def _group(game: Game[Any, Any], group: Group, plies: str = "") -> dict[str, Any]:
    written = {"states": _pattern(group.states), "play": game.write(group.play)}
    return {**written, plies: _plies(group.plies or Plies(0))} if plies else written


def _plies(plies: Plies) -> Any:
    constant = _number(plies.constant)
    return [constant, _number(plies.slope)] if plies.slope else constant


def _pattern(pattern: Pattern) -> Any:
    if isinstance(pattern, Range):
        low, high = (None if end is None else _number(end) for end in (pattern.low, pattern.high))
        return {"low": low, "high": high, "step": _number(pattern.step)}
    if isinstance(pattern, More):
        return {"more": pattern.least, "step": pattern.step}
    if isinstance(pattern, tuple):
        return [_pattern(part) for part in pattern]
    # Text could be a state of its own, so a large number alone is a range.
    large = isinstance(pattern, int) and abs(pattern) > LARGEST
    return _pattern(Range(pattern, pattern)) if large else pattern


def _number(number: int) -> int | str:
    return number if abs(number) <= LARGEST else write_integer(number)
