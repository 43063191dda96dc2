"""Search: Monte Carlo tree search, compiled, on any game that can be stepped in compiled code.

UCT with random playouts. An end that the tree has reached counts as what it is, and so does a state that is
known to be worth something. `players.tree` does the very same in plain Python: what a seed leads to does not
depend on which of them has searched.
"""

import math
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import ArgumentError
from ..core.game import Game
from ..core.integers import count
from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS, NoKernel
from .jit import PART, compiled
from .numbering import EMPTY, insert_all, slot_of
from .playouts import EXPLORATION, LONGEST_PLAYOUT, cost_of_a_ply, entries_for
from .rng import next_rng, random_bits, scaled
from .stepping import stepper_of
from .tables import action_dtype

Array = NDArray[Any]
MARKS = {1: MOVER_LOSES, 0: DRAWN, -1: MOVER_WINS}  # of moves to a state that is worth this to who is next
MAX_NODES = 2**26  # they take 2 GiB
# What the compiled search is told, by index: how many actions the game has, how many playouts there shall be,
# and for how many plies one counts.
ACTIONS, PLAYOUTS, COST = range(3)
step, pick = PART, PART


@dataclass(frozen=True)
class SearchResult:
    """What a search came to: of every action how often it was tried, and its mean worth for the mover.

    `tried` has the actions that were tried, in the order in which they first were.
    """

    visits: Array
    means: Array
    tried: list[int]

    @property
    def best(self) -> int:
        """The action that was tried most often."""
        return int(np.argmax(self.visits))


