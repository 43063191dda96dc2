"""Solving: one person at one puzzle, from the first look to the end; no input, output or clock."""

import dataclasses

from ..core.integers import count
from ..core.verdict import Value
from ..store.attempts import Attempt
from .attempt import Reply, answer, solution
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
        self.moves = reply.moves
        if self.first is None and (reply.solved or not reply.right):
            self.first = reply.right
        self.over = reply.solved
        return reply

    def hint(self) -> str:
        """A word that helps, without the answer; it costs the rating."""
        self.hints += self.first is None
        asked = self.puzzle.asked(self.moves)
        right, verdict = self.puzzle.kind.right(asked), asked.verdict
        if self.puzzle.task == "who":
            return f"Player {right[0][0]} wins."
        if self.puzzle.task == "slip":
            return f"It was a move of Player {2 - int(right[0]) % 2}."
        if not right:
            return "Every move is right here."
        moves = f"{len(right)} of the {len(asked.position.moves)} moves"
        does = "do" if len(right) > 1 else "does"
        if verdict.value is not Value.WIN:
            return f"{moves} {does} not lose."
        return f"There is a win in {count(verdict.plies or 0, 'move')}; {moves} {does} what is asked."

    def give_up(self) -> tuple[str, ...]:
        """What would have been right, and why."""
        if self.first is None:
            self.first = False
        self.over = True
        asked = self.puzzle.asked()
        right = self.puzzle.kind.right(asked)
        told = " or ".join(right)
        return f"Right: {told}.", *(words.removeprefix("Right. ") for words in solution(self.puzzle))

    def attempt(self, at: str, day: str | None = None) -> Attempt:
        """What is kept of it, once the first try is decided."""
        assert self.first is not None, "an attempt is kept when the first try is over"
        return Attempt(puzzle=self.puzzle.id, at=at, right=self.first, hints=self.hints, day=day)
