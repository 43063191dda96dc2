"""Sweeps: verdicts on all positions of a small graph, found by looking at every move until nothing changes.

Each position has a score, higher where its player stands better, by value and then by plies; a move is worth
to the player who makes it what its target is worth, turned round and a ply further away. At first no game is
taken to end. What a score says is true from then on, and only gets quicker; where every position has the
score of its best move, by induction over the plies, all of them are exact. Positions are numbered from
the start on, and taken from the last back, so that few sweeps are enough.
"""

from array import array

from ..engine.values import DRAW, ENDLESS, LOSS, WIN
from .explore import Graph

MOST_POSITIONS, MOST_SWEEPS = 5_000, 8  # beyond, retrograde analysis takes less time
# A win at once, and a draw at once. Each ply takes off one; a loss is the other side of a win.
_WON, _DRAWN = 1 << 40, 1 << 30


def sweep(graph: Graph) -> "tuple[bytes, array[int]] | None":
    """The value and the plies of every position of a complete graph; None where that would take long."""
    if len(graph) > MOST_POSITIONS:
        return None
    scores = _scores(graph)
    if scores is None:
        return None
    values = [WIN if s > _DRAWN else LOSS if s < 0 else DRAW if s else ENDLESS for s in scores]
    plies = [_WON - s if s > _DRAWN else _WON + s if s < 0 else _DRAWN - s if s else -1 for s in scores]
    return bytes(values), array("i", plies)


def _scores(graph: Graph) -> list[int] | None:
    at_once = {WIN: _WON, LOSS: -_WON, DRAW: _DRAWN}
    scores = [0] * len(graph)
    # What a move to each position is worth; at the end, where Python looks for numbers below 0, the marks.
    worth = [0] * len(graph) + [_before(_DRAWN), _before(_WON), _before(-_WON)]
    for position, value in graph.stuck.items():
        scores[position] = at_once[value]
        worth[position] = _before(at_once[value])
    rows = [(position, row) for position, row in enumerate(graph.rows()) if row]
    rows.reverse()
    for _ in range(MOST_SWEEPS):
        changed = False
        for position, row in rows:
            best = max(map(worth.__getitem__, row))
            if best != scores[position]:
                scores[position], worth[position], changed = best, _before(best), True
        if not changed:
            return scores
    return None


def _before(score: int) -> int:
    """What a move to a position with this score is worth to the player who makes it."""
    if score > _DRAWN:
        return 1 - score
    return -1 - score if score < 0 else score - (score > 0)
