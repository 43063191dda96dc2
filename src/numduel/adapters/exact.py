"""Exact supervision: what each position is worth, which actions are best, and what an action gives away."""

from typing import Any, NamedTuple

import numpy as np

from ..arena.regret import WORTH, answers_of
from ..core.game import Game
from ..core.verdict import Value
from .places import Place, Places, Row, places_of

UNKNOWN = float("nan")


class Exact(NamedTuple):
    """What is known of a place: its value for the player to move, the best actions, and each one's worth.

    Values are +1 for a win, 0 for a draw or no end, -1 for a loss, and nan where nobody knows.
    """

    value: float
    optimal: Row  # 1 for each action that is best: the winner hurries, the loser delays
    worths: tuple[float, ...]  # by action id, for the player who takes it; nan for illegal ones

    def regret(self, action: int) -> float:
        """How much of the value a legal action gives away: 0, 1 or 2, or nan."""
        return self.value - self.worths[action]


class Judge:
    """Judges the places of a game by exact answers, each once."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._answers = answers_of(places.game)

    def __reduce__(self) -> Any:
        return _judge_of, (self._places.game,)

    def of(self, place: Place) -> Exact:
        """What is known of a place that is not over."""
        exact: Exact | None = place.notes.get("exact")
        if exact is None:
            exact = place.notes["exact"] = self._look(place)
        return exact

    def _look(self, place: Place) -> Exact:
        value = _worth(self._answers.verdict(place.state).value)
        ids = self._places.ids
        optimal, worths = self._places.no_mask.copy(), [UNKNOWN] * len(ids)
        if place.goes_on:
            made = self._answers.moves(place.state)
            best = max(verdict.rank for _, verdict in made)
            for move, verdict in made:
                worths[ids[move]] = _worth(verdict.value)
                # Where the value is unknown, so is what keeps it.
                optimal[ids[move]] = verdict.rank == best and not np.isnan(value)
        optimal.flags.writeable = False
        return Exact(value, optimal, tuple(worths))


def _worth(value: Value) -> float:
    return float(WORTH.get(value, UNKNOWN))


def _judge_of(game: Game[Any, Any]) -> Judge:
    return Judge(places_of(game))
