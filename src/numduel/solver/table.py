"""Table: the value and the distance of every position in a graph, by retrograde analysis.

Positions that are decided spread their value backwards, a ply at a time: a position with a move to a lost
one is won, one whose every move leads to a won one is lost. What is left over can be held by both sides.
There is no recursion, and cycles need no special care.
"""

from array import array
from collections.abc import Hashable, Iterable, Iterator
from itertools import accumulate, chain

from ..core.game import Side
from ..core.verdict import Verdict
from ..engine.values import DRAW, ENDLESS, LOSS, OPEN, VALUES, WIN
from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS
from .explore import UNKNOWN, Graph

_STUCK = {Side.NEXT: WIN, Side.PREVIOUS: LOSS, None: DRAW}


class Table:
    """Verdicts on every position of a graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._values = bytearray(len(graph))
        self._plies = array("q", [-1]) * len(graph)
        self._come_from = _Predecessors(graph)
        self._decide_wins_and_losses()
        self._decide_the_rest()
        if not graph.complete:
            self._forget_unproved_plies()
        del self._come_from

    def __contains__(self, key: Hashable) -> bool:
        return key in self.graph.index

    def __getitem__(self, key: Hashable) -> Verdict:
        """The verdict on the position with this key; KeyError if it was not explored."""
        return self._verdict(self.graph.index[key])

    def _verdict(self, position: int) -> Verdict:
        plies = self._plies[position]
        return Verdict(VALUES[self._values[position]], plies if plies >= 0 else None)

    def get(self, key: Hashable) -> Verdict | None:
        """The verdict on the position with this key, or None if it was not explored."""
        position = self.graph.index.get(key)
        return None if position is None else self._verdict(position)

    @property
    def positions(self) -> int:
        """How many positions were explored."""
        return len(self.graph)

    @property
    def any_draws(self) -> bool:
        """Whether any move, or being stuck, makes a draw."""
        return DRAWN in self.graph.targets or None in self.graph.stuck.values()

    def any_choice_matters(self) -> bool:
        """Whether any position has moves of different values."""
        marks = {MOVER_WINS: LOSS, MOVER_LOSES: WIN, DRAWN: DRAW, UNKNOWN: OPEN}
        for position in range(len(self.graph)):
            moves = self.graph.moves_from(position)
            values = {marks[move] if move < 0 else self._values[move] for move in moves}
            if len(values) > 1:
                return True
        return False

    def _settle(self, position: int, value: int, plies: int) -> None:
        self._values[position] = value
        self._plies[position] = plies

    def _decide_wins_and_losses(self) -> None:
        graph, values = self.graph, self._values
        # Moves that do not lose at once; a position is lost when none of them is left.
        hopes = array("q", [0]) * len(graph)
        level: list[int] = []
        following: list[int] = []
        for position in range(len(graph)):
            moves = graph.moves_from(position)
            hopes[position] = len(moves) - moves.count(MOVER_LOSES)
            if position in graph.stuck:
                self._settle(position, _STUCK[graph.stuck[position]], 0)
                level += [position] * (values[position] != DRAW)
            elif MOVER_WINS in moves:
                self._settle(position, WIN, 1)
                following.append(position)
            elif not hopes[position]:
                self._settle(position, LOSS, 1)
                following.append(position)
        plies = 0
        while level or following:
            plies += 1
            for position in level:
                lost = values[position] == LOSS
                for earlier in self._come_from[position]:
                    if values[earlier] != OPEN:
                        continue
                    hopes[earlier] -= 1
                    if lost or not hopes[earlier]:
                        self._settle(earlier, WIN if lost else LOSS, plies)
                        following.append(earlier)
            level, following = following, []

    def _decide_the_rest(self) -> None:
        """Tell draws from endless games, where everything that could matter has been explored.

        Neither side can force a win here. Both would rather see a drawn end than none, so it is a draw
        wherever moves that do not lose can reach one, in as many plies as the shortest way takes.
        """
        if OPEN not in self._values:
            return
        graph = self.graph
        drawn = [
            position
            for position in range(len(graph))
            if self._values[position] == OPEN and DRAWN in graph.moves_from(position)
        ]
        already = [position for position, winner in graph.stuck.items() if winner is None]
        for position, plies in self._spread(already, drawn, through=OPEN):
            self._settle(position, DRAW, plies)
        unsure = set() if graph.complete else {position for position, _ in self._near_the_unknown()}
        for position in range(len(graph)):
            if self._values[position] == OPEN and position not in unsure:
                self._settle(position, ENDLESS, -1)
        for position in unsure:
            if self._values[position] == DRAW:
                self._settle(position, OPEN, -1)

    def _spread(
        self, at_zero: list[int], at_one: list[int], through: int | None
    ) -> Iterator[tuple[int, int]]:
        """Positions with their shortest distance back from those at zero or one, the former left out."""
        seen = set(at_zero)
        level, waiting, plies = at_zero, at_one, 0
        while True:
            plies += 1
            back = (earlier for position in level for earlier in self._come_from[position])
            reached = dict.fromkeys(chain(waiting, back))
            level = [p for p in reached if p not in seen and through in (None, self._values[p])]
            if not level:
                return
            seen.update(level)
            yield from ((position, plies) for position in level)
            waiting = []

    def _near_the_unknown(self) -> Iterator[tuple[int, int]]:
        """Positions from which something unexplored can be reached, with how many plies away it is."""
        graph = self.graph
        edge = [position for position in range(len(graph)) if UNKNOWN in graph.moves_from(position)]
        return self._spread([], edge, through=None)

    def _forget_unproved_plies(self) -> None:
        """Drop distances that something unexplored might still shorten.

        A win or loss found in so many plies is exact if nothing unexplored is nearer than that: a quicker
        win would lie within what has been explored, and would have been found.
        """
        for position, distance in self._near_the_unknown():
            if self._plies[position] > distance:
                self._plies[position] = -1


class _Predecessors:
    """For each position, those with a move to it (twice, where two moves lead there)."""

    def __init__(self, graph: Graph) -> None:
        count = array("q", [0]) * (len(graph) + 1)
        for target in graph.targets:
            if target >= 0:
                count[target + 1] += 1
        self._starts = array("q", accumulate(count))
        self._positions = array("q", [0]) * self._starts[-1]
        place = self._starts[:]
        for position in range(len(graph)):
            for target in graph.moves_from(position):
                if target >= 0:
                    self._positions[place[target]] = position
                    place[target] += 1

    def __getitem__(self, position: int) -> Iterable[int]:
        return self._positions[self._starts[position] : self._starts[position + 1]]
