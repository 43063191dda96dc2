"""Batch: many games of one kind, both sides played from outside, a move in each at a time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.position import IllegalMove, InvalidMove
from . import turns
from .compiled import PART, compiled
from .kernel import ILLEGAL
from .stepping import Stepper, stepper_of
from .turns import ALL_GOOD

Array = NDArray[Any]
step = PART
RESULTS = ("", "mover wins", "mover loses", "drawn", "", "out of range")  # by what `play` returns


class Batch:
    """`count` games from the start on; a game that ends begins again at once.

    >>> import numduel
    >>> batch = Batch(numduel.load("operation-duel:target=4"), count=3)
    >>> batch.play([0, 1, 0]), batch.play([0, 1, 1])
    (array([0, 0, 0], dtype=int8), array([0, 1, 1], dtype=int8))
    >>> batch.features().tolist(), batch.masks().tolist()
    ([[3], [1], [1]], [[1, 1], [1, 1], [1, 1]])
    """

    def __init__(self, game: Game[Any, Any], count: int) -> None:
        if type(count) is not int or count < 1:
            raise ValueError("a batch has a whole number of games, at least 1")
        self._stepper: Stepper = stepper_of(game, np.int64)
        self.game = game
        self._codes = np.full(count, self._stepper.start, self._stepper.codes)
        self._after = self._codes.copy()
        self._luck = np.arange(count, dtype=np.uint64) << np.uint64(32)
        self._play = compiled(play_all, **self._stepper.parts)

    def __len__(self) -> int:
        return len(self._codes)

    def play(self, actions: Any) -> Array:
        """What each action came to, as a number that stands for `RESULTS`; 0 where the game goes on.

        One that cannot be played is refused with InvalidMove or IllegalMove, and no game changes.
        """
        given = np.asarray(actions)
        if given.shape != self._codes.shape or given.dtype.kind not in "iu" or given.dtype == np.uint64:
            raise InvalidMove(f"actions must be {len(self)} whole numbers, one a game")
        given = given.astype(np.int64, copy=False)
        results = np.empty(len(self), np.int8)
        count = self._stepper.frames.actions
        bad = self._play(
            self._stepper.data, self._codes, given, self._after, results, self._stepper.start, count
        )
        if bad != ALL_GOOD:
            if 0 <= given[bad] < count:
                raise IllegalMove(f"game {bad}: action {given[bad]} is illegal now")
            raise InvalidMove(f"game {bad}: an action is a number from 0 to {count - 1}, not {given[bad]}")
        self._codes, self._after = self._after, self._codes
        return results

    def legal_actions_at_random(self) -> Array:
        """A legal action for every game, each as likely as the others."""
        actions = np.empty(len(self), np.int64)
        pick = compiled(turns.pick_all, **self._stepper.parts)
        playing = np.zeros(len(self), np.int8)
        pick(self._stepper.data, self._codes, playing, self._luck, actions, (0, len(self)))
        return actions

    def _shown(self) -> tuple[Array, Array, Array]:
        frames = self._stepper.frames.rows(len(self))
        compiled(turns.show_all, **self._stepper.parts)(self._stepper.data, self._codes, frames)
        return frames

    def features(self) -> Array:
        """The features of every game, a row each."""
        return self._shown()[1]

    def masks(self) -> Array:
        """Which actions are legal, a row for every game."""
        return self._shown()[2]


def play_all(
    data: Any, codes: Array, actions: Array, after: Array, results: Array, start: int, count: int
) -> int:
    """ALL_GOOD, or the first game whose action cannot be played."""
    for i in range(len(codes)):
        action = actions[i]
        if action < 0 or action >= count:
            return i
        code = step(data, codes[i], action)
        if code == ILLEGAL:
            return i
        results[i] = 0 if code >= 0 else -code
        after[i] = code if code >= 0 else start
    return ALL_GOOD
