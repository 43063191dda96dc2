"""Sweeps: verdicts on all positions of a small graph, found by looking at every move until nothing changes.

Each position has a worth to the player who moves there, by value and then by plies: that of its best move,
turned round and a ply further away. At first no game is taken to end. What a worth says is true from then on,
and only gets quicker; where every position has the worth that its best move leaves it, by induction over the
plies, all of them are exact. Positions are numbered from the start on, and taken from the last back, so that
few sweeps are enough. Where no moves lead in a circle it is a single one, in which what a position needs is
worked out before it.
"""

from array import array
from itertools import pairwise

from ..engine.values import DRAW, ENDLESS, LOSS, WIN
from .explore import Graph

MOST_POSITIONS, MOST_SWEEPS = 5_000, 8  # beyond, retrograde analysis takes less time
# What it is worth to move where the other player has lost, and where it is a draw. Each ply takes off one;
# where the other player has won, it is the opposite.
_WON, _DRAWN = 1 << 28, 1 << 20
_UNKNOWN = 1 << 29  # better than any, so that no move to what is not yet known is overlooked
_AT_ONCE = {LOSS: _WON, DRAW: _DRAWN, WIN: -_WON}


def sweep(graph: Graph) -> "tuple[bytearray, array[int]] | None":
    """The value and the plies of every position of a complete graph; None where that would take long."""
    if len(graph) > MOST_POSITIONS:
        return None
    targets = graph.targets.tolist()
    rows = [targets[start:end] for start, end in pairwise(graph.starts.tolist())]
    worth = _in_one_sweep(rows, graph.stuck) or _in_sweeps(rows, graph.stuck)
    if worth is None:
        return None
    found = {each: _verdict(each) for each in {*worth}}
    verdicts = [found[each] for each in worth[: len(rows)]]
    return bytearray(value for value, _ in verdicts), array("i", [plies for _, plies in verdicts])


def _in_one_sweep(rows: list[list[int]], stuck: dict[int, int]) -> list[int] | None:
    """The worth of every position; None where moves lead in a circle."""
    worth, before, position = _worths(rows, stuck, _UNKNOWN), dict[int, int](), len(rows)
    worth_of = worth.__getitem__
    for row in reversed(rows):
        position -= 1
        if worth[position] == _UNKNOWN:
            best = max(map(worth_of, row))
            if best == _UNKNOWN:
                if not _work_out_before(position, rows, worth):
                    return None
                best = max(map(worth_of, row))
            worth[position] = before.get(best) or before.setdefault(best, _before(best))
    return worth


def _work_out_before(position: int, rows: list[list[int]], worth: list[int]) -> bool:
    """Work out what a position, and those that it leads to, are worth; whether none leads back to itself."""
    waiting, entered, worth_of = [position], set[int](), worth.__getitem__
    while waiting:
        position = waiting[-1]
        best = max(map(worth_of, rows[position]))
        if best != _UNKNOWN:
            worth[position] = _before(best)
            waiting.pop()
        elif position in entered:
            return False
        else:
            entered.add(position)
            waiting += [target for target in rows[position] if worth[target] == _UNKNOWN]
    return True


def _in_sweeps(rows: list[list[int]], stuck: dict[int, int]) -> list[int] | None:
    """The worth of every position; None where many sweeps are not enough."""
    worth, last = _worths(rows, stuck, 0), len(rows) - 1
    worth_of, numbered = worth.__getitem__, [(last - at, row) for at, row in enumerate(reversed(rows)) if row]
    for _ in range(MOST_SWEEPS):
        changed = False
        for position, row in numbered:
            new = _before(max(map(worth_of, row)))
            if new != worth[position]:
                worth[position], changed = new, True
        if not changed:
            return worth
    return None


def _worths(rows: list[list[int]], stuck: dict[int, int], at_first: int) -> list[int]:
    """What each position is worth at first; at the end, where numbers below 0 are looked up, the marks."""
    worth = [at_first if row else _WON for row in rows] + [_DRAWN, -_WON, _WON]
    for position, value in stuck.items():
        worth[position] = _AT_ONCE[value]
    return worth


def _before(best: int) -> int:
    """What a position is worth whose best move is worth so much, to the player who moves there."""
    if best > _DRAWN:
        return 1 - best
    return -1 - best if best < 0 else best - (best > 0)


def _verdict(worth: int) -> tuple[int, int]:
    """The value of a position that is worth so much, and its plies."""
    if worth > _DRAWN:
        return LOSS, _WON - worth
    if worth < 0:
        return WIN, _WON + worth
    return (DRAW, _DRAWN - worth) if worth else (ENDLESS, -1)
