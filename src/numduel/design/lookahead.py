"""Look-ahead: what who looks so many plies ahead sees, where that goes wrong, and what more is worth.

Such a player sees a win or a loss that is forced within so many plies, and takes all else for alike. Of the
wins that it sees it takes the quickest, of losses that are all it has the slowest.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ..engine.values import LOSS, WIN
from .chains import scores_of
from .move_graph import NO_END, WORTH, Array, Floats, Mask, MoveGraph

INFINITE = np.iinfo(np.int64).max
MAX_RUNGS = 16  # of a ladder: nobody looks 65,536 plies ahead


@dataclass(frozen=True)
class Rung:
    """What looking `better` plies ahead scores against looking `depth` plies, as player 1 and as player 2."""

    depth: int
    better: int
    player1: float
    player2: float

    @property
    def score(self) -> float:
        """The mean of both seats."""
        return (self.player1 + self.player2) / 2


def looks(graph: MoveGraph, depth: int) -> Array:
    """What each move looks like at this depth: 1 for a win, -1 for a loss, else 0."""
    seen = (graph.made_plies != NO_END) & (graph.made_plies <= depth)
    return np.asarray(np.where(seen, WORTH[graph.made], 0))


def looks_best(graph: MoveGraph, depth: int) -> Mask:
    """Which moves look best at this depth."""
    look = looks(graph, depth)
    return np.asarray(look == highest(graph, look)[graph.source])


def highest(graph: MoveGraph, numbers: Array) -> Array:
    """The highest number among each position's moves; 0 where it has none."""
    return graph.over_moves(np.maximum, numbers, np.zeros(len(graph), numbers.dtype))


def trap_density(graph: MoveGraph, depth: int) -> float | None:
    """How many moves a decision look best at this depth and give something away; None without decisions."""
    decisions = int(graph.is_decision.sum())
    traps = looks_best(graph, depth) & gives_away(graph)
    return float(traps.sum() / decisions) if decisions else None


def gives_away(graph: MoveGraph) -> Mask:
    """Which moves are worth less than their position."""
    return np.asarray(WORTH[graph.made] < WORTH[graph.values[graph.source]])


def depth_to_understand(graph: MoveGraph) -> int:
    """The least depth at which what looks best never gives anything away on best lines."""
    wrong = gives_away(graph)
    wins = np.where((graph.made == WIN) & ~wrong, graph.made_plies, INFINITE)
    quickest = graph.over_moves(np.minimum, wins, np.full(len(graph), INFINITE))
    # A wrong move that does not lose is never seen to be wrong, until the win is seen.
    warned = np.where(graph.made == LOSS, graph.made_plies, INFINITE)
    latest = highest(graph, np.where(wrong, warned, 0))
    needed = np.minimum(quickest, latest)[graph.on_best_lines]
    return int(needed.max(initial=0))


def longest_only_run(graph: MoveGraph) -> int | None:
    """For how many turns of their own a player must find the only move, one after another, on a best line.

    None where that may go on for ever.
    """
    only = only_moves(graph) & graph.on_best_lines
    followed = graph.is_best & graph.goes_on
    size = len(graph)
    steps = coo_array(
        (np.ones(int(followed.sum())), (graph.source[followed], graph.targets[followed])), shape=(size, size)
    ).tocsr()
    turns = (steps @ steps).tocoo()  # from one turn of a player to the next
    kept = only[turns.row] & only[turns.col]
    return _longest_path(turns.row[kept], turns.col[kept], only)


def only_moves(graph: MoveGraph) -> Mask:
    """Which positions are decisions in which one move alone keeps the value."""
    return np.asarray(graph.is_decision & (graph.sum_moves(graph.is_keeping) == 1))


def _longest_path(source: Array, target: Array, nodes: Mask) -> int | None:
    """How many nodes the longest path has; None where there is a cycle."""
    size = len(nodes)
    edges = coo_array((np.ones(len(source), np.int8), (source, target)), shape=(size, size)).tocsr()
    components, component = connected_components(edges, directed=True, connection="strong")
    if components < size or (source == target).any():
        return None
    length = nodes.astype(np.int64)
    for node in np.argsort(component, kind="stable").tolist() if len(source) else ():
        following = edges.indices[edges.indptr[node] : edges.indptr[node + 1]]
        if len(following):
            length[node] = 1 + length[following].max()
    return int(length.max(initial=0))


def likely_at(graph: MoveGraph, depth: int) -> Floats:
    """How likely each move is for one who looks so far ahead: any of those that look best, each alike."""
    look = looks(graph, depth)
    chosen = look == highest(graph, look)[graph.source]
    hurry = np.where(chosen & (look != 0), -look * graph.made_plies, 0)
    hurry[~chosen] = np.iinfo(np.int64).min
    chosen &= hurry == highest(graph, hurry)[graph.source]
    return np.asarray(chosen / graph.sum_moves(chosen)[graph.source])


def rung_depths(graph: MoveGraph) -> list[int]:
    """How far is looked ahead on each rung: from 1 ply on twice as far, up to where everything is seen."""
    farthest = int(graph.plies.max(initial=0))
    return [1, *(2**rung for rung in range(1, MAX_RUNGS) if 2**rung < farthest)]


def skill_ladder(graph: MoveGraph) -> Iterator[Rung]:
    """What looking twice as far is worth, rung by rung."""
    likely = likely_at(graph, 1)
    for depth in rung_depths(graph):
        better = likely_at(graph, 2 * depth)
        yield Rung(depth, 2 * depth, *scores_of(graph, better, likely))
        likely = better
