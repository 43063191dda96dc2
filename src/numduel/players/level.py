"""LevelPlayer: plays well, and errs with a probability that its level states."""

from collections.abc import Callable
from random import Random
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..core.verdict import Value
from ..solver.answers import Answers
from . import check_solved
from .perfect import Mixture, PerfectPlayer

# How often each level errs where a choice matters; docs/opponents.md shows what that comes to in play.
ERROR_RATES = {1: 0.80, 2: 0.65, 3: 0.52, 4: 0.40, 5: 0.30, 6: 0.21, 7: 0.13, 8: 0.06, 9: 0.02}


class LevelPlayer:
    """Where its moves differ in value, gives some of it away with its level's probability.

    An error is a move of a worse value, each as likely as the others. Otherwise, and wherever no choice
    matters, it takes any of the moves that keep the value.
    """

    def __init__(self, level: int, answers: Answers) -> None:
        self.name = f"level:{level}"
        self._error_rate = ERROR_RATES[level]
        self._answers = answers
        self._perfect = PerfectPlayer(answers)

    def choose(self, position: Position[Any, Any], rng: Random) -> Any:
        return self.mixture(position.state).draw(rng)

    def mixture(self, state: Any) -> Mixture:
        """The moves of a worse value, at its level's rate, and else those that keep the value."""
        moves = self._answers.moves(state)
        value = max((verdict for _, verdict in moves), key=lambda verdict: verdict.rank).value
        errors = [move for move, verdict in moves if verdict.value is not value]
        if value is Value.WIN:  # a known win is won as quickly as can be
            return Mixture(self._error_rate, errors, self._perfect.equal_best(state))
        return Mixture(self._error_rate, errors, [move for move, verdict in moves if verdict.value is value])

    def accepts_draw(self, position: Position[Any, Any], rng: Random) -> bool:
        return self._perfect.accepts_draw(position, rng)


def make(game: Game[Any, Any], detail: str, answers: Callable[[], Answers]) -> LevelPlayer:
    """The player of the level that `detail` states; CannotPlay if the game is not solved."""
    check_solved(answers(), f"level:{detail}", "mcts can play it")
    return LevelPlayer(int(detail), answers())
