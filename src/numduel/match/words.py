"""What the words of a person mean: a move, the first part of one, a forbidden attempt, or nothing."""

from ..core.game import Fault
from ..core.hints import Any
from ..core.message import Message
from ..core.position import Position, lexicon, split


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

    It is a `LegalMove`, the first words of several (`Unfinished`), words that lose the game
    (`ForbiddenAttempt`) or anything else (`NotUnderstood`). The first words of only one legal move are that
    move, and a whole move takes the place of the words before it.

    >>> import numduel
    >>> position = numduel.Position.start(numduel.load("operation-stack"))
    >>> understand(position, "push"), understand(position, "5", ("push",)), understand(position, "/")
    (Unfinished(words=('push',)), LegalMove(move=5, words=('push', '5')), ForbiddenAttempt(words=('/',)))
    >>> understand(numduel.Position.start(numduel.load("operation-duel")), "multiply").words
    ('multiply',)
    """
    said = split(line)
    # "push 5" is understood even where "push" has been said already.
    full = said if before and said[: len(before)] == before else before + said
    meant = _begun(position, full) or _begun(position, _completed(position, full))
    if before and said and not isinstance(meant, LegalMove):
        instead = _instead(position, said)
        meant = instead if isinstance(instead, LegalMove) else meant or instead
    if meant is not None:
        return meant
    if full and position.game.fault(position.state, full) is Fault.LOSS:
        return ForbiddenAttempt(full)
    return NotUnderstood(before, said)


def rests(position: Position[Any, Any], words: tuple[str, ...]) -> list[str]:
    """What may follow the first `words` of a move: for each legal move that begins so, the shortest way."""
    shortest: dict[Any, str] = {}
    for spelling, move in _spelled(position, words).items():
        rest = " ".join(spelling[len(words) :])
        shortest[move] = min(shortest.get(move, rest), rest, key=len)
    return [shortest[move] for move in position.moves if move in shortest]


def _begun(position: Position[Any, Any], words: tuple[str, ...]) -> LegalMove | Unfinished | None:
    """The legal move that begins with these words, or that several do; None where none does."""
    move = lexicon(position.game).get(words)
    if move is not None and move in position.moves:
        return LegalMove(move, words)
    moves = set(_spelled(position, words).values())
    if len(moves) == 1 and words:
        return LegalMove(moves.pop(), words)
    return Unfinished(words) if moves else None


def _completed(position: Position[Any, Any], words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with each that only begins one that is known there, such as `mul`, in full."""
    known, done = list(lexicon(position.game)), list[str]()
    for at, word in enumerate(words):
        following = {spelling[at] for spelling in known if len(spelling) > at and spelling[:at] == (*done,)}
        longer = {each for each in following if word.isalpha() and each.startswith(word)}
        done.append(longer.pop() if word not in following and len(word) >= 2 and len(longer) == 1 else word)
    return tuple(done)


def _instead(position: Position[Any, Any], said: tuple[str, ...]) -> LegalMove | Unfinished | None:
    """What takes the place of words said before; None for a mere answer to what they made us ask.

    A move is said in full with as many words as the rulebook's own way has: after `operate`, `push 1` is a
    move, and `1` is no operation.
    """
    short_for = lexicon(position.game).get(said)
    if short_for is not None and len(said) < len(split(position.game.spellings(short_for)[0])):
        return None
    return _begun(position, said)


def _spelled(position: Position[Any, Any], words: tuple[str, ...]) -> dict[tuple[str, ...], Any]:
    """Every spelling of a legal move that begins with these words."""
    moves = position.moves
    return {
        spelling: move
        for spelling, move in lexicon(position.game).items()
        if spelling[: len(words)] == words and move in moves
    }
