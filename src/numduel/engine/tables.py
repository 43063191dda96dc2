"""GameTable: a finite game as flat tables, in which a move is one look-up.

A kernel fills them in no time; for a game without one the rules do, position by position.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import ArgumentError, NumduelError
from ..core.game import Game, Outcome
from ..core.integers import count
from ..core.settings import SettingError
from ..kernels import find
from ..kernels.kernel import ILLEGAL, LARGEST, MOVER_WINS, OUT_OF_RANGE, Kernel, NoKernel, mark_of
from .jit import PART, compiled
from .numbering import Numbering, position_of

Array = NDArray[Any]
MAX_ENTRIES = 1 << 24  # positions times actions: 64 MiB of successors
MAX_BY_RULES = 200_000  # positions: some seconds
unpack, play, observe, number = PART, PART, PART, PART


class GameTable:
    """Positions numbered from 0, the start; what each action leads to; their features.

    `successors[position, action]` is a position or a mark. Positions are those in which there is something
    to decide: a move after which the other player cannot move leads to a mark. `legal[position]` lists the
    legal actions, the first `counts[position]` entries.
    """

    def __init__(self, game: Game[Any, Any], shown: bool = True, most: int | None = None) -> None:
        """Of at most so many entries: positions times actions.

        With `shown` False there are no features, and so none that could leave its bounds.
        """
        self.game = game
        self.actions = len(game.vocabulary())
        self._bounds = tuple(game.feature_bounds()) if shown else ()
        self.width = len(self._bounds)
        self.action_dtype = action_dtype(self.actions)
        positions = min(MAX_ENTRIES, most or MAX_ENTRIES) // max(self.actions, self.width)
        try:
            self._fill_by_kernel(find(game), positions)
        except NoKernel:
            self._fill_by_rules(min(positions, MAX_BY_RULES))
        self.counts = np.count_nonzero(self.successors != ILLEGAL, axis=1).astype(self.action_dtype)
        # Sorting what is illegal to the back keeps the legal actions in order before it.
        self.legal = np.argsort(self.successors == ILLEGAL, axis=1, kind="stable").astype(self.action_dtype)

    def __len__(self) -> int:
        return len(self.successors)

    def _fill_by_kernel(self, kernel: Kernel[Any], most: int) -> None:
        found = Numbering(kernel, kernel.start, most)
        if not found.complete:
            raise TooManyPositions(
                f"{self.game.spec[:80]} has more than {count(most, 'position')}: too many for tables"
            )
        self._kernel: Kernel[Any] | None = kernel
        self._numbering = found
        self.successors = np.empty((len(found), self.actions), np.int32)
        rules = (kernel.numbers, found.index)
        compiled(fill_successors, **kernel.moving, number=position_of)(*rules, self.successors)
        self.features = np.empty((len(found), self.width), np.int64)
        if self.width:
            self._fill_features(kernel, rules)

    def _fill_features(self, kernel: Kernel[Any], rules: Any) -> None:
        lows, highs = zip(*self._bounds, strict=True)
        if min(lows) < -LARGEST or max(highs) > LARGEST:
            raise NoKernel(f"{self.game.spec[:80]} has features that 64 bits do not hold")
        compiled(fill_features, observe=kernel.observe)(*rules, self.features)
        if (self.features < lows).any() or (self.features > highs).any():
            raise ArgumentError(f"the kernel of {self.game.title} shows features outside their bounds")

    def _fill_by_rules(self, most: int) -> None:
        game, self._kernel = self.game, None
        if not self._in_bounds(game.initial()):
            raise NoKernel(f"{game.spec[:80]} starts at a position whose features leave their bounds")
        self._states, self._index = [game.initial()], {game.key(game.initial()): 0}
        rows = []
        for state in self._states:  # it grows as positions are found
            legal = set(game.moves(state))
            rows.append(
                [self._successor(state, move) if move in legal else ILLEGAL for move in game.vocabulary()]
            )
            if len(self._states) > most:
                raise TooManyPositions(
                    f"{game.spec[:80]} has more than {count(most, 'position')}: too many for tables"
                )
        self.successors = np.array(rows, np.int32)
        rows_of_features = [game.features(state) if self.width else () for state in self._states]
        try:
            self.features = np.array(rows_of_features, np.int64).reshape(len(rows), self.width)
        except OverflowError:
            raise NoKernel(f"{game.spec[:80]} has features that 64 bits do not hold") from None

    def _in_bounds(self, state: Any) -> bool:
        """Whether the features of a state lie within their bounds."""
        if not self.width:
            return True
        features = self.game.features(state)
        if len(features) != self.width:
            raise SettingError(f"{self.game.title} needs features() that are always as many")
        return all(
            low <= feature <= high for feature, (low, high) in zip(features, self._bounds, strict=True)
        )

    def _successor(self, state: Any, move: Any) -> int:
        """What a move leads to: a position, which may be new, or a mark."""
        game = self.game
        after = game.play(state, move)
        outcome: Outcome | None = game.outcome(after)
        if outcome is not None:
            return mark_of(outcome)
        if not self._in_bounds(after):
            return OUT_OF_RANGE
        position = self._index.setdefault(game.key(after), len(self._states))
        if position == len(self._states):
            self._states.append(after)
        return position

    def state_at(self, position: int) -> Any:
        """A state that is this position."""
        if self._kernel is None:
            return self._states[position]
        return self._kernel.decode(int(self._numbering.codes[position]))

    def position_of(self, state: Any) -> int:
        """The position that a state is; KeyError if it cannot be reached, or has nothing to decide."""
        if self._kernel is None:
            return self._index[self.game.key(state)]
        position = self._numbering.find(self._kernel.encode(state))
        if position is None or not self.counts[position]:
            raise KeyError(state)
        return position


def action_dtype(actions: int) -> Any:
    """The type that holds the id of an action, and how many there are."""
    return np.int16 if actions < 1 << 15 else np.int32


class TooManyPositions(NumduelError, ValueError):
    """There are more positions than tables are made for; the message says so in one sentence."""


# The functions below are compiled; `unpack`, `play` and `observe` stand for the kernel's.


def fill_successors(numbers: Array, index: Any, successors: Array) -> None:
    """Write what every action leads to: that the mover wins, where the other player could not move."""
    positions, actions = successors.shape
    for position in range(positions):
        unpacked = unpack(numbers, index[2][position])
        for action in range(actions):
            code = play(numbers, unpacked, action)
            successors[position, action] = number(index, code) if code >= 0 else code
    for position in range(positions):
        for action in range(actions):
            after = successors[position, action]
            if after >= 0 and cannot_move(successors, after):
                successors[position, action] = MOVER_WINS


def cannot_move(successors: Array, position: int) -> bool:
    """Whether every action is illegal."""
    for action in range(successors.shape[1]):  # noqa: SIM110 - compiled code has no generators
        if successors[position, action] != ILLEGAL:
            return False
    return True


def fill_features(numbers: Array, index: Any, features: Array) -> None:
    """Write the features of every position."""
    for position in range(len(features)):
        observe(numbers, index[2][position], features[position])
