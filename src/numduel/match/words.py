"""What the words of a person mean: a move, the first part of one, a forbidden attempt, or nothing."""

from typing import Any

from ..core.game import Fault
from ..core.position import Position, lexicon, split
from .messages import Message


class LegalMove(Message):
    """A legal move, and the words that say it."""

    move: Any
    words: tuple[str, ...]


class Unfinished(Message):
    """The first words of a legal move; the rest is still to be said."""

    words: tuple[str, ...]


class ForbiddenAttempt(Message):
    """Words that are no legal move, and lose the game."""

    words: tuple[str, ...]


class NotUnderstood(Message):
    """Words that are no legal move and are asked for again; `said` came after `before`."""

    before: tuple[str, ...]
    said: tuple[str, ...]


Understood = LegalMove | Unfinished | ForbiddenAttempt | NotUnderstood


def understand(position: Position[Any, Any], line: str, before: tuple[str, ...] = ()) -> Understood:
    """What `line` means to the player to move, who has said the words `before` already.

    It is a `LegalMove`, the first words of one (`Unfinished`), words that lose the game (`ForbiddenAttempt`)
    or anything else (`NotUnderstood`).

    >>> import numduel
    >>> position = numduel.Position.start(numduel.load("operation-stack"))
    >>> understand(position, "push"), understand(position, "5", ("push",)), understand(position, "/")
    (Unfinished(words=('push',)), LegalMove(move=5, words=('push', '5')), ForbiddenAttempt(words=('/',)))
    """
    game, state, said = position.game, position.state, split(line)
    # "push 5" is understood even where "push" has been said already.
    full = said if before and said[: len(before)] == before else before + said
    spelled = lexicon(game)
    moves = position.moves
    move = spelled.get(full)
    if move is not None and move in moves:
        return LegalMove(move, full)
    if any(words[: len(full)] == full and each in moves for words, each in spelled.items()):
        return Unfinished(full)
    if full and game.fault(state, full) is Fault.LOSS:
        return ForbiddenAttempt(full)
    return NotUnderstood(before, said)