class Search:
    """A search of one game; everything is compiled and laid out once, for as many moves as are asked for.

    Threads that share one wait for each other.
    """

    def __init__(self, game: Game[Any, Any], playouts: int) -> None:
        if type(playouts) is not int or playouts < 1:
            raise ArgumentError("a search takes a whole number of playouts, at least 1")
        self.game, self.playouts = game, playouts
        self._actions = len(game.vocabulary())
        # Every action is tried. Each playout expands at most one node, by at most an action each.
        most = max(playouts, self._actions)
        size = 1 + self._actions * (most + 1)
        if size > MAX_NODES:
            raise NoKernel(self._too_large((MAX_NODES - 1) // self._actions - 1))
        self._stepper = stepper_of(game, entries=entries_for(playouts))
        self._run = compiled(search, **self._stepper.parts)
        self._codes, self._first = np.empty(size, np.int64), np.empty(size, np.int32)
        self._counts, self._taken = (np.empty(size, action_dtype(self._actions)) for _ in range(2))
        self._visits, self._means = np.empty(size, np.int32), np.empty(size, np.float64)
        self._path = np.empty(most + 2, np.int32)
        # Roots and logarithms of every possible number of visits, so that none is computed on the way down.
        # The logarithms are Python's: NumPy's may differ in the last bit.
        visits = np.arange(1, most + 3)
        logarithms = np.fromiter(map(math.log, range(1, most + 3)), np.float64, most + 2)
        self._inverse_sqrt = np.concatenate([[0.0], 1 / np.sqrt(visits)])
        self._exploration = np.concatenate([[0.0], EXPLORATION * np.sqrt(logarithms)])
        self._lock = Lock()  # there is one tree

    def __reduce__(self) -> Any:
        return Search, (self.game, self.playouts)  # a copy has a tree of its own

    def _too_large(self, most: int) -> str:
        """Why there is no search of this game, of which so many playouts would fit."""
        if most < self._actions:
            return f"{self.game.spec[:80]} has {count(self._actions, 'move')}, too many for a search"
        return f"a search of {self.game.spec[:80]} has memory for {count(most, 'playout')}"

    def from_state(self, state: Any, seed: int, known: Iterable[tuple[Any, int]] = ()) -> SearchResult:
        """What the search comes to from a state that goes on; NoKernel if it is in no table.

        Tables hold what can be reached from the start. States that are `known` come with what each is worth
        to the player to move there: 1, 0 or -1.
        """
        if self.game.outcome(state) is not None:
            raise ArgumentError("there is nothing to search: the game is over")
        try:
            code = self._stepper.code_of(state)
        except LookupError:
            raise NoKernel(f"this position cannot be reached in {self.game.spec[:80]}") from None
        tree = (self._codes, self._first, self._counts, self._taken, self._visits, self._means)
        rng = np.full(1, index(seed) % 2**64, np.uint64)
        scales = (self._inverse_sqrt, self._exploration)
        numbers = (self._actions, self.playouts, cost_of_a_ply(self._actions))
        marks = self._marks(known)
        with self._lock:
            self._run(self._stepper.data, tree, marks, code, numbers, scales, rng, self._path)
            return self._result()

    def _marks(self, known: Iterable[tuple[Any, int]]) -> tuple[Array, Array, Array]:
        """The marks of what is known: a table of its codes, the place of each, and what stands there."""
        codes, marks = [], []
        for state, worth in known:
            with suppress(LookupError):  # somebody cannot move there, so the game is over
                codes.append(self._stepper.code_of(state))
                marks.append(MARKS[worth])
        keys = np.full(2 << len(codes).bit_length(), EMPTY, np.int64)
        places = np.empty(len(keys), np.int32)
        if codes:
            compiled(insert_all)(keys, places, np.array(codes, np.int64), len(codes))
        return keys, places, np.array(marks or [0], np.int64)

    def _result(self) -> SearchResult:
        """What the tree holds now."""
        children = slice(int(self._first[0]), int(self._first[0]) + int(self._counts[0]))
        order = self._taken[children]
        visits, means = np.zeros(self._actions, np.int64), np.full(self._actions, np.nan)
        visits[order], means[order] = self._visits[children], self._means[children]
        return SearchResult(visits, means, order.tolist())


# Everything below is compiled. A tree is flat: the children of a node stand side by side.


def search(
    data: Any, tree: Any, known: Any, root: int, numbers: Any, scales: Any, rng: Array, path: Array
) -> None:
    """Grow a tree from `root` by so many playouts, each action tried; by fewer, where these get too long."""
    codes, first, counts, _, visits, means = tree
    codes[0], first[0], counts[0], visits[0], means[0] = root, 0, 0, 1, 0.0
    used = expand(data, tree, 0, 1, numbers[ACTIONS])
    playouts = max(numbers[PLAYOUTS], counts[0])
    left = playouts * LONGEST_PLAYOUT
    for playout in range(playouts):
        if left <= 0 and playout >= counts[0]:
            break
        used, left = play_out(data, tree, known, numbers, used, left, scales, rng, path)


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


def play_out(
    data: Any,
    tree: Any,
    known: Any,
    numbers: Any,
    used: int,
    left: int,
    scales: Any,
    rng: Array,
    path: Array,
) -> tuple[int, int]:
    """How many nodes are used, and plies left, after a playout: down the tree, to an end, and back up."""
    codes, _, counts, _, visits, _ = tree
    node, depth = 0, 0
    path[0] = 0
    while codes[node] >= 0 and visits[node] > 0:  # only what comes up again is worth a node for each action
        if counts[node] == 0:
            used = expand(data, tree, node, used, numbers[ACTIONS])
        if visits[node] <= counts[node]:
            node = try_another(tree, known, node, rng)
        else:
            node = select_child(tree, node, scales)
        depth += 1
        path[depth] = node
    worth, left = roll_out(data, codes[node], left, numbers[COST], rng)
    count_back(tree, path, depth, worth, scales[0])
    return used, left


def count_back(tree: Any, path: Array, depth: int, worth: float, inverse_sqrt: Array) -> None:
    """Count what a playout came to at every node on its way, from the last one back to the root."""
    _, _, _, _, visits, means = tree
    for place in range(depth, -1, -1):
        node = path[place]
        visits[node] += 1
        means[node] += (worth - means[node]) * inverse_sqrt[visits[node]] * inverse_sqrt[visits[node]]
        worth = -worth


def try_another(tree: Any, known: Any, node: int, rng: Array) -> int:
    """A child that was not tried yet, any alike; those that were tried come first."""
    codes, first, counts, taken, visits, _ = tree
    tried = visits[node] - 1  # the first visit was the end of a playout
    child = first[node] + tried
    rng[0] = next_rng(rng[0])
    other = child + int(scaled(random_bits(rng[0]), counts[node] - tried))
    codes[child], codes[other] = codes[other], codes[child]
    taken[child], taken[other] = taken[other], taken[child]
    if codes[child] >= 0:
        keys, places, marks = known
        slot = slot_of(keys, codes[child])
        if keys[slot] != EMPTY:
            codes[child] = marks[places[slot]]
    return int(child)


def select_child(tree: Any, node: int, scales: Any) -> int:
    """The child with the highest upper confidence bound; the first of those that were all tried."""
    _, first, counts, _, visits, means = tree
    inverse_sqrt, exploration = scales
    best, highest = first[node], -math.inf
    for child in range(first[node], first[node] + counts[node]):
        bound = means[child] + exploration[visits[node]] * inverse_sqrt[visits[child]]
        if bound > highest:
            best, highest = child, bound
    return int(best)


def roll_out(data: Any, code: int, left: int, cost: int, rng: Array) -> tuple[float, int]:
    """What random moves from here come to for the player who has led here, and how many plies are left."""
    worth, made = 1.0, 0
    while code >= 0 and made < LONGEST_PLAYOUT and left > 0:
        rng[0] = next_rng(rng[0])
        code = step(data, code, pick(data, code, random_bits(rng[0])))
        worth, made, left = -worth, made + 1, left - cost
    return (worth if code == MOVER_WINS else -worth if code == MOVER_LOSES else 0.0), left
