"""Search: Monte Carlo tree search, compiled, on any game that can be stepped in compiled code.

UCT with random playouts. An end that the tree has reached counts as what it is; nothing else is solved.
"""

import math
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import ArgumentError
from ..core.game import Game
from ..core.integers import count
from ..kernels.kernel import ILLEGAL, MOVER_LOSES, MOVER_WINS, NoKernel
from .jit import PART, compiled
from .playouts import EXPLORATION, LONGEST_PLAYOUT
from .rng import next_rng, random_bits
from .stepping import stepper_of
from .tables import action_dtype

Array = NDArray[Any]
UNTRIED = 1e12  # instead of an inverse root: an action that was not tried comes before all others
MAX_NODES = 2**26  # they take 2 GiB
step, pick = PART, PART


@dataclass(frozen=True)
class SearchResult:
    """What a search came to: of every action how often it was tried, and its mean worth for the mover."""

    visits: Array
    means: Array

    @property
    def best(self) -> int:
        """The action that was tried most often."""
        return int(np.argmax(self.visits))


class Search:
    """A search of one game; everything is compiled and laid out once, for as many moves as are asked for."""

    def __init__(self, game: Game[Any, Any], playouts: int) -> None:
        if type(playouts) is not int or playouts < 1:
            raise ArgumentError("a search takes a whole number of playouts, at least 1")
        self.game, self.playouts = game, playouts
        self._actions = len(game.vocabulary())
        # Each playout expands at most one node, by at most an action each.
        size = 1 + self._actions * (playouts + 1)
        if size > MAX_NODES:
            most = (MAX_NODES - 1) // self._actions - 1
            raise NoKernel(f"a search of {game.spec[:80]} has memory for {count(most, 'playout')}")
        self._stepper = stepper_of(game)
        self._run = compiled(search, **self._stepper.parts)
        self._codes, self._first = np.empty(size, np.int64), np.empty(size, np.int32)
        self._counts, self._taken = (np.empty(size, action_dtype(self._actions)) for _ in range(2))
        self._visits, self._means = np.empty(size, np.int32), np.empty(size, np.float64)
        self._path = np.empty(playouts + 2, np.int32)
        # Roots and logarithms of every possible number of visits, so that none is computed on the way down.
        tried = np.arange(1, playouts + 3)
        self._inverse_sqrt = np.concatenate([[UNTRIED], 1 / np.sqrt(tried)])
        self._exploration = np.concatenate([[0.0], EXPLORATION * np.sqrt(np.log(tried))])

    def from_state(self, state: Any, seed: int) -> SearchResult:
        """What the search comes to from a state that goes on; NoKernel if it is in no table.

        Tables hold what can be reached from the start.
        """
        if self.game.outcome(state) is not None:
            raise ArgumentError("there is nothing to search: the game is over")
        try:
            code = self._stepper.code_of(state)
        except LookupError:
            raise NoKernel(f"this position cannot be reached in {self.game.spec[:80]}") from None
        return self._from_code(code, seed)

    def _from_code(self, code: int, seed: int) -> SearchResult:
        tree = (self._codes, self._first, self._counts, self._taken, self._visits, self._means)
        rng = np.full(1, index(seed) % 2**64, np.uint64)
        scales = (self._inverse_sqrt, self._exploration)
        self._run(self._stepper.data, tree, code, self._actions, self.playouts, scales, rng, self._path)
        children = slice(int(self._first[0]), int(self._first[0]) + int(self._counts[0]))
        visits, means = np.zeros(self._actions, np.int64), np.full(self._actions, np.nan)
        visits[self._taken[children]] = self._visits[children]
        means[self._taken[children]] = self._means[children]
        return SearchResult(visits, means)


# Everything below is compiled. A tree is flat: the children of a node stand side by side.


def search(
    data: Any, tree: Any, root: int, actions: int, playouts: int, scales: Any, rng: Array, path: Array
) -> None:
    """Grow a tree from `root` by so many playouts."""
    codes, first, counts, _, visits, means = tree
    codes[0], first[0], counts[0], visits[0], means[0] = root, 0, 0, 1, 0.0
    used = expand(data, tree, 0, 1, actions)
    for _ in range(playouts):
        used = play_out(data, tree, used, actions, scales, rng, path)


def expand(data: Any, tree: Any, node: int, used: int, actions: int) -> int:
    """How many nodes are used, after a node has got a child for every legal action."""
    codes, first, counts, taken, visits, means = tree
    first[node] = used
    for action in range(actions):
        code = step(data, codes[node], action)
        if code != ILLEGAL:
            codes[used], first[used], counts[used] = code, 0, 0
            taken[used], visits[used], means[used] = action, 0, 0.0
            used += 1
    counts[node] = used - first[node]
    return used


def play_out(data: Any, tree: Any, used: int, actions: int, scales: Any, rng: Array, path: Array) -> int:
    """How many nodes are used, after one playout: down the tree, to an end at random, and back up."""
    codes, _, counts, _, visits, means = tree
    node, depth = 0, 0
    path[0] = 0
    while codes[node] >= 0:
        if counts[node] == 0:
            if visits[node] == 0:
                break  # only what comes up again is worth a node for each action
            used = expand(data, tree, node, used, actions)
        node = select_child(tree, node, scales)
        depth += 1
        path[depth] = node
    worth = roll_out(data, codes[node], rng)
    inverse_sqrt = scales[0]
    while depth >= 0:
        node = path[depth]
        visits[node] += 1
        means[node] += (worth - means[node]) * inverse_sqrt[visits[node]] * inverse_sqrt[visits[node]]
        worth = -worth
        depth -= 1
    return used


def select_child(tree: Any, node: int, scales: Any) -> int:
    """The child with the highest upper confidence bound; one that was never tried comes first."""
    _, first, counts, _, visits, means = tree
    inverse_sqrt, exploration = scales
    best, highest = first[node], -math.inf
    for child in range(first[node], first[node] + counts[node]):
        bound = means[child] + exploration[visits[node]] * inverse_sqrt[visits[child]]
        if bound > highest:
            best, highest = child, bound
    return int(best)


def roll_out(data: Any, code: int, rng: Array) -> float:
    """What random moves from here come to for the player who has led here."""
    worth, made = 1.0, 0
    while code >= 0 and made < LONGEST_PLAYOUT:
        rng[0] = next_rng(rng[0])
        code = step(data, code, pick(data, code, random_bits(rng[0])))
        worth, made = -worth, made + 1
    return worth if code == MOVER_WINS else -worth if code == MOVER_LOSES else 0.0
