"""Induction: a game's value stated for whole groups of states at once, as data that a checker can check.

A group is a pattern that many states fit, with the move to make in each of them. A checker runs the rules on
the pattern itself, with numbers that it knows nothing of but the pattern, and so on all those states at once:
finitely many groups prove something of games that no table could hold. docs/proofs.md says how.
"""

from .hints import Any
from .message import Message


class Range(Message):
    """Every `step`-th whole number from `low` to `high`; None is without end.

    Steps are counted from `low`, or where there is none down from `high`.
    """

    low: int | None = None
    high: int | None = None
    step: int = 1


class More(Message):
    """At the bottom of a tuple, any whole numbers: `least` of them, or any number of `step` more."""

    least: int
    step: int = 1


Pattern = Any  # a Range, a number or another constant, or a tuple of patterns, of which the first may be More


class Plies(Message):
    """So many plies: `constant`, and where states are plain numbers `slope` times the number."""

    constant: int
    slope: int = 0


class Group(Message):
    """States in which one side makes one move."""

    states: Pattern
    play: Any  # the move, legal in each of them
    plies: Plies | None = None  # see Win


class Win(Message):
    """How somebody wins.

    `win` has every state that the winner may face, and plies within which the game is then over. `delay` has
    every state that the loser may face, also after mistakes of the winner, and plies that the loser lasts.
    """

    win: tuple[Group, ...]
    delay: tuple[Group, ...]


class Endless(Message):
    """How both avoid losing for ever.

    `first` and `second` have every state that player 1 and player 2 may face while they keep to their moves;
    `everywhere` has every state there may be at all, so that it can be seen that none is a drawn end.
    """

    first: tuple[Group, ...]
    second: tuple[Group, ...]
    everywhere: tuple[Pattern, ...]
