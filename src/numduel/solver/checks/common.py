"""What the checks share: refusing, and the states that a move leads to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...core.errors import NumduelError
from ...core.game import Game
from ...core.integers import count

AnyGame = Game[Any, Any]
Entry = dict[str, Any]  # of a certificate, or a part of it


class DoesNotHold(NumduelError):
    """The certificate proves nothing; the message says why in one sentence."""


@dataclass(frozen=True)
class Report:
    """What a check came to: what it proved, what rests on the game's word alone, and the reason in words."""

    proved: tuple[str, ...]
    told: tuple[str, ...] = ()
    words: str = ""  # of the game's file; nothing that was proved rests on them
    claim: str = ""


def require(holds: bool, otherwise: str) -> None:
    """Refuse the certificate, with the sentence that says why, unless something holds."""
    if not holds:
        raise DoesNotHold(otherwise)


NO_MOVE = "a game that goes on has no move"
# Of positions that a game's `key` calls equal one is checked, and the others are not.
SAME_KEY = "That positions which the game counts as one have one future is the game's word."


class Positions:
    """Tells positions apart by their keys, and notes whether each of these was all of a state.

    That is so of numbers, texts and tuples of them, and of which class each part is counts as well, since
    rules may look at that. A class of a game's own, of states or of keys, may call unlike ones equal, or the
    same ones unlike the next time.
    """

    def __init__(self) -> None:
        self.exact = True  # whether no position stood for others that are counted as one with it
        self._classes: dict[type, type] = {}  # of states, by those of their keys

    def told_apart(self, key: Any, state: Any) -> tuple[Any, Any]:
        """What tells a position from others, and what its state is made of (`made_of`)."""
        whole = made_of(state)
        made = whole if key is state else made_of(key)
        one_class = self._classes.setdefault(type(key), type(state)) is type(state)
        known = made is not UNKNOWN and whole is not UNKNOWN
        self.exact = self.exact and known and one_class and _inside(key, made) == _inside(state, whole)
        return (key if made is UNKNOWN else made), whole


UNKNOWN = object()  # what something of a class of a game's own is made of


def made_of(value: Any) -> Any:
    """What equals that of another value only where both are alike in all that rules can look at."""
    kind = type(value)
    if value is None or kind in (int, str, bytes):
        return value
    if kind is bool:
        return kind, value
    if not is_plain_tuple(kind):
        return UNKNOWN
    parts = tuple(map(made_of, tuple.__iter__(value)))
    if any(part is UNKNOWN for part in parts):
        return UNKNOWN
    return parts if kind is tuple else (kind, *parts)


def _inside(value: Any, made: Any) -> Any:
    """What a value is made of, but for the class of a tuple with names for its parts."""
    return made if type(value) in (bool, tuple) or not isinstance(value, tuple) else made[1:]


def is_plain_tuple(kind: type[Any]) -> bool:
    """Whether values of a class are tuples, with or without names for their parts, and nothing else."""
    if kind is tuple:
        return True
    if type(kind) is not type or not issubclass(kind, tuple) or kind.__dictoffset__:
        return False
    # Not by asking the class for them: it may answer otherwise than its values do.
    own = kind.__mro__[: kind.__mro__.index(tuple)]
    return not any(name in vars(each) for each in own for name in _OF_TUPLES)


_OF_TUPLES = ("__eq__", "__iter__", "__len__", "__getitem__", "__getattribute__")


def name_of(key: Any) -> str:
    """The text that tells a position in a certificate; plain text, whatever the class of the key makes."""
    return str.__str__(repr(key))


def same(one: object, other: object) -> bool:
    """Whether two values are equal and of one type: 1 is not True, and not 1.0."""
    return type(one) is type(other) and one == other


def after_each(game: AnyGame, state: Any) -> Iterator[tuple[Any, Any]]:
    """The state after each legal move, and its outcome if that ends the game."""
    moves = game.moves(state)
    # Rules that forget to say who has won where nobody can move do not make it so that somebody has.
    require(bool(moves) or game.outcome(state) is not None, NO_MOVE)
    for move in moves:
        after = game.play(state, move)
        yield after, game.outcome(after)


def in_positions(positions: int) -> str:
    """In how many positions a side's moves were checked."""
    if not positions:
        return "nothing is left for them to choose"
    each = "" if positions == 1 else "each "
    return f"{count(positions, 'position')}, {each}with its move and every reply"
