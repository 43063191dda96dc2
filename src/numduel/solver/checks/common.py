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


def is_all(key: Any, state: Any) -> bool:
    """Whether a key is all of a state, so that equal keys are equal states whatever a game's rules look at.

    That is so of numbers, texts and tuples of them. A class of a game's own, of states or of keys, may call
    unlike ones equal.
    """
    return _is_plain(key) and _is_plain(state) and bool(key == state)


def _is_plain(value: Any) -> bool:
    if value is None or type(value) in (int, bool, str, bytes):
        return True
    if not isinstance(value, tuple) or type(value).__eq__ is not tuple.__eq__ or hasattr(value, "__dict__"):
        return False
    return all(map(_is_plain, value))


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
