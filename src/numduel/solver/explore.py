"""Explore: the positions that can be reached from one, and the moves between them, as plain numbers."""

import dataclasses
from array import array
from collections.abc import Hashable
from typing import Any

from ..core.game import Game, Outcome, Side
from ..engine.limits import Progress
from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS

UNKNOWN = -9  # what a move leads to that was not explored; besides the marks, as kernels have them

REPORT_EVERY = 1 << 14


@dataclasses.dataclass(slots=True)
class Graph:
    """Positions numbered as they were found, each with the places its moves lead to.

    `targets[starts[i]:starts[i + 1]]` are the positions, or marks, that the moves of position i lead to,
    in the order in which the game lists its moves.
    """

    index: dict[Hashable, int]
    starts: "array[int]"
    targets: "array[int]"
    stuck: dict[int, Side | None]  # positions without a move, and who wins there
    complete: bool  # whether every position that can be reached is here

    def __len__(self) -> int:
        return len(self.index)

    def moves_from(self, position: int) -> "array[int]":
        """Where the moves of a position lead."""
        return self.targets[self.starts[position] : self.starts[position + 1]]


def explore(game: Game[Any, Any], root: Any, limit: int, progress: Progress | None = None) -> Graph:
    """The graph of everything that can be reached from `root`, or of the first `limit` positions.

    Positions are told apart by `game.key`. A state that the last move has ended is no position, only a
    mark on that move; one in which the player to move finds no move is a position.
    """
    index: dict[Hashable, int] = {}
    waiting: list[Any] = []  # a state for each position; dropped once it has been looked at
    stuck: dict[int, Side | None] = {}
    starts, targets = array("q", [0]), array("q")

    def number(state: Any) -> int:
        outcome: Outcome | None = game.outcome(state)
        if outcome is not None and not outcome.stuck:
            return _mark(outcome)
        key = game.key(state)
        known = index.get(key)
        if known is not None:
            return known
        if len(waiting) >= limit:
            return UNKNOWN
        index[key] = len(waiting)
        if outcome is not None:
            stuck[len(waiting)] = outcome.winner
        waiting.append(state)
        return len(waiting) - 1

    number(root)
    looked_at = 0
    while looked_at < len(waiting):
        state, waiting[looked_at] = waiting[looked_at], None
        targets.extend([number(game.play(state, move)) for move in game.moves(state)])
        starts.append(len(targets))
        looked_at += 1
        if progress is not None and looked_at % REPORT_EVERY == 0:
            progress(len(waiting), looked_at)
    return Graph(index, starts, targets, stuck, UNKNOWN not in targets)


def _mark(outcome: Outcome) -> int:
    """What the move that led to `outcome` did; the mover is the previous player there."""
    if outcome.winner is None:
        return DRAWN
    return MOVER_WINS if outcome.winner is Side.PREVIOUS else MOVER_LOSES
