"""LevelPlayer: plays well, and errs with a probability that its level states."""

from random import Random
from typing import Any

from ..core.position import Position
from ..core.verdict import Value
from ..solver.answers import Answers
from .perfect import PerfectPlayer

# How often each level errs where a choice matters; docs/opponents.md shows what that comes to in play.
ERROR_RATES = {1: 0.80, 2: 0.65, 3: 0.52, 4: 0.40, 5: 0.30, 6: 0.21, 7: 0.13, 8: 0.06, 9: 0.02}


class LevelPlayer:
    """Where its moves differ in value, gives some of it away with its level's probability.

    An error is a move of a worse value, each as likely as the others. Otherwise, and wherever no choice
    matters, it takes any of the moves that keep the value.
    """

    def __init__(self, level: int, answers: Answers, chance: Random) -> None:
        self.name = f"level:{level}"
        self._error_rate = ERROR_RATES[level]
        self._answers = answers
        self.chance = chance
        self._perfect = PerfectPlayer(answers, chance)

    def choose(self, position: Position[Any, Any]) -> Any:
        made = self._answers.moves(position.state)
        value = max((verdict for _, verdict in made), key=lambda verdict: verdict.rank).value
        errors = [move for move, verdict in made if verdict.value is not value]
        if errors and self.chance.random() < self._error_rate:
            return self.chance.choice(errors)
        if value is Value.WIN:
            return self._perfect.choose(position)  # a win that is known is not dawdled over
        return self.chance.choice([move for move, verdict in made if verdict.value is value])

    def accepts_draw(self, position: Position[Any, Any]) -> bool:
        return self._perfect.accepts_draw(position)
