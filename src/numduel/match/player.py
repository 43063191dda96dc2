"""Player: whoever chooses moves without being asked at a keyboard."""

from typing import Any, Protocol

from ..core.position import Position


class Player(Protocol):
    """A computer player. It sees positions alone, and may take all the time it likes."""

    @property
    def name(self) -> str:
        """What it is called in scores and records."""

    def choose(self, position: Position[Any, Any]) -> Any:
        """A legal move in `position`, where it is to move."""

    def accepts_draw(self, position: Position[Any, Any]) -> bool:
        """Whether it takes a draw that the player to move in `position` offers."""
