"""Chains: what play comes to where every move has a probability, as sparse linear systems, solved exactly.

States in which no end can be reached any more are left out: a game that comes there never ends. On the rest
the systems have one solution each.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csc_array, csr_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import SuperLU, splu

from ..core.errors import NumduelError
from ..engine.values import DRAW, LOSS, WIN
from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS
from .move_graph import Array, Floats, Mask, MoveGraph, reached_from

ENDS = ((WIN, MOVER_WINS), (LOSS, MOVER_LOSES), (DRAW, DRAWN))


@dataclass(frozen=True, eq=False)
class Chain:
    """Steps between states, each with a probability; what is missing from 1 are ends.

    `ends[value]` is how likely the next ply ends the game with that value for the player to move; a player
    who cannot move has that end already.
    """

    steps: csr_array
    ends: dict[int, Floats]

    @property
    def size(self) -> int:
        return len(self.ends[WIN])

    @cached_property
    def can_end(self) -> Mask:
        """From which states an end can be reached."""
        if self.is_acyclic:  # play comes to a state that leads to no other, and there it ends
            return np.ones(self.size, bool)
        ending = np.flatnonzero(sum(self.ends.values()) > 0)
        steps = self.steps.tocoo()
        back = np.concatenate([steps.col, np.full(len(ending), self.size)])
        before = np.concatenate([steps.row, ending])
        return reached_from(self.size, back, before, self.size + 1)[:-1]

    @cached_property
    def component(self) -> Array:
        """The number of each state's component: states of one component all lead to one another."""
        return np.asarray(connected_components(self.steps, directed=True, connection="strong")[1])

    @cached_property
    def is_acyclic(self) -> bool:
        """Whether play never comes back to a state."""
        return bool(self.component.max(initial=-1) == self.size - 1 and not self.steps.diagonal().any())

    @cached_property
    def order(self) -> Array:
        """The states that can end, each behind those it leads to, as far as there are no cycles.

        Where there are none, the systems are triangular then, and solved in one pass.
        """
        order = np.argsort(self.component, kind="stable")
        return order[self.can_end[order]]

    def matrix(self, sign: int) -> csc_array:
        """The system x - sign · P x, P being the steps, in the order of `order`."""
        from_place, to_place, chances = self._inside
        all_of_them = np.arange(len(self.order))
        return csc_array(
            (
                np.concatenate([np.ones(len(all_of_them)), -sign * chances]),
                (np.concatenate([all_of_them, from_place]), np.concatenate([all_of_them, to_place])),
            ),
            shape=(len(all_of_them),) * 2,
        )

    @cached_property
    def _inside(self) -> tuple[Array, Array, Floats]:
        """Of each step between states that can end their places in `order`, and how likely it is."""
        place = np.full(self.size, -1)
        place[self.order] = np.arange(len(self.order))
        from_place = np.repeat(place, np.diff(self.steps.indptr))
        to_place = place[self.steps.indices]
        inside = np.flatnonzero((from_place >= 0) & (to_place >= 0))
        return from_place[inside], to_place[inside], self.steps.data[inside]

    def factored(self, sign: int) -> "Factored":
        """What solves x = rhs + sign · P x, P being the steps."""
        alone = (np.diff(self.component[self.order]) > 0).all()  # each state in a component of its own
        from_place, to_place, _ = self._inside
        triangular = bool(alone and not (from_place == to_place).any())
        return Factored(self.matrix(sign), self.order, self.size, triangular)


class Imprecise(NumduelError, ArithmeticError):
    """A game ends so rarely that its chances cannot be computed; the message says so in one sentence."""

    def __init__(self) -> None:
        super().__init__("with errors, games end too rarely to compute how")


class Factored:
    """A system that is ready to be solved for any right-hand side."""

    def __init__(self, matrix: csc_array, order: Array, size: int, triangular: bool) -> None:
        self._order, self._size = order, size
        self._lu: SuperLU | None = None
        if len(order):
            spec = "NATURAL" if triangular else "COLAMD"
            try:
                self._lu = splu(matrix, permc_spec=spec)
            except RuntimeError:  # singular, as far as floating-point numbers can tell
                raise Imprecise from None

    def solve(self, rhs: Floats, transposed: bool = False) -> Floats:
        """The solution, one number a state; 0 for those that cannot end."""
        solution = np.zeros(self._size)
        if self._lu is not None:
            solution[self._order] = self._lu.solve(rhs[self._order], "T" if transposed else "N")
            if not np.isfinite(solution).all():
                raise Imprecise
        return solution


def chain_of(graph: MoveGraph, likely: Floats) -> Chain:
    """Play in which both players choose their moves so."""
    taken = np.flatnonzero(graph.goes_on & (likely > 0))
    begins = np.searchsorted(taken, graph.starts)
    steps = csr_array((likely[taken], graph.targets[taken], begins), shape=(len(graph),) * 2)
    # Where two moves lead to one position, components would be looked for without end.
    steps.sum_duplicates()
    return Chain(steps, {value: _ends_at(graph, likely, mark, value) for value, mark in ENDS})


def _ends_at(graph: MoveGraph, likely: Floats, mark: int, value: int) -> Floats:
    """How likely each position ends at once with this value, of which moves that do have the mark."""
    moves = np.flatnonzero(graph.targets == mark)
    ends = np.bincount(graph.source[moves], likely[moves], minlength=len(graph))
    # A player who cannot move is at an end.
    return np.asarray(ends + ((graph.counts == 0) & (graph.values == value)))


def match_of(graph: MoveGraph, first: Floats, second: Floats) -> Chain:
    """Play of one against another, as the first sees it: states with the first to move, then the others."""
    one, other = chain_of(graph, first), chain_of(graph, second)
    turned = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}
    return Chain(
        _one_then_other(one.steps, other.steps),
        {value: np.concatenate([one.ends[value], other.ends[turned[value]]]) for value in turned},
    )


def _one_then_other(one: csr_array, other: csr_array) -> csr_array:
    """Steps from the first half of all states to the second by one, and back by the other."""
    size = one.shape[0]
    return csr_array(
        (
            np.concatenate([one.data, other.data]),
            np.concatenate([one.indices + size, other.indices]),
            np.concatenate([one.indptr, other.indptr[1:] + one.nnz]),
        ),
        shape=(2 * size, 2 * size),
    )


def scores_of(graph: MoveGraph, one: Floats, other: Floats) -> tuple[float, float]:
    """What one scores against the other as player 1, and as player 2.

    A win counts 1; a draw, or a game that never ends, one half.
    """
    match = match_of(graph, one, other)
    edge = match.factored(1).solve(match.ends[WIN] - match.ends[LOSS])
    return float(1 + edge[0]) / 2, float(1 + edge[len(graph)]) / 2
