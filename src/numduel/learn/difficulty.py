"""Difficulty: how hard a puzzle is thought to be, from its solution alone.

The rating is 500, and 230 for each doubling of the depth that must be seen, 60 for each choice beyond two (up
to five of them), 150 times the share of wrong moves that are tempting, and something for the task itself.
A wrong move is tempting if it is not refuted within three plies.
"""

from math import log2

from ..core.verdict import Value, Verdict
from .tasks import Asked, Task

LOWEST, HIGHEST = 400, 2800
BANDS = (900, 1200, 1500, 1800)  # ratings at which a new band begins
GLANCE = 3  # plies that people see without thinking
_TASK = {"win": 0, "hold": 50, "fastest": 50, "who": 150, "slip": 150, "finish": 100}


def rate(task: Task, asked: Asked) -> tuple[int, int]:
    """The depth and the rating of a puzzle."""
    depth = task.depth(asked)
    choices = min(max(len(asked.position.moves) - 2, 0), 5) if task.by_move else 0
    tempting = tempting_share(asked) if task.by_move else 0.0
    rating = 500 + 230 * log2(max(depth, 1)) + 60 * choices + 150 * tempting + _TASK[task.name]
    return depth, round(min(max(rating, LOWEST), HIGHEST))


def tempting_share(asked: Asked) -> float:
    """The share of wrong moves that are not seen through at a glance."""
    best = asked.verdict
    wrong = [verdict for _, verdict in asked.judged() if verdict.value is not best.value]
    return sum(map(is_tempting, wrong)) / len(wrong) if wrong else 0.0


def is_tempting(verdict: Verdict) -> bool:
    """Whether a wrong move is not refuted within a few plies."""
    return verdict.value is not Value.LOSS or (verdict.plies or 0) > GLANCE


def band(rating: int) -> int:
    """The number of the band of difficulty that a rating is in, from 0.

    >>> band(400), band(1200), band(2500)
    (0, 2, 4)
    """
    return sum(rating >= border for border in BANDS)
