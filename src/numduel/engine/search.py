"""Search: Monte Carlo tree search, compiled, on any game that can be stepped in compiled code.

UCT with random playouts. An end that the tree has reached counts as what it is; nothing else is solved.
"""

import math
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..kernels.kernel import ILLEGAL, MOVER_LOSES, MOVER_WINS, NoKernel
from .jit import PART, compiled
from .playouts import CURIOSITY, LONGEST_PLAYOUT
from .rng import draw_of, next_luck
from .stepping import stepper_of
from .tables import ids_of

Array = NDArray[Any]
NEVER_TRIED = 1e12  # what makes an untried action the most promising, whatever the others are worth
LARGEST_TREE = 2**26  # nodes: they take 2 GiB
step, pick = PART, PART


@dataclass(frozen=True)
class Found:
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
            raise ValueError("a search takes a whole number of playouts, at least 1")
        self.game, self.playouts = game, playouts
        self._actions = len(game.vocabulary())
        # Each playout expands at most one node, by at most an action each.
        size = 1 + self._actions * (playouts + 1)
        if size > LARGEST_TREE:
            most = (LARGEST_TREE - 1) // self._actions - 1
            raise NoKernel(f"a search of {game.spec[:80]} has memory for {most:,} playouts")
        self._stepper = stepper_of(game)
        self._run = compiled(search, **self._stepper.parts)
        self._codes, self._first = np.empty(size, np.int64), np.empty(size, np.int32)
        self._counts, self._taken = (np.empty(size, ids_of(self._actions)) for _ in range(2))
        self._visits, self._means = np.empty(size, np.int32), np.empty(size, np.float64)
        self._path = np.empty(playouts + 2, np.int32)
        # Roots and logarithms of every number of visits there can be, so that none is taken on the way down.
        tried = np.arange(1, playouts + 3)
        self._doubt = np.concatenate([[NEVER_TRIED], 1 / np.sqrt(tried)])
        self._zeal = np.concatenate([[0.0], CURIOSITY * np.sqrt(np.log(tried))])

    def from_state(self, state: Any, seed: int) -> Found:
        """What the search comes to from a state that goes on; NoKernel if it is in no table.

        Tables hold what can be reached from the start.
        """
        if self.game.outcome(state) is not None:
            raise ValueError("there is nothing to search: the game is over")
        try:
            code = self._stepper.code_of(state)
        except LookupError:
            raise NoKernel(f"this position cannot be reached in {self.game.spec[:80]}") from None
        return self._from_code(code, seed)

    def _from_code(self, code: int, seed: int) -> Found:
        tree = (self._codes, self._first, self._counts, self._taken, self._visits, self._means)
        luck = np.full(1, index(seed) % 2**64, np.uint64)
        scales = (self._doubt, self._zeal)
        self._run(self._stepper.data, tree, code, self._actions, self.playouts, scales, luck, self._path)
        children = slice(int(self._first[0]), int(self._first[0]) + int(self._counts[0]))
        visits, means = np.zeros(self._actions, np.int64), np.full(self._actions, np.nan)
        visits[self._taken[children]] = self._visits[children]
        means[self._taken[children]] = self._means[children]
        return Found(visits, means)


# Everything below is compiled. A tree is flat: the children of a node stand side by side.


def search(
    data: Any, tree: Any, root: int, actions: int, playouts: int, scales: Any, luck: Array, path: Array
) -> None:
    """Grow a tree from `root` by so many playouts."""
    codes, first, counts, _, visits, means = tree
    codes[0], first[0], counts[0], visits[0], means[0] = root, 0, 0, 1, 0.0
    used = expand(data, tree, 0, 1, actions)
    for _ in range(playouts):
        used = play_out(data, tree, used, actions, scales, luck, path)


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


def play_out(data: Any, tree: Any, used: int, actions: int, scales: Any, luck: Array, path: Array) -> int:
    """How many nodes are used, after one playout: down the tree, to an end at random, and back up."""
    codes, _, counts, _, visits, means = tree
    node, depth = 0, 0
    path[0] = 0
    while codes[node] >= 0:
        if counts[node] == 0:
            if visits[node] == 0:
                break  # only what comes up again is worth a place of its own for each action
            used = expand(data, tree, node, used, actions)
        node = most_promising(tree, node, scales)
        depth += 1
        path[depth] = node
    worth = roll_out(data, codes[node], luck)
    doubt = scales[0]
    while depth >= 0:
        node = path[depth]
        visits[node] += 1
        means[node] += (worth - means[node]) * doubt[visits[node]] * doubt[visits[node]]
        worth = -worth
        depth -= 1
    return used


def most_promising(tree: Any, node: int, scales: Any) -> int:
    """The child with the highest upper confidence bound; one that was never tried comes first."""
    _, first, counts, _, visits, means = tree
    doubt, zeal = scales
    best, highest = first[node], -math.inf
    for child in range(first[node], first[node] + counts[node]):
        bound = means[child] + zeal[visits[node]] * doubt[visits[child]]
        if bound > highest:
            best, highest = child, bound
    return int(best)


def roll_out(data: Any, code: int, luck: Array) -> float:
    """What random moves from here come to for the player who has led here."""
    worth, made = 1.0, 0
    while code >= 0 and made < LONGEST_PLAYOUT:
        luck[0] = next_luck(luck[0])
        code = step(data, code, pick(data, code, draw_of(luck[0])))
        worth, made = -worth, made + 1
    return worth if code == MOVER_WINS else -worth if code == MOVER_LOSES else 0.0
