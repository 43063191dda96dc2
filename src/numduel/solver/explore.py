"""Explore: the positions that can be reached from one, and the moves between them, as plain numbers."""

from array import array
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

from ..core.errors import ArgumentError
from ..core.game import Game, Outcome
from ..engine.limits import Progress
from ..engine.values import VALUES
from ..kernels.kernel import mark_of

UNKNOWN = -9  # the target of a move that leads out of the graph; the other marks are those of kernels

REPORT_EVERY = 1 << 14


class Graph:
    """Positions numbered breadth first, each with what its moves lead to.

    `targets[starts[i]:starts[i + 1]]` are the positions, or marks, that the moves of position i lead to, in
    the order in which the game lists its moves. States with equal keys are one position. A state that the
    last move has ended is none, only a mark on that move; one in which the player to move cannot move is one.

    `grow` stops at a limit, and with a higher one goes on from there: no position is expanded twice.
    """

    def __init__(self, game: Game[Any, Any], root: Any) -> None:
        self.game, self.root = game, root
        self.index: dict[Hashable, int] = {}
        self.starts, self.targets = array("q", [0]), array("q")
        self.stuck: dict[int, int] = {}  # positions without a move, and their values
        self._waiting: deque[Any] = deque()  # a state of each position that is not yet expanded
        self._cut_off: list[Any] = []  # the states beyond the limit that moves of the last position lead to
        self._closed = False  # whether what the limit cut off is forgotten
        self._numberer(1)(root)

    def __len__(self) -> int:
        return len(self.index)

    @property
    def complete(self) -> bool:
        """Whether every position that can be reached is here."""
        return not (self._waiting or self._cut_off or self._closed)

    def moves_from(self, position: int) -> "array[int]":
        """What the moves of a position lead to."""
        return self.targets[self.starts[position] : self.starts[position + 1]]

    def grow(self, limit: int, progress: Progress | None = None) -> None:
        """Explore on, until there is nothing more or the next position would be one more than `limit`."""
        if self._closed:
            raise ArgumentError("a graph that was closed does not grow any more")
        cut_off, self._cut_off = self._cut_off, []
        number = self._numberer(limit)
        if cut_off:
            row = range(self.starts[-2], self.starts[-1])
            slots = [slot for slot in row if self.targets[slot] == UNKNOWN]
            for slot, state in zip(slots, cut_off, strict=True):
                self.targets[slot] = number(state)
        self._expand(number, progress)

    def close(self, progress: Progress | None = None) -> None:
        """Expand what is left of the positions found, and mark moves that lead to others as UNKNOWN."""
        self._closed = not self.complete
        self._cut_off.clear()
        self._expand(self._numberer(len(self)), progress)

    def _expand(self, number: Callable[[Any], int], progress: Progress | None) -> None:
        """Expand waiting positions: all of them in a closed graph, else until the limit cuts one off."""
        moves, play = self.game.moves, self.game.play
        waiting, cut_off, targets, starts = self._waiting, self._cut_off, self.targets, self.starts
        while waiting and not cut_off:
            state = waiting.popleft()
            targets.extend([number(play(state, move)) for move in moves(state)])
            starts.append(len(targets))
            if self._closed:
                cut_off.clear()
            if progress is not None and len(starts) % REPORT_EVERY == 0:
                progress(len(self), len(starts) - 1)

    def _numberer(self, limit: int) -> Callable[[Any], int]:
        """A function that gives the position or the mark of a state, and takes in up to `limit` positions."""
        outcome_of, key_of, index, stuck = self.game.outcome, self.game.key, self.index, self.stuck
        waiting, cut_off = self._waiting, self._cut_off

        def number(state: Any) -> int:
            outcome: Outcome | None = outcome_of(state)
            if outcome is not None and not outcome.stuck:
                return mark_of(outcome)
            key = key_of(state)
            known = index.get(key)
            if known is not None:
                return known
            position = len(index)
            if position >= limit:
                cut_off.append(state)
                return UNKNOWN
            index[key] = position
            if outcome is not None:
                stuck[position] = VALUES.index(outcome.value)
            waiting.append(state)
            return position

        return number


def explore(game: Game[Any, Any], root: Any, limit: int, progress: Progress | None = None) -> Graph:
    """The graph of everything that can be reached from `root`, or of the first `limit` positions."""
    graph = Graph(game, root)
    graph.grow(limit, progress)
    return graph
