"""MoveGraph: a solved game as flat arrays, from which measures are computed."""

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
from ..engine.limits import FEWEST_MOVES, Limits, Progress, default_memory
from ..engine.values import DRAW, ENDLESS, LOSS, WIN
from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS
from ..solver.answers import CROSSING
from ..solver.explore import Graph
from ..solver.patience import MUCH_MEMORY
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
# Microseconds of plain Python: for a move, for a new position, and those after which a game is given up that
# will take half as many again at least.
A_MOVE, A_POSITION, LONG = 2, 5, 800_000
LOOKED_AT = 4  # moves, legal or not, in the time in which one is tried
# Figures take so many bytes for a position and for a move. As many moves for each position of the usual limit
# come to the last (2.3 million took 12 seconds); only beyond that it is asked how much memory is free.
POSITION_BYTES, MOVE_BYTES, MOST_MOVES, ANY_BYTES = 1_200, 200, 25, 620_000_000
WORTH = np.array([0, 1, -1, 0, 0], np.int8)  # of each value, to the player whose it is


class BeyondLimits(NumduelError, ValueError):
    """A game has more positions than are to be measured; the message says so in one sentence.

    `work` says how many moves plain Python has tried before, those from large positions counted for more, and
    moves that were looked at to see whether they are legal for less.
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
        return self.over_moves(np.add, weights, np.zeros(len(self)))

    def over_moves(self, reduce: np.ufunc, numbers: Array, without: Array) -> Array:
        """What a ufunc makes of each position's moves; `without`, which is written on, where it has none."""
        some = self.counts > 0
        if some.any():
            without[some] = reduce.reduceat(numbers, self.starts[:-1][some], dtype=without.dtype)
        return without

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
        error.work = graph.work + (len(graph.starts) - 1) * (len(game.vocabulary()) // LOOKED_AT)
        raise


def _solved(graph: Graph, limit: int, progress: Progress) -> MoveGraph:
    """The positions and moves of a game whose graph was begun."""
    kernel = _kernel(graph.game) if _needs_kernel(graph, limit, progress) else None
    if kernel is not None:
        from .compiled_graph import graph_by_kernel

        return graph_by_kernel(kernel, limit, progress)
    graph.grow(limit, progress)
    if not graph.complete:
        raise beyond(limit, all_positions=len(graph) >= limit)
    return graph_of_table(Table(graph))


def _kernel(game: Game[Any, Any]) -> kernels.Kernel[Any] | None:
    """The kernel of a game, where it has one and it can be compiled."""
    try:
        kernel = kernels.find(game)  # first: to ask whether it can be compiled takes half a second
    except kernels.NoKernel:
        return None
    return kernel if kernels.available() else None


def _watched(graph: Graph, limit: int, progress: Progress | None) -> Progress:
    """What reports progress, and ends exploring where few positions take much memory or time."""

    def report(found: int, expanded: int) -> None:
        check_room(limit, found, len(graph.targets))
        if limit <= FEW * CROSSING:  # whoever allows many more positions than usual wants them explored
            if graph.bytes > MUCH_MEMORY:
                raise beyond(limit, all_positions=False)
            if _takes_long(graph, limit):
                graph.give_up()
        if progress is not None:
            progress(found, expanded)

    return report


def _takes_long(graph: Graph, limit: int) -> bool:
    """Whether much was done, much is left, and nobody knows that there are no more positions than `limit`."""
    done, size, found, expanded = effort(graph), graph.game.size(), len(graph), len(graph.starts) - 1
    # Those that wait will have as many moves as the others.
    left = (done - A_POSITION * found) * (found - expanded) // expanded
    return done > LONG and 2 * (done + left) > 3 * LONG and (size is None or size > limit)


def effort(graph: Graph) -> int:
    """About how many microseconds it took to explore: for moves, for what is large, and for what is new."""
    return A_MOVE * len(graph.targets) + graph.work // 3 + A_POSITION * len(graph)


def _needs_kernel(graph: Graph, limit: int, progress: Progress) -> bool:
    """Whether plain Python, which begins here, would take longer than to have compiled code ready."""
    if limit <= CROSSING:
        return False
    graph.grow(CROSSING // 5, progress)
    if not graph.complete and (_has_many_moves(graph) or _is_slow(graph, limit)):
        return True
    graph.grow(2 * CROSSING // 5, progress)
    if not graph.complete and _is_slow(graph, limit):
        return True
    graph.grow(CROSSING, progress)
    # Where there will be more than the limit, and it is near, it is found sooner than a kernel is loaded.
    soon = limit <= FEW * CROSSING and not graph.given_up
    return not (graph.complete or (soon and graph.outgrows(limit)))


def _has_many_moves(graph: Graph) -> bool:
    """Whether so many moves were tried, or are to be tried, that plain Python is slower early."""
    found, tried = len(graph), len(graph.targets)
    # Those that wait will have as many moves as the others.
    moves = tried * found // (len(graph.starts) - 1)
    return tried > MANY_MOVES * found or moves > MANY_MOVES * CROSSING


def _is_slow(graph: Graph, limit: int) -> bool:
    """Whether positions take long in plain Python, and will not soon have an end."""
    at_limit = effort(graph) * min(limit, FEW * CROSSING) // len(graph)
    return graph.given_up or (at_limit > LONG and graph.outgrows(CROSSING))


def check_room(limit: int, positions: int, moves: int) -> None:
    """Raise BeyondLimits where figures of so many positions and moves take too long or too much memory."""
    taken = POSITION_BYTES * positions + MOVE_BYTES * moves
    if moves > max(FEWEST_MOVES, MOST_MOVES * limit) or (taken > ANY_BYTES and taken > default_memory()):
        raise beyond(limit, all_positions=False)


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
