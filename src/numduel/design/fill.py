"""Fill: how many entries the factors of a game's systems will have, told by small parts of one of them.

Neither how many states there are tells that, nor how many moves these have. Parts of the same system do: how
their factors grow from part to part is how they go on to grow.
"""

import math
from itertools import pairwise

import numpy as np
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

from ..core.errors import NumduelError
from ..engine.values import WIN
from .chains import Chain
from .move_graph import MoveGraph

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
    system = largest_system(any_move(graph))
    size, known = system.shape[0], list[tuple[int, int]]()
    for part in _parts(size):
        try:
            known.append((part, splu(csc_array(system[:part, :part])).nnz))
        except RuntimeError:  # singular: whoever solves the whole tells what that means
            return
        if predicted(known, size) > MOST_ENTRIES:
            raise TooDense


def any_move(graph: MoveGraph) -> Chain:
    """Play in which every move is as likely; how a game ends is left out, as four million moves take long."""
    source = graph.source[graph.goes_on]
    ends = np.bincount(graph.source[~graph.goes_on], minlength=len(graph)) + (graph.counts == 0)
    return Chain(source, graph.targets[graph.goes_on], 1 / graph.counts[source], {WIN: ends})


def largest_system(chain: Chain) -> csc_array:
    """The system of the largest component whose states can end; an empty one if that is small."""
    components, sizes = np.unique(chain.component[chain.order], return_counts=True)
    if not len(sizes) or sizes.max() < FIRST_PART:
        return csc_array((0, 0))
    kept = np.flatnonzero(chain.component[chain.order] == components[sizes.argmax()])
    return csc_array(chain.matrix(1)[kept[0] : kept[-1] + 1, kept[0] : kept[-1] + 1])


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
