"""A game's table walked by a bare loop, for benchmarks/vector.py: the machine's limit.

No environment around it: games move by actions given beforehand, begin anew when they are over, and nothing
is shown of them.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from numduel.kernels.kernel import ILLEGAL

Array = NDArray[Any]


@numba.njit(nogil=True)
def walk(successors: Array, codes: Array, actions: Array, first: int, last: int) -> None:
    for step in range(len(actions)):
        for game in range(first, last):
            code = successors[codes[game], actions[step, game]]
            codes[game] = code if code >= 0 else 0


def random_actions(successors: Array, games: int, steps: int) -> Array:
    """Legal actions for so many games and steps, each game beginning anew at position 0."""
    chance = np.random.default_rng(1)
    legal = successors != ILLEGAL
    codes, actions = np.zeros(games, np.int32), np.empty((steps, games), np.int64)
    for step in range(steps):
        weights = np.where(legal[codes], chance.random((games, legal.shape[1])), -1)
        actions[step] = weights.argmax(axis=1)
        codes = np.maximum(successors[codes, actions[step]], 0)
    return actions


class TableWalk:
    """So many games on one table, and how many threads share them."""

    def __init__(self, successors: Array, games: int, steps: int, threads: int) -> None:
        self._successors = successors
        self._actions = random_actions(successors, games, steps)
        self._codes = np.zeros(games, np.int32)
        borders = [games * part // threads for part in range(threads + 1)]
        self._spans = list(pairwise(borders))
        self._pool = ThreadPoolExecutor(threads)

    def run(self) -> None:
        """Move every game once for each row of actions."""
        self._codes[:] = 0
        parts = (self._successors, self._codes, self._actions)
        for done in [self._pool.submit(walk, *parts, *span) for span in self._spans]:
            done.result()
