"""Solving: one person at one puzzle, from the first look to the end; no input, output or clock."""

import dataclasses

from ..store.attempts import Attempt
from .attempt import Reply, answer, hint, solution
from .puzzle import Puzzle


@dataclasses.dataclass(slots=True)
class Solving:
    """How far somebody has come: the moves as they stand, hints that were asked for, and the first result."""

    puzzle: Puzzle
    moves: tuple[str, ...] = dataclasses.field(init=False)
    hints: int = 0
    first: bool | None = None  # whether the first try was right; None while that is open
    over: bool = False

    def __post_init__(self) -> None:
        self.moves = self.puzzle.moves

    def answer(self, text: str) -> Reply:
        """Judge an answer; MoveError or NoAnswer where it is none, which counts for nothing."""
        reply = answer(self.puzzle, text, self.moves)
        self.take(reply)
        return reply

    def take(self, reply: Reply) -> None:
        """Go on from what came of an answer, wherever it was judged."""
        self.moves = reply.moves
        if self.first is None and (reply.solved or not reply.right):
            self.first = reply.right
        self.over = reply.solved

    def hint(self) -> str:
        """A word that helps, without the answer; it costs the rating."""
        self.take_hint()
        return hint(self.puzzle, self.moves)

    def take_hint(self) -> None:
        """Count a hint; after the first try, one costs nothing any more."""
        self.hints += self.first is None

    def give_up(self) -> tuple[str, ...]:
        """What would have been right, and why."""
        self.stop()
        return solution(self.puzzle, self.moves)

    def stop(self) -> None:
        """End it unsolved; whoever has not answered yet has failed."""
        if self.first is None:
            self.first = False
        self.over = True

    def attempt(self, at: str, day: str | None = None) -> Attempt:
        """What is kept of it, once the first try is decided."""
        assert self.first is not None, "an attempt is kept when the first try is over"
        return Attempt(puzzle=self.puzzle.id, at=at, right=self.first, hints=self.hints, day=day)
