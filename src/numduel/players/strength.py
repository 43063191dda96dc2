"""Strength: how far a level looks ahead and how often it moves at random beyond, by game and settings.

The figures are in `levels.json`, which `benchmarks/levels.py` writes.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..core.game import Game

FIGURES = Path(__file__).with_name("levels.json")


class Strength(NamedTuple):
    """What a level sees, and what it does where it sees nothing."""

    plies: int  # how far ahead it sees wins and losses as they are
    noise: int  # of a hundred moves, how many are made at random where it sees no win

    def in_words(self) -> str:
        """Both figures, as people are told them.

        >>> Strength(2, 30).in_words()
        'looks 2 plies ahead, 30 % noise beyond'
        """
        plies = "1 ply" if self.plies == 1 else f"{self.plies} plies"
        return f"looks {plies} ahead, {self.noise} % noise beyond"


def strength_of(level: int, game: Game[Any, Any]) -> Strength:
    """What a level comes to in this game: as it was calibrated, or else as it mostly is.

    >>> import numduel
    >>> strength_of(1, numduel.load("operation-duel:short")).plies
    1
    """
    figures = _figures()
    return Strength(*figures["variants"].get(game.spec, figures["others"])[level - 1])


@cache
def _figures() -> dict[str, Any]:
    import json  # only where a level plays, or is offered

    figures: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return figures
