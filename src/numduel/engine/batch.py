"""Batch: many games of one kind, both sides played from outside, a move in each at a time."""

from functools import partial
from operator import index
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from ..core.errors import ArgumentError
from ..core.game import Game
from ..core.integers import show_integer
from ..core.position import IllegalMove, InvalidMove, MoveError
from ..kernels.kernel import ILLEGAL
from .jit import PART, compiled
from .limits import check_memory
from .stepping import ALL_VALID, BLOCK, ENTRIES, SUCCESSORS, WORD, Stepper, stepper_of
from .threads import MIN_ITEMS, MIN_LOOKED_UP, Buffers, Span, Workers

Array = NDArray[Any]
step = PART
OTHER_BYTES = 60  # of one game, beside what is shown of it: codes, rngs, actions and results
RESULTS = ("", "mover wins", "mover loses", "drawn", "", "out of range")  # by what `play` returns


class Batch:
    """`count` games from the start on; a game that ends begins again.

    >>> import numduel
    >>> batch = Batch(numduel.load("operation-duel:target=4"), count=3)
    >>> batch.play([0, 1, 0]), batch.play([0, 1, 1])
    (array([0, 0, 0], dtype=int8), array([0, 1, 1], dtype=int8))
    >>> features, masks = batch.show()
    >>> features.tolist(), masks.tolist()
    ([[3], [1], [1]], [[1, 1], [1, 1], [1, 1]])
    """

    def __init__(
        self,
        game: Game[Any, Any],
        count: int,
        *,
        dtype: Any = np.int64,
        threads: int | None = None,
        seed: int = 0,
    ) -> None:
        """`dtype` is the type of features; it must be wide enough for the game's."""
        if type(count) is not int or count < 1:
            raise ArgumentError("a batch has a whole number of games, at least 1")
        if threads is not None and (type(threads) is not int or threads < 1):
            raise ArgumentError("threads must be a whole number of at least 1, or None")
        _check_width(game, dtype)
        self._stepper: Stepper = stepper_of(game, dtype)
        check_memory(
            count * (2 * WORD * self._stepper.frames.words + OTHER_BYTES), f"{show_integer(count, ',')} games"
        )
        self.game = game
        self._codes = np.full(count, self._stepper.start, self._stepper.codes)
        self._after = self._codes.copy()
        self._rng = (np.arange(count, dtype=np.uint64) << np.uint64(32)) ^ np.uint64(index(seed) % 2**64)
        by_table = self._stepper.table is not None
        self._workers = Workers(count, threads, MIN_LOOKED_UP if by_table else MIN_ITEMS)
        self._play = compiled(play_by_table) if by_table else compiled(play_all, **self._stepper.parts)
        self._results = Buffers(partial(_new_row, count, np.int8))
        self._rows = Buffers(partial(self._stepper.frames.rows, count))
        self._actions = Buffers(partial(_new_row, count, np.int64))

    def __len__(self) -> int:
        return len(self._codes)

    def play(self, actions: Any) -> Array:
        """What each action came to, as a number that stands for `RESULTS`; 0 where the game goes on.

        One that cannot be played is refused with InvalidMove or IllegalMove, and no game changes.
        """
        given = read_actions(actions, len(self), self._stepper.frames.actions)
        (results,) = self._results.take()
        rules = (self._stepper.start, self._stepper.frames.actions)
        returned = self._workers.run(
            self._play, self._stepper.data, rules, self._codes, given, self._after, results
        )
        if max(returned) != ALL_VALID:
            bad = min(game for game in returned if game != ALL_VALID)
            raise self._refusal(bad, int(np.asarray(actions)[bad]))
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
        self._workers.run(self._stepper.pick_all, self._stepper.data, self._codes, self._rng, actions)
        return actions

    def show(self) -> tuple[Array, Array]:
        """The features of every game, and which actions are legal: a row each."""
        rows = self._rows.take()
        written = self._stepper.writable(rows)
        self._workers.run(self._stepper.show, self._stepper.data, self._codes, written)
        _, features, masks = rows
        return features, masks

    def close(self) -> None:
        """Let the threads go."""
        self._workers.close()


def _new_row(count: int, dtype: Any) -> tuple[Array]:
    return (np.empty(count, dtype),)


