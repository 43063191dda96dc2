"""What is true of a puzzle, found by the naive solver, which shares nothing with the package's."""

from functools import lru_cache
from typing import Any

import naive
from naive import DRAWS, LOSES, WINS, Answer

import numduel
from numduel import Game, Position, Side
from numduel.learn.puzzle import Puzzle

MOST = 10_000  # positions


class Truth:
    """What is true of a game at its settings, found by the naive solver."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        nodes = naive.nodes_of(game, most=MOST)
        assert nodes is not None, game.spec
        self._answers = naive.solve(nodes)

    def of(self, state: Any) -> Answer:
        """The value for the player to move, and the plies to the end."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return {None: DRAWS, Side.NEXT: WINS, Side.PREVIOUS: LOSES}[outcome.winner], 0
        return self._answers[self.game.key(state)]

    def moves(self, state: Any) -> dict[str, Answer]:
        """What each legal move comes to for the player who makes it."""
        return {self.game.write(move): self.of_move(state, move) for move in self.game.moves(state)}

    def of_move(self, state: Any, move: Any) -> Answer:
        """What a move comes to for the player who makes it."""
        value, plies = self.of(self.game.play(state, move))
        return naive.TURNED.get(value, value), None if plies is None else plies + 1


@lru_cache(maxsize=4)
def truth_of(spec: str) -> Truth:
    """What is true at some settings."""
    return Truth(numduel.load(spec))


def possible_answers(puzzle: Puzzle, position: Position[Any, Any]) -> list[str]:
    """Everything that may be answered; of numbers of moves, the right one and one beside it."""
    if puzzle.task == "slip":
        return [str(number) for number in range(1, len(puzzle.moves) + 1)]
    if puzzle.task == "who":
        _, plies = truth_of(puzzle.spec).of(position.state)
        assert plies is not None
        return [f"{winner} {number}" for winner in (1, 2) for number in (plies, plies + 1)]
    return [position.game.write(move) for move in position.moves]


def true_answers(puzzle: Puzzle) -> list[str]:
    """The right answers, by the naive solver."""
    position, truth = puzzle.standing().position, truth_of(puzzle.spec)
    if puzzle.task == "slip":
        return [str(number) for number in range(1, len(puzzle.moves) + 1) if gave_away(puzzle, number, truth)]
    value, plies = truth.of(position.state)
    if puzzle.task == "who":
        return [f"{position.player if value == WINS else 3 - position.player} {plies}"]
    made = truth.moves(position.state)
    if puzzle.task == "fastest":
        return [move for move, each in made.items() if each == (WINS, plies)]
    return [move for move, (each, _) in made.items() if each == value]


def gave_away(puzzle: Puzzle, number: int, truth: Truth) -> bool:
    """Whether a move of the game in a puzzle was worth less than the best one."""
    before, after = (puzzle.standing(puzzle.moves[:at]).position for at in (number - 1, number))
    value = truth.of(after.state)[0]
    return truth.of(before.state)[0] != naive.TURNED.get(value, value)
