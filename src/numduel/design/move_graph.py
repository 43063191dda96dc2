"""MoveGraph: a solved game as flat arrays, from which measures are computed."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order

from .. import kernels
from ..core.errors import NumduelError
from ..core.game import Game
from ..core.integers import count
from ..engine.limits import Limits, Progress
from ..engine.values import DRAW, ENDLESS, LOSS, WIN
from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS
from ..solver.answers import CROSSING
from ..solver.explore import Graph
from ..solver.patience import MUCH_MEMORY, MUCH_WORK
from ..solver.table import Table

Array = NDArray[Any]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

NO_END = -1  # among the plies
POSITION = np.int32  # of which targets are: there may be ten million moves, and not as many positions
# What the player who makes a move gets, by the value of what it leaves to the other.
TURNED = np.array([0, LOSS, WIN, DRAW, ENDLESS], np.int8)
FEW = 2  # times as many positions as plain Python is quicker for: up to there it is not much slower
MANY_MOVES = 4  # tried for each position that is found: with more, plain Python is slower early
WORTH = np.array([0, 1, -1, 0, 0], np.int8)  # of each value, to the player whose it is


class BeyondLimits(NumduelError, ValueError):
    """A game has more positions than are to be measured; the message says so in one sentence.

    `work` says how many moves plain Python has tried before, those from large positions counted for more.
    """

    work = 0


@dataclass(frozen=True, eq=False)
class MoveGraph:
    """Positions numbered from 0, the start; the moves of position i are `starts[i]` to `starts[i + 1]`.

    `targets` are positions or marks, as in kernels. `values` and `plies` are verdicts for the player to move;
    a position without a move has 0 plies.
    """

    starts: Array
    targets: Array
    values: Array
    plies: Array

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def counts(self) -> Array:
        """How many moves each position has."""
        return np.diff(self.starts)

    @cached_property
    def source(self) -> Array:
        """The position in which each move is made."""
        return np.repeat(np.arange(len(self), dtype=POSITION), self.counts)

    @cached_property
    def goes_on(self) -> Mask:
        """Which moves do not end the game."""
        return self.targets >= 0

    @cached_property
    def made(self) -> Array:
        """The value of each move for the player who makes it."""
        made = np.empty(len(self.targets), np.int8)
        for mark, value in ((MOVER_WINS, WIN), (MOVER_LOSES, LOSS), (DRAWN, DRAW)):
            made[self.targets == mark] = value
        made[self.goes_on] = TURNED[self.values[self.targets[self.goes_on]]]
        return made

    @cached_property
    def made_plies(self) -> Array:
        """The plies of each move, itself included; NO_END where there is no end."""
        plies = np.ones(len(self.targets), np.int64)
        after = self.plies[self.targets[self.goes_on]]
        plies[self.goes_on] = np.where(after == NO_END, NO_END, after + 1)
        return plies

    @cached_property
    def is_keeping(self) -> Mask:
        """Which moves keep the value of their position."""
        return np.asarray(self.made == self.values[self.source])

    @cached_property
    def is_best(self) -> Mask:
        """Which moves are best: the quickest wins, the slowest losses; all that hold are alike."""
        here = self.values[self.source]
        exact = self.is_keeping & (self.made_plies == self.plies[self.source])
        holding = (WORTH[here] == 0) & (WORTH[self.made] == 0)
        return np.asarray(np.where(WORTH[here] == 0, holding, exact))

    @cached_property
    def is_decision(self) -> Mask:
        """Which positions have moves of different values."""
        return self.at_any(self.made != self.first_made[self.source])

    @cached_property
    def first_made(self) -> Array:
        """The value of each position's first move; 0 where it has none."""
        first = np.zeros(len(self), np.int8)
        some = self.counts > 0
        first[some] = self.made[self.starts[:-1][some]]
        return first

    def at_any(self, moves: Mask) -> Mask:
        """The positions in which any of these moves is made."""
        return np.asarray(self.sum_moves(moves) > 0)

    def sum_moves(self, weights: Array) -> Floats:
        """The sum over each position's moves."""
        return np.bincount(self.source, weights, minlength=len(self)).astype(np.float64)

    @cached_property
    def reachable(self) -> tuple[Mask, Mask]:
        """Which positions can be reached with player 1 to move, and which with player 2."""
        size, (source, target) = len(self), self._ends_of(self.goes_on)
        # Every position is there twice, once for each player, and a move leads from one half to the other.
        seen = reached_from(
            0, np.concatenate([source, source + size]), np.concatenate([target + size, target]), 2 * size
        )
        return seen[:size], seen[size:]

    @cached_property
    def on_best_lines(self) -> Mask:
        """Which positions are met where both players make none but best moves."""
        return reached_from(0, *self._ends_of(self.is_best & self.goes_on), len(self))

    def _ends_of(self, moves: Mask) -> tuple[Array, Array]:
        """Where these moves are made, and where they lead to."""
        return self.source[moves], self.targets[moves]


