"""Moves and positions as they are said in a sentence: short, and the same for eyes and ears."""

from functools import lru_cache
from typing import Any

from ...core.game import Game
from ...core.integers import shorten_integers
from ...core.parts import Grid, Row
from ...core.position import Position

MOST_CELLS = 8  # of a stack; of a taller one the top is said
LONGEST = 80  # characters; what takes longer is left to the board


def say_move(game: Game[Any, Any], move: str) -> str:
    """A move with the heading under which its choice stands, if any.

    >>> import numduel
    >>> say_move(numduel.load("operation-stack"), "2"), say_move(numduel.load("digit-stack"), "2")
    ('push 2', '2')
    """
    group = _groups(game).get(move)
    return f"{group} {move}" if group else move


@lru_cache(maxsize=256)
def _groups(game: Game[Any, Any]) -> dict[str, str]:
    """The heading of each move that has one. Boards offer the same groups from the start on."""
    choices = game.board().choices(game.initial())
    return {game.write(choice.move): choice.group for choice in choices if choice.group}


def say_position(position: Position[Any, Any]) -> str:
    """What a position has come to, in a few words; nothing where only the board can say it.

    A stack is said from its top to its bottom, as pages list it.

    >>> import numduel
    >>> say_position(Position.start(numduel.load("operation-stack")).say("push 2").say("push 3"))
    'stack 3, 2 from the top'
    >>> say_position(Position.start(numduel.load("operation-duel")).say("*2"))
    '2'
    """
    game = position.game
    parts = game.board().parts(position.state)
    first = parts[0] if parts else None
    if isinstance(first, Grid):
        return ""
    words = _stack(first) if isinstance(first, Row) and first.up else game.voice().brief(position.state)
    said = shorten_integers(words)
    return said if len(said) <= LONGEST else ""


def _stack(row: Row) -> str:
    cells = [cell.say() for cell in reversed(row.cells)]
    top = ", ".join(cells[:MOST_CELLS]) or "empty"
    height = f"of {len(cells):,}: " if len(cells) > MOST_CELLS else ""
    return f"{row.label} {height}{top}{' from the top' * (len(cells) > 1)}".strip()