def _check_width(game: Game[Any, Any], dtype: Any) -> None:
    if np.dtype(dtype).kind != "i":
        raise ArgumentError(f"features are whole numbers with a sign, which {np.dtype(dtype)} is not")
    limits = np.iinfo(dtype)
    if not all(limits.min <= low and high <= limits.max for low, high in game.feature_bounds()):
        raise ArgumentError(f"the features of {game.spec[:60]} do not fit into {np.dtype(dtype)}")


def _is_ready(actions: Any, games: int) -> TypeGuard[Array]:
    """Whether actions are just as compiled code takes them, as they mostly are."""
    return (
        type(actions) is np.ndarray
        and actions.dtype == np.int64
        and actions.shape == (games,)
        and actions.flags.carray
    )


def read_actions(actions: Any, games: int, count: int) -> Array:
    """The actions of so many games, of which there are `count`, as compiled code takes them.

    InvalidMove if they are no whole numbers, one a game.
    """
    if _is_ready(actions, games):
        return actions
    try:
        given = np.asarray(actions)
    except ValueError:  # rows of different lengths
        given = np.empty(0, object)
    if given.shape != (games,) or given.dtype.kind not in "iu":
        kind = f"{given.dtype} of shape {given.shape}"
        raise InvalidMove(f"actions must be {games} whole numbers, one a game, not {kind}")
    if given.dtype == np.uint64:  # the only whole numbers that 64 signed bits do not hold
        given = np.minimum(given, np.uint64(count))
    given = given.astype(np.int64, copy=False)
    # Everything would be compiled anew for arrays with gaps, or that cannot be written to.
    return given if given.flags.carray else given.copy()


def play_all(
    data: Any, rules: Any, codes: Array, actions: Array, after: Array, results: Array, span: Span
) -> Any:
    """ALL_VALID, or the first game whose action cannot be played."""
    start, count = rules
    for first in range(span[0], span[1], BLOCK):
        block = (np.uint64(first), np.uint64(min(first + BLOCK, span[1])))
        for i in range(block[0], block[1]):
            action = actions[i]
            if action < 0 or action >= count:
                return np.int64(i)
            code = step(data, codes[i], action)
            if code == ILLEGAL:
                return np.int64(i)
            after[i] = code
        begin_again(start, after, results, block)
    return ALL_VALID


def play_by_table(
    data: Any, rules: Any, codes: Array, actions: Array, after: Array, results: Array, span: Span
) -> Any:
    """What `play_all` returns, where what every action leads to stands in a table; only quicker."""
    start, count = rules
    for first in range(span[0], span[1], BLOCK):
        block = (np.uint64(first), np.uint64(min(first + BLOCK, span[1])))
        if not find_entries(np.uint64(count), codes, actions, after, block):
            return first_unplayable(data[SUCCESSORS], codes, actions, block)
        for i in range(block[0], block[1]):
            after[i] = data[ENTRIES][np.uint64(after[i])]
        if begin_again(start, after, results, block):
            return first_unplayable(data[SUCCESSORS], codes, actions, block)
    return ALL_VALID


def find_entries(count: Any, codes: Array, actions: Array, entries: Array, block: Any) -> bool:
    """Whether all actions of a block are any at all; writes where in the table what they lead to stands."""
    others: Any = 0
    for i in range(block[0], block[1]):
        others += np.uint64(actions[i]) >= count  # as a negative number is, too
        entries[i] = np.int32(codes[i] * np.int32(count) + np.int32(actions[i]))
    return bool(others == 0)


def first_unplayable(successors: Array, codes: Array, actions: Array, block: Any) -> Any:
    """The first game of a block whose action cannot be played."""
    for i in range(block[0], block[1]):
        action = np.uint64(actions[i])
        if action >= np.uint64(successors.shape[1]) or successors[np.uint64(codes[i]), action] == ILLEGAL:
            return np.int64(i)
    return ALL_VALID  # never: it is called where there is one


def begin_again(start: int, after: Array, results: Array, block: Any) -> int:
    """How many moves of a block were illegal; writes results, and lets games that are over begin again."""
    illegal = 0
    for i in range(block[0], block[1]):
        code = after[i]
        illegal += code == ILLEGAL
        results[i] = -code if code < 0 else 0
        after[i] = code if code >= 0 else start
    return illegal
