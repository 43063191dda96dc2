"""What worker processes find out about puzzles: whether an answer is right, a hint, and the solution.

`spec` comes first, so that a question goes where the settings were solved before.
"""

from collections.abc import Sequence
from typing import Any

from ...learn.attempt import answer, hint, solution
from ...learn.catalogue import find

Moves = Sequence[str]  # canonical texts, from the first


def judge(spec: str, name: str, moves: Moves, given: str) -> dict[str, Any]:
    """What comes of an answer; once nothing more is asked, also everything that was right."""
    puzzle = find(name)
    reply = answer(puzzle, given, tuple(moves))
    right = puzzle.kind.right(puzzle.asked()) if reply.solved else ()
    return {"reply": reply.as_json(), "right": right}


def help_with(spec: str, name: str, moves: Moves) -> str:
    """A word that helps."""
    return hint(find(name), tuple(moves))


def tell(spec: str, name: str, moves: Moves) -> tuple[str, ...]:
    """What would have been right, and why."""
    return solution(find(name), tuple(moves))
