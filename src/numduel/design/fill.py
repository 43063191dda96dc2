"""Fill: how many entries the factors of a game's systems will have, told by small parts of one of them.

Neither how many states there are tells that, nor how many moves these have. Parts of the same system do: how
their factors grow from part to part is how they go on to grow.
"""

import math
from itertools import pairwise

import numpy as np
from scipy.sparse import csc_array, csr_array, eye_array
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.sparse.linalg import splu

from ..core.errors import NumduelError
from .move_graph import Array, Mask, MoveGraph

FIRST_PART = 1_500  # states; whatever is smaller is factored in no time
GROWTH = math.sqrt(2)  # from part to part: where fill sets in, twice the states may have 80 times the entries
# Where two play differently, the system has four times as many then: some ten seconds and 400 MB.
MOST_ENTRIES = 6_000_000


class TooDense(NumduelError, ArithmeticError):
    """A game's systems are too large once they are factored; the message says so in one sentence."""

    def __init__(self) -> None:
        super().__init__("so many positions lead to one another that computing chances takes too much memory")


def check_fill(graph: MoveGraph) -> None:
    """Raise TooDense where the systems of a game would have too many entries once they are factored.

    That is told by the one in which any move may be made: no other leads from more positions to more others.
    """
    if len(graph) < FIRST_PART:
        return
    lasting, starts = lasting_moves(graph)
    steps = any_move(graph, lasting, starts)
    states = largest_component(steps, can_end_at_once(graph, starts))
    known = list[tuple[int, int]]()
    for part in _parts(len(states)):
        try:
            known.append((part, splu(system_of(steps, states[:part])).nnz))
        except RuntimeError:  # singular: whoever solves the whole tells what that means
            return
        if predicted(known, len(states)) > MOST_ENTRIES:
            raise TooDense


def lasting_moves(graph: MoveGraph) -> tuple[Array, Array]:
    """Which moves do not end the game, and where those of each position begin among them.

    A game of ten million moves may go on after few of them: nothing is made of all, which takes memory.
    """
    lasting = np.flatnonzero(graph.goes_on)
    return lasting, np.searchsorted(lasting, graph.starts)


def any_move(graph: MoveGraph, lasting: Array, starts: Array) -> csr_array:
    """How likely each position leads to each other where every lasting move is as likely."""
    likely = np.repeat(1 / np.maximum(graph.counts, 1), np.diff(starts))
    steps = csr_array((likely, graph.targets[lasting], starts.copy()), shape=(len(graph),) * 2)
    # Where two moves lead to one position, components would be looked for without end.
    steps.sum_duplicates()  # in place, and so in a copy
    return steps


def can_end_at_once(graph: MoveGraph, starts: Array) -> Mask:
    """In which positions a move ends the game, or none is left; `starts` are those of the lasting moves."""
    return np.asarray((graph.counts == 0) | (np.diff(starts) < graph.counts))


def largest_component(steps: csr_array, ends: Mask) -> Array:
    """The positions of the largest component from which a game can end; none if that is small.

    Positions of one component all lead to one another: a game can end from all of them, or from none.
    """
    component = connected_components(steps, directed=True, connection="strong")[1]
    sizes = np.bincount(component)
    for largest in np.argsort(-sizes, kind="stable")[: (sizes >= FIRST_PART).sum()]:
        states = np.flatnonzero(component == largest)
        if ends[breadth_first_order(steps, states[0], return_predecessors=False)].any():
            return states
    return np.empty(0, np.int64)


def system_of(steps: csr_array, states: Array) -> csc_array:
    """The system of these states: x - P x, P being the steps among them."""
    among = steps[states][:, states]
    return csc_array(eye_array(len(states), format="csr") - among)


def _parts(size: int) -> list[int]:
    """How many states the parts of a system of this size have."""
    steps = int(math.log(size / FIRST_PART, GROWTH)) + 1 if size >= FIRST_PART else 0
    return [int(FIRST_PART * GROWTH**step) for step in range(steps)]


def predicted(known: list[tuple[int, int]], size: int) -> float:
    """How many entries so many states have, by the sizes and the entries of parts; it grows as it did last.

    >>> round(predicted([(1_000, 4_000), (2_000, 16_000)], 4_000))
    64000
    """
    part, entries = known[-1]
    for (before, fewer), (after, more) in list(pairwise(known))[-1:]:
        return float(entries * (size / part) ** (math.log(more / fewer) / math.log(after / before)))
    return float(entries)
