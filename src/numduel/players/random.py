"""RandomPlayer: any legal move, each as likely as the others."""

from random import Random
from typing import Any

from ..core.position import Position


class RandomPlayer:
    """Plays at random, and is happy with a draw."""

    name = "random"

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, position: Position[Any, Any]) -> Any:
        return self.chance.choice(position.moves)

    def accepts_draw(self, position: Position[Any, Any]) -> bool:
        return True
