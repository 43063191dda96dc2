"""Sweeps: verdicts on all positions of a small graph, found by looking at every move until nothing changes.

Each position has a score, higher where its player stands better, by value and then by plies; a move is worth
to the player who makes it what its target is worth, turned round and a ply further away. At first no game is
taken to end. What a score says is true from then on, and only gets quicker; where every position has the
score of its best move, by induction over the plies, all of them are exact. Positions are numbered from
the start on, and taken from the last back, so that few sweeps are enough: a single one where no move leads
back.
"""

from array import array

from ..engine.values import DRAW, ENDLESS, LOSS, WIN
from .explore import Graph

MOST_POSITIONS, MOST_SWEEPS = 5_000, 8  # beyond, retrograde analysis takes less time
FEW = 100  # positions up to which it does not matter whether moves lead back
# A win at once, and a draw at once. Each ply takes off one; a loss is the other side of a win.
_WON, _DRAWN = 1 << 40, 1 << 30
_UNKNOWN = 1 << 50  # better than any, so that no move to what is not yet known is overlooked


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
    stuck = {position: at_once[value] for position, value in graph.stuck.items()}
    targets, starts = graph.targets.tolist(), graph.starts.tolist()
    ends = range(len(graph), 0, -1)
    rows = [targets[starts[end - 1] : starts[end]] for end in ends]  # of the last position first
    in_one = _in_one_sweep(rows, stuck) if len(rows) > FEW else None
    return in_one or _in_sweeps(rows, stuck)


def _in_one_sweep(rows: list[list[int]], stuck: dict[int, int]) -> list[int] | None:
    """The score of every position; None where a move leads back, to a position that is not yet known."""
    scores, worth, turned = [0] * len(rows), _worths(len(rows), stuck, _UNKNOWN), dict[int, int]()
    worth_of, position = worth.__getitem__, len(rows)
    for row in rows:
        position -= 1
        if row:
            best = max(map(worth_of, row))
            if best == _UNKNOWN:
                return None
            scores[position] = best
            worth[position] = turned.get(best) or turned.setdefault(best, _before(best))
        else:
            scores[position] = stuck[position]
    return scores


def _in_sweeps(rows: list[list[int]], stuck: dict[int, int]) -> list[int] | None:
    """The score of every position; None where many sweeps are not enough."""
    scores, worth = [stuck.get(position, 0) for position in range(len(rows))], _worths(len(rows), stuck, 0)
    worth_of, numbered = worth.__getitem__, [*zip(range(len(rows) - 1, -1, -1), rows, strict=True)]
    for _ in range(MOST_SWEEPS):
        changed = False
        for position, row in numbered:
            if row and (best := max(map(worth_of, row))) != scores[position]:
                scores[position], worth[position], changed = best, _before(best), True
        if not changed:
            return scores
    return None


def _worths(count: int, stuck: dict[int, int], at_first: int) -> list[int]:
    """What a move to each position is worth; at the end, where numbers below 0 are looked up, the marks."""
    worth = [at_first] * count + [_before(_DRAWN), _before(_WON), _before(-_WON)]
    for position, score in stuck.items():
        worth[position] = _before(score)
    return worth


def _before(score: int) -> int:
    """What a move to a position with this score is worth to the player who makes it."""
    if score > _DRAWN:
        return 1 - score
    return -1 - score if score < 0 else score - (score > 0)