def reached_from(root: int, source: Array, target: Array, size: int) -> Mask:
    """Which of so many nodes can be reached from `root` by the edges from `source` to `target`."""
    edges = coo_array((np.ones(len(source), np.int8), (source, target)), shape=(size, size)).tocsr()
    seen = np.zeros(size, bool)
    seen[breadth_first_order(edges, root, return_predecessors=False)] = True
    return seen


def move_graph(game: Game[Any, Any], limit: int, progress: Progress | None = None) -> MoveGraph:
    """The solved positions and moves of a game; BeyondLimits if there are more than `limit` positions."""
    graph = Graph(game, game.initial(), Limits(positions=limit), whole=True)
    try:
        return _solved(graph, limit, _watched(graph, limit, progress))
    except BeyondLimits as error:
        error.work = graph.work
        raise


def _solved(graph: Graph, limit: int, progress: Progress) -> MoveGraph:
    """The positions and moves of a game whose graph was begun."""
    if _needs_kernel(graph, limit, progress) and kernels.available():
        try:
            kernel = kernels.find(graph.game)
        except kernels.NoKernel:
            pass
        else:
            from .compiled_graph import graph_by_kernel

            return graph_by_kernel(kernel, limit, progress)
    graph.grow(limit, progress)
    if not graph.complete:
        raise beyond(limit, all_positions=len(graph) >= limit)
    return graph_of_table(Table(graph))


def _watched(graph: Graph, limit: int, progress: Progress | None) -> Progress:
    """What reports progress, and ends exploring where few positions take much memory or time."""

    def report(found: int, expanded: int) -> None:
        # Whoever allows many more positions than usual wants them explored.
        if limit <= FEW * CROSSING and (graph.bytes > MUCH_MEMORY or _has_no_end(graph)):
            raise beyond(limit, all_positions=False)
        if progress is not None:
            progress(found, expanded)

    return report


def _has_no_end(graph: Graph) -> bool:
    """Whether much work was done on a game of which nobody knows that its positions ever end."""
    return graph.work > MUCH_WORK and graph.game.size() == math.inf


def _needs_kernel(graph: Graph, limit: int, progress: Progress) -> bool:
    """Whether plain Python, which begins here, would take longer than to have compiled code ready."""
    graph.grow(min(limit, CROSSING // 5), progress)
    if graph.complete or limit <= CROSSING:
        return False
    # Those that wait will have as many moves as the others.
    moves = len(graph.targets) * len(graph) // (len(graph.starts) - 1)
    if len(graph.targets) > MANY_MOVES * len(graph) or moves > MANY_MOVES * CROSSING:
        return True
    graph.grow(CROSSING, progress)
    # Where there will be more than the limit, and it is near, it is found sooner than a kernel is loaded.
    return not (graph.complete or (limit <= FEW * CROSSING and graph.outgrows(limit)))


def graph_of_table(table: Table) -> MoveGraph:
    """The arrays of a complete table that plain Python has made."""
    graph = table.graph
    return MoveGraph(
        np.array(graph.starts, np.int64),
        np.array(graph.targets, POSITION),
        np.frombuffer(bytes(table.values), np.int8),
        np.array(table.plies, np.int64),
    )


def beyond(limit: int, all_positions: bool = True) -> BeyondLimits:
    """The refusal of a game with more positions than `limit`, or with more moves than those may have."""
    what = f"more than {count(limit, 'position')}"
    return BeyondLimits(
        what if all_positions else f"more moves or memory than {count(limit, 'position')} may take"
    )
