"""Verdict: the exact value of a position for the player to move."""

from enum import Enum

from .frozen import Frozen, set_field


class Value(Enum):
    """What best play comes to for the player to move. Unsolved is unsolved, never a guess."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"  # an end that nobody wins
    ENDLESS = "endless"  # no end: both can avoid losing for ever
    UNSOLVED = "unsolved"

    # There is one of each. What enumerations have by themselves takes longer than what it is looked up for.
    __hash__ = object.__hash__

    @property
    def turned(self) -> "Value":
        """The same value as the other player sees it."""
        return _TURNED.get(self, self)

    @property
    def worth(self) -> int | None:
        """1 for a win, 0 for a draw or a game without end, -1 for a loss; None where nobody knows."""
        return _WORTH.get(self)

    def winner(self, player: int) -> int | None:
        """The number of the player who wins where `player` is to move; None where nobody does.

        >>> Value.LOSS.winner(1), Value.DRAW.winner(1)
        (2, None)
        """
        if self is Value.WIN:
            return player
        return 3 - player if self is Value.LOSS else None

    @property
    def has_end(self) -> bool:
        """Whether best play is known to come to an end."""
        return self in (Value.WIN, Value.LOSS, Value.DRAW)


_FROM_WORST = (Value.LOSS, Value.UNSOLVED, Value.ENDLESS, Value.DRAW, Value.WIN)
_ORDER = {value: place for place, value in enumerate(_FROM_WORST)}
_WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.ENDLESS: 0, Value.LOSS: -1}
_TURNED = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}


class Verdict(Frozen):
    """A value, how many plies are still to be made (the winner hurries, the loser delays), and why.

    `plies` is None where there is no end, or where only the winner is known.
    """

    value: Value
    plies: int | None = None
    why: str = ""

    def __init__(self, value: Value, plies: int | None = None, why: str = "") -> None:
        # What stands in for this at first takes five times as long, and every answer is a verdict.
        set_field(self, "value", value)
        set_field(self, "plies", plies)
        set_field(self, "why", why)

    def before(self) -> "Verdict":
        """The verdict on a move that leads to a position with this one, for the player who makes it.

        >>> Verdict(Value.LOSS, 2).before()
        Verdict(value=<Value.WIN: 'win'>, plies=3, why='')
        """
        return Verdict(self.value.turned, None if self.plies is None else self.plies + 1, self.why)

    @property
    def rank(self) -> tuple[int, bool, int]:
        """A key that sorts verdicts from the worst to the best for the player they are for.

        A quick win is better than a slow one, a slow loss better than a quick one. An unknown length is
        neither: it stands below all that are known, because a known way can be followed to its end. An end is
        better than none: a drawn one stands above an endless game. Unsolved stands above a loss and below
        everything else.
        """
        known, length = self.plies is not None, self.plies or 0
        return _ORDER[self.value], known, length if self.value is Value.LOSS else -length
