"""Doing: the rules of a game learned by making one move of each kind, and by trying what is forbidden."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ..match.words import ForbiddenAttempt, NotUnderstood, understand
from .lesson import Step
from .pool import Pool
from .tasks import Asked

MOST_KINDS = 6
LOOKED_AT = 300  # positions, in which something forbidden is looked for
TRIED = 100_000  # words that a game knows, with each of which every attempt is compared
NO_MOVE = "pass"  # nobody may, in a game that has no such move


def rules_by_doing(pool: Pool) -> Iterator[Step]:
    """The rules, one move of each kind, and a forbidden attempt."""
    game = pool.game
    yield Step(kind="told", words=tuple(line for line in game.voice().rules() if line), game=game)
    yield from islice(_one_of_each(pool), MOST_KINDS)
    yield from _forbidden(pool)


def kind_of(text: str) -> str:
    """What a move has in common with others of its kind: its text without the numbers in it.

    >>> kind_of("+12"), kind_of("7"), kind_of("swap")
    ('+#', '#', 'swap')
    """
    return re.sub(r"\d+", "#", text)


def _one_of_each(pool: Pool) -> Iterator[Step]:
    """A move of each kind, where it can be from where the last one led."""
    game, done, here = pool.game, set[str](), pool.asked[0]
    for move in game.vocabulary():
        text = game.write(move)
        if kind_of(text) in done:
            continue
        found = next((asked for asked in (here, *pool.asked) if _goes_on(asked, move)), None)
        if found is not None:
            done.add(kind_of(text))
            yield _move_step(found, text)
            here = Asked(found.position.play(move), (*found.moves, text), pool.answers)


def _goes_on(asked: Asked, move: Any) -> bool:
    """Whether a move can be made and does not end the game."""
    return move in asked.position.moves and asked.position.play(move).outcome is None


def _move_step(asked: Asked, text: str) -> Step:
    return Step(
        kind="move",
        words=(f"You are Player {asked.position.player}. Make this move: {text}",),
        game=asked.position.game,
        moves=asked.moves,
        right=(text,),
        hint=f"The answer is {text}",
        topic="One move of each kind",
    )


def _forbidden(pool: Pool) -> Iterator[Step]:
    """Something that the rules do not allow: what loses by itself, else what cannot be played now."""
    loses = _first_attempt(pool, ForbiddenAttempt)
    found = loses or _first_attempt(pool, NotUnderstood)
    if found is None:
        found = pool.asked[0], NO_MOVE
        if not isinstance(understand(found[0].position, NO_MOVE), NotUnderstood):
            return
    asked, text = found
    yield Step(
        kind="attempt",
        words=(f"You are Player {asked.position.player}. Now try what the rules do not allow: {text}",),
        game=pool.game,
        moves=asked.moves,
        right=(text,),
        hint=f"The answer is {text}",
        topic="What is forbidden",
    )


def _first_attempt(pool: Pool, meant: type[Any]) -> tuple[Asked, str] | None:
    """The first position, and a move of the game, that cannot be made there and is understood as `meant`."""
    vocabulary, write = pool.game.vocabulary(), pool.game.write
    tries = (
        (asked, write(move))
        for asked in pool.asked[:LOOKED_AT]
        for move in vocabulary
        if move not in asked.position.moves
    )
    for asked, text in islice(tries, TRIED // len(vocabulary)):
        if isinstance(understand(asked.position, text), meant):
            return asked, text
    return None
