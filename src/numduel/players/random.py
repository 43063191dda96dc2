"""RandomPlayer: any legal move, each as likely as the others."""

from random import Random
from typing import Any

from ..core.game import Game
from ..core.position import Position


class RandomPlayer:
    """Plays at random, and takes every draw."""

    name = "random"

    def choose(self, position: Position[Any, Any], rng: Random) -> Any:
        return rng.choice(position.moves)

    def accepts_draw(self, position: Position[Any, Any], rng: Random) -> bool:
        return True


def make(game: Game[Any, Any], detail: str, answers: object) -> RandomPlayer:
    """The player, which needs to know nothing."""
    return RandomPlayer()
