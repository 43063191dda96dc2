"""Player: whoever chooses moves without being asked at a keyboard."""

from random import Random
from typing import Any, Protocol

from ..core.position import Position


class Player(Protocol):
    """A computer player. It sees positions alone, and may take all the time it likes.

    Its luck comes from `chance` alone, which is seeded anew for every move: so a game that is resumed goes
    on as it would have.
    """

    chance: Random

    @property
    def name(self) -> str:
        """What it is called in scores and records."""

    def choose(self, position: Position[Any, Any]) -> Any:
        """A legal move in `position`, where it is to move."""

    def accepts_draw(self, position: Position[Any, Any]) -> bool:
        """Whether it takes a draw that the player to move in `position` offers."""
