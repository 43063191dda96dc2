"""Batch: many games of one kind, both sides played from outside, a move in each at a time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.position import IllegalMove, InvalidMove, MoveError
from . import turns
from .compiled import PART, compiled
from .kernel import ILLEGAL
from .sharing import Buffers, Span, Workers
from .stepping import Stepper, stepper_of
from .turns import ALL_GOOD

Array = NDArray[Any]
step = PART
AT_LEAST = 8_192  # games for each thread
RESULTS = ("", "mover wins", "mover loses", "drawn", "", "out of range")  # by what `play` returns


class Batch:
    """`count` games from the start on; a game that ends begins again at once.

    >>> import numduel
    >>> batch = Batch(numduel.load("operation-duel:target=4"), count=3)
    >>> batch.play([0, 1, 0]), batch.play([0, 1, 1])
    (array([0, 0, 0], dtype=int8), array([0, 1, 1], dtype=int8))
    >>> features, masks = batch.show()
    >>> features.tolist(), masks.tolist()
    ([[3], [1], [1]], [[1, 1], [1, 1], [1, 1]])
    """

    def __init__(
        self, game: Game[Any, Any], count: int, dtype: Any = np.int64, threads: int | None = None
    ) -> None:
        """`dtype` is what features are shown in; it must be wide enough for the game's."""
        if type(count) is not int or count < 1:
            raise ValueError("a batch has a whole number of games, at least 1")
        _check_width(game, dtype)
        self._stepper: Stepper = stepper_of(game, dtype)
        self.game = game
        self._codes = np.full(count, self._stepper.start, self._stepper.codes)
        self._after = self._codes.copy()
        self._luck = np.arange(count, dtype=np.uint64) << np.uint64(32)
        self._playing = np.zeros(count, np.int8)
        self._workers = Workers(count, threads, AT_LEAST)
        parts = self._stepper.parts
        self._play, self._show = compiled(play_all, **parts), compiled(turns.show_all, **parts)
        self._pick = compiled(turns.pick_all, **parts)
        self._results = Buffers(lambda: (np.empty(count, np.int8),))
        self._rows = Buffers(lambda: (self._stepper.frames.rows(count)[0],))
        self._actions = Buffers(lambda: (np.empty(count, np.int64),))

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
        (results,) = self._results.take()
        rules = (self._stepper.start, self._stepper.frames.actions)
        said = self._workers.run(
            self._play, self._stepper.data, rules, self._codes, given, self._after, results
        )
        if max(said) != ALL_GOOD:
            bad = min(game for game in said if game != ALL_GOOD)
            raise self._refusal(bad, int(given[bad]))
        self._codes, self._after = self._after, self._codes
        return results

    def _refusal(self, game: int, action: int) -> MoveError:
        count = self._stepper.frames.actions
        if 0 <= action < count:
            return IllegalMove(f"game {game}: action {action} is illegal now")
        return InvalidMove(f"game {game}: an action is a whole number from 0 to {count - 1}, not {action}")

    def legal_actions_at_random(self) -> Array:
        """A legal action for every game, each as likely as the others."""
        (actions,) = self._actions.take()
        self._workers.run(self._pick, self._stepper.data, self._codes, self._playing, self._luck, actions)
        return actions

    def show(self) -> tuple[Array, Array]:
        """The features of every game, and which actions are legal: a row each."""
        (words,) = self._rows.take()
        features, masks = self._stepper.frames.views(words)
        rows = self._stepper.written((words, features, masks))
        self._workers.run(self._show, self._stepper.data, self._codes, rows)
        return features, masks

    def close(self) -> None:
        """Let the threads go."""
        self._workers.close()


def _check_width(game: Game[Any, Any], dtype: Any) -> None:
    limits = np.iinfo(dtype)
    lows, highs = zip(*game.feature_bounds(), strict=True)
    if min(lows) < limits.min or max(highs) > limits.max:
        raise ValueError(f"the features of {game.spec[:60]} do not fit into {np.dtype(dtype)}")


def play_all(
    data: Any, rules: Any, codes: Array, actions: Array, after: Array, results: Array, span: Span
) -> int:
    """ALL_GOOD, or the first game whose action cannot be played."""
    start, count = rules
    for i in range(span[0], span[1]):
        action = actions[i]
        if action < 0 or action >= count:
            return i
        code = step(data, codes[i], action)
        if code == ILLEGAL:
            return i
        results[i] = 0 if code >= 0 else -code
        after[i] = code if code >= 0 else start
    return ALL_GOOD
