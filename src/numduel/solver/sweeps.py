"""Sweeps: verdicts on all positions of a small graph, found by looking at every move until nothing changes.

Each position has a worth to the player who moves there, by value and then by plies: that of its best move,
turned round and a ply further away. At first no game is taken to end. What a worth says is true from then on,
and only gets quicker; where every position has the worth that its best move leaves it, by induction over the
plies, all of them are exact. Positions are numbered from the start on, and taken from the last back, so that
few sweeps are enough. Where no moves lead in a circle it is a single one, in which what a position needs is
worked out before it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, repeat

from ..engine.values import DRAW, ENDLESS, LOSS, WIN
from .explore import Graph

MOST_POSITIONS, MOST_SWEEPS = 5_000, 8  # beyond, retrograde analysis takes less time
TINY = 64  # positions of which no order needs to be tried: to set that up takes longer than it saves
# What it is worth to move where the other player has lost, and where it is a draw. Each ply takes off one;
# where the other player has won, it is the opposite.
_WON, _DRAWN = 1 << 28, 1 << 20
# Better than any, so that no move to what is not yet known is overlooked; best is what waits for others.
_UNKNOWN, _WAITS = 1 << 29, 1 << 30
_AT_ONCE = {LOSS: _WON, DRAW: _DRAWN, WIN: -_WON}
_MARKS = [_DRAWN, -_WON, _WON]  # at the end of a list, where the marks of moves, below 0, are looked up

Rows = list[Sequence[int]]  # what the moves of each position lead to


def sweep(graph: Graph) -> list[int] | None:
    """What every position of a complete graph is worth; None where that would take long."""
    if len(graph) > MOST_POSITIONS:
        return None
    rows = [*graph.rows()]
    for position in graph.stuck:  # where rules say that nobody can move, no move counts that they list
        rows[position] = ()
    return _in_one_sweep(rows, graph.stuck) or _in_sweeps(rows, graph.stuck)


def verdict_of(worth: int) -> tuple[int, int]:
    """The value of a position that is worth so much, and its plies; -1 where there is no end."""
    if worth > _DRAWN:
        return LOSS, _WON - worth
    if worth < 0:
        return WIN, _WON + worth
    return (DRAW, _DRAWN - worth) if worth else (ENDLESS, -1)


def _in_one_sweep(rows: Rows, stuck: dict[int, int]) -> list[int] | None:
    """The worth of every position; None where moves lead in a circle."""
    worth = _worths(rows, stuck, _UNKNOWN)
    if len(rows) < TINY:
        # Each can be reached from the first, but for what lies behind one where nobody can move.
        return worth if _settle(range(len(rows)) if stuck else (0,), rows, worth) else None
    for position, best in _best_moves(rows, worth):
        if best == _UNKNOWN:
            return _in_any_order(position, rows, worth)
        worth[position] = 1 - best if best > _DRAWN else _before(best)
    return worth


def _settle(positions: Iterable[int], rows: Rows, worth: list[int]) -> bool:
    """Work out these positions of a tiny graph and all that they lead to; whether that is in no circle."""

    def settle(position: int) -> int:
        worth[position], best = _WAITS, -_WAITS
        for target in rows[position]:
            value = worth[target]
            if value == _UNKNOWN:
                value = settle(target)
            if value > best:
                best = value
        if best != _WAITS:  # else it leads to one that waits for it
            best = worth[position] = 1 - best if best > _DRAWN else _before(best)
        return best

    return all(worth[position] != _UNKNOWN or settle(position) != _WAITS for position in positions)


def _in_any_order(last: int, rows: Rows, worth: list[int]) -> list[int] | None:
    """The worth of every position, those after `last` being known; None where moves lead in a circle.

    Each waits until what it leads to is worked out. It leads in a circle if that has to wait for it.
    """
    waiting, worth_of = [*range(last + 1)], worth.__getitem__
    following = waiting.pop
    while waiting:
        position = following()
        if worth[position] >= _UNKNOWN:
            best = max(map(worth_of, rows[position]))
            if best < _UNKNOWN:
                worth[position] = 1 - best if best > _DRAWN else _before(best)
            elif best == _WAITS:
                return None
            else:
                worth[position] = _WAITS
                waiting.append(position)
                waiting += rows[position]
    return worth


def _in_sweeps(rows: Rows, stuck: dict[int, int]) -> list[int] | None:
    """The worth of every position; None where many sweeps are not enough."""
    worth = _worths(rows, stuck, 0)
    for _ in range(MOST_SWEEPS):
        changed = False
        for position, best in _best_moves(rows, worth):
            new = _before(best)
            if new != worth[position]:
                worth[position], changed = new, True
        if not changed:
            return worth
    return None


def _best_moves(rows: Rows, worth: list[int]) -> Iterator[tuple[int, int]]:
    """Each position with moves, from the last back, and what the best of them is worth by then."""
    best = map(max, map(map, repeat(worth.__getitem__), filter(None, reversed(rows))))
    return zip(compress(range(len(rows) - 1, -1, -1), reversed(rows)), best, strict=False)


def _worths(rows: Rows, stuck: dict[int, int], at_first: int) -> list[int]:
    """What each position is worth at first, and the marks after them."""
    worth = [at_first] * len(rows) + _MARKS
    for position, value in stuck.items():
        worth[position] = _AT_ONCE[value]
    return worth


def _before(best: int) -> int:
    """What a position is worth whose best move is worth so much, to the player who moves there."""
    if best > _DRAWN:
        return 1 - best
    return -1 - best if best < 0 else best - (best > 0)
