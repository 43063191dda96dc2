"""Puzzle: a position with a question whose right answers are known exactly."""

import dataclasses
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..core.registry import load
from ..solver.answers import Answers
from .tasks import TASKS, Asked, Standing, Task


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A task at some settings, after some moves from the start of the game.

    `depth` is how many plies somebody must look ahead to be sure of the answer, and `rating` how difficult
    it is thought to be before anybody has tried it. `themes` say what it is about, to whoever has answered.

    >>> puzzle = Puzzle(task="win", spec="operation-duel:target=31", moves=("+1",), depth=3, rating=900)
    >>> puzzle.to_move, puzzle.game.target, len(puzzle.id)
    (2, 31, 7)
    """

    task: str
    spec: str
    moves: tuple[str, ...]
    depth: int
    rating: int
    themes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """A name that follows from what is asked, so that it stays the same in every catalogue."""
        text = "\n".join((self.task, self.spec, *self.moves))
        number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) % len(LETTERS) ** LENGTH
        return "".join(LETTERS[number // len(LETTERS) ** at % len(LETTERS)] for at in range(LENGTH))

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.spec.partition(":")[0]

    @property
    def game(self) -> Game[Any, Any]:
        """The game with its settings."""
        return load(self.spec)

    @property
    def to_move(self) -> int:
        """The seat of the player who is to move, or who would be after the moves of a game that is shown."""
        return 1 + len(self.moves) % 2

    @property
    def kind(self) -> Task:
        """What is asked, and what is right."""
        return TASKS[self.task]

    def standing(self, moves: tuple[str, ...] | None = None) -> Standing:
        """The position after the puzzle's moves or after those that are given, which takes no table."""
        moves = self.moves if moves is None else moves
        position = Position.start(self.game)
        for move in moves:
            position = position.say(move)
        return Standing(position, moves)

    def asked(self, moves: tuple[str, ...] | None = None) -> Asked:
        """The position with exact answers, after the puzzle's moves or after those that are given."""
        return Asked(*self.standing(moves), answers_for(self.spec))

    def as_json(self) -> dict[str, Any]:
        """The puzzle as a JSON document, without its solution."""
        return {
            "id": self.id,
            "task": self.task,
            "spec": self.spec,
            "moves": list(self.moves),
            "to_move": self.to_move,
            "rating": self.rating,
            "depth": self.depth,
        }


LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that are taken for each other
LENGTH = 7


@lru_cache(maxsize=8)  # somebody who solves puzzles asks many questions about one setting
def answers_for(spec: str) -> Answers:
    """Exact answers for the settings of a puzzle."""
    return Answers(load(spec))
