"""Table: the value and the distance of every position in a graph: of a small one by sweeps, else backwards.

In retrograde analysis positions that are decided spread their value backwards, a ply at a time: a position
with a move to a lost one is won, one whose every move leads to a won one is lost. What is left over can be
held by both sides. There is no recursion, and cycles need no special care.
"""

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain

from ..core.computed import computed
from ..core.hints import Any
from ..core.verdict import Verdict
from ..engine.limits import Progress
from ..engine.values import DRAW, ENDLESS, LOSS, OPEN, VALUES, WIN, value_of_mark
from ..engine.verdict_table import VerdictTable
from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS
from .explore import UNKNOWN, Graph
from .sweeps import sweep, verdict_of


class Table(VerdictTable):
    """Verdicts on every position of a graph, which no longer grows then."""

    method = "table"

    def __init__(self, graph: Graph, progress: Progress | None = None) -> None:
        graph.close(progress)
        self.graph = graph
        self.positions, self.complete = len(graph), graph.complete
        self._worths = sweep(graph) if self.complete else None
        if self._worths is None:
            self._analyze()

    @property
    def bytes(self) -> int:
        """How many bytes the table takes, with its graph: about so many."""
        return self.graph.bytes

    @computed
    def values(self) -> bytearray:
        """The value of each position, as a number: see `values`."""
        return bytearray(value for value, _ in self._swept())

    @computed
    def plies(self) -> "array[int]":
        """The plies of each position; -1 where there is no end."""
        return array("i", [plies for _, plies in self._swept()])

    def _swept(self) -> Iterator[tuple[int, int]]:
        """The value and the plies of each position of a graph that was swept."""
        assert self._worths is not None
        return map(verdict_of, self._worths[: self.positions])

    def _analyze(self) -> None:
        """Find all verdicts by retrograde analysis."""
        self.values = bytearray(len(self.graph))
        self.plies = array("i", [-1]) * len(self.graph)
        self._predecessors = _Predecessors(self.graph)
        self._decide_wins_and_losses()
        self._decide_the_rest()
        if not self.graph.complete:
            self._forget_unproved_plies()
        del self._predecessors

    def look_up(self, state: Any) -> Verdict | None:
        """The verdict on a state, or None if it was not explored."""
        position = self.graph.index.get(self.graph.game.key(state))
        return None if position is None else self._verdict(position)

    def _verdict(self, position: int) -> Verdict:
        if self._worths is None:
            value, plies = self.values[position], self.plies[position]
        else:
            value, plies = verdict_of(self._worths[position])
        return Verdict(VALUES[value], plies if plies >= 0 else None)

    def __iter__(self) -> Iterator[tuple[Any, Verdict]]:
        """Every position once, as a state with its verdict, in the order of the exploration.

        No states were kept. Each is played anew by the first move that led to it, which is known by the
        number of its target.
        """
        graph, game = self.graph, self.graph.game
        states, reached = deque([graph.root]), 1
        for position in range(len(graph)):
            state = states.popleft()
            yield state, self._verdict(position)
            # What there was no time to expand has fewer targets than moves, and leads nowhere.
            for move, target in zip(game.moves(state), graph.moves_from(position), strict=False):
                if target == reached:
                    states.append(game.play(state, move))
                    reached += 1

    def decided(self) -> Iterator[tuple[Any, Verdict]]:
        """Every position whose value is known, as a state with its verdict."""
        if self.complete:
            return super().decided()
        # Where exploring has ended early these are few, and to walk through all positions takes its time.
        decided = [position for position, value in enumerate(self.values) if value != OPEN]
        return ((state, self._verdict(position)) for position, state in self._played_to(decided))

    def _played_to(self, positions: list[int]) -> Iterator[tuple[int, Any]]:
        """Each of these positions with a state of it, played to by the first moves that led there."""
        if not positions:
            return
        game, starts, targets = self.graph.game, self.graph.starts, self.graph.targets
        firsts = [0]  # where in `targets` each position was found
        for slot, target in enumerate(targets):
            if target == len(firsts):
                firsts.append(slot)
        states = {0: self.graph.root}
        for position in positions:
            way = []  # back to a position with a state
            while position not in states:
                way.append(position)
                position = bisect_right(starts, firsts[position]) - 1
            state = states[position]
            for after in reversed(way):
                move = game.moves(state)[firsts[after] - starts[position]]
                state = states[after] = game.play(state, move)
                position = after
            yield position, state

    @property
    def any_draws(self) -> bool:
        """Whether any move makes a draw, or a player who cannot move has drawn."""
        return DRAWN in self.graph.targets or DRAW in self.graph.stuck.values()

    def decisions(self) -> int:
        """How many positions have moves of different values."""
        return sum(map(self._is_decision, range(len(self.graph))))

    def any_choice_matters(self) -> bool:
        """Whether any position has moves of different values."""
        return any(map(self._is_decision, range(len(self.graph))))

    def _is_decision(self, position: int) -> bool:
        moves = self.graph.moves_from(position)
        return len({value_of_mark(move) if move < 0 else self.values[move] for move in moves}) > 1

    def _settle(self, position: int, value: int, plies: int) -> None:
        self.values[position] = value
        self.plies[position] = plies

    def _decide_wins_and_losses(self) -> None:
        graph, values = self.graph, self.values
        # Moves that may still save a position; it is lost when none of them is left.
        open_successors = array("i")
        level: list[int] = []
        following: list[int] = []
        for position, moves in enumerate(graph.rows()):
            open_successors.append(len(moves) - moves.count(MOVER_LOSES))
            if position in graph.stuck:
                self._settle(position, graph.stuck[position], 0)
                level += [position] * (values[position] != DRAW)
            elif MOVER_WINS in moves:
                self._settle(position, WIN, 1)
                following.append(position)
            elif not open_successors[position]:
                self._settle(position, LOSS, 1)
                following.append(position)
        plies = 0
        while level or following:
            plies += 1
            for position in level:
                lost = values[position] == LOSS
                for earlier in self._predecessors[position]:
                    if values[earlier] != OPEN:
                        continue
                    open_successors[earlier] -= 1
                    if lost or not open_successors[earlier]:
                        self._settle(earlier, WIN if lost else LOSS, plies)
                        following.append(earlier)
            level, following = following, []

    def _decide_the_rest(self) -> None:
        """Tell draws from endless games, where everything that could matter has been explored.

        Neither side can force a win here. Both would rather see a drawn end than none, so it is a draw
        wherever moves that do not lose can reach one, in as many plies as the shortest way takes.
        """
        if OPEN not in self.values:
            return
        graph = self.graph
        drawn = [
            position
            for position, (value, moves) in enumerate(zip(self.values, graph.rows(), strict=True))
            if value == OPEN and DRAWN in moves
        ]
        already = [position for position, value in graph.stuck.items() if value == DRAW]
        for position, plies in self._spread(already, drawn, through=OPEN):
            self._settle(position, DRAW, plies)
        unsure = set() if graph.complete else {position for position, _ in self._near_the_unknown()}
        for position in range(len(graph)):
            if self.values[position] == OPEN and position not in unsure:
                self._settle(position, ENDLESS, -1)
        for position in unsure:
            if self.values[position] == DRAW:
                self._settle(position, OPEN, -1)

    def _spread(
        self, at_zero: list[int], at_one: list[int], through: int | None
    ) -> Iterator[tuple[int, int]]:
        """Positions with their shortest distance back from those at zero or one, the former left out."""
        seen, plies = set(at_zero), 0
        reached = dict.fromkeys(chain(at_one, self._predecessors.of_all(at_zero)))
        while level := [p for p in reached if p not in seen and through in (None, self.values[p])]:
            plies += 1
            seen.update(level)
            yield from ((position, plies) for position in level)
            reached = dict.fromkeys(self._predecessors.of_all(level))

    def _near_the_unknown(self) -> Iterator[tuple[int, int]]:
        """Positions from which something unexplored can be reached, with how many plies away it is."""
        graph = self.graph
        edge = [position for position, moves in enumerate(graph.rows()) if UNKNOWN in moves]
        return self._spread([], edge, through=None)

    def _forget_unproved_plies(self) -> None:
        """Drop distances that something unexplored might still shorten.

        A win or loss found in so many plies is exact if nothing unexplored is nearer than that: a quicker
        win would lie within what has been explored, and would have been found.
        """
        for position, distance in self._near_the_unknown():
            if self.plies[position] > distance:
                self.plies[position] = -1


class _Predecessors:
    """For each position, those with a move to it (twice, where two moves lead there)."""

    def __init__(self, graph: Graph) -> None:
        slots = array("q", [0]) * len(graph)  # at first, how many moves lead to each position
        for target in graph.targets:
            if target >= 0:
                slots[target] += 1
        self._starts = array("q", accumulate(slots, initial=0))
        self._positions = array("i", [0]) * self._starts[-1]
        slots[:] = self._starts[:-1]
        for position, moves in enumerate(graph.rows()):
            for target in moves:
                if target >= 0:
                    slot = slots[target]
                    self._positions[slot] = position
                    slots[target] = slot + 1

    def __getitem__(self, position: int) -> Iterable[int]:
        return self._positions[self._starts[position] : self._starts[position + 1]]

    def of_all(self, positions: Iterable[int]) -> Iterator[int]:
        """Those with a move to any of these positions."""
        return chain.from_iterable(map(self.__getitem__, positions))
