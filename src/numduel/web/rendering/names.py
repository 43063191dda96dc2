"""Names: what people and computers are called on a page."""

from ...players.names import OPPONENTS
from ..tables.view import SeatView

_WORDS = {who: word for word, who in OPPONENTS.items()}


def computer_name(who: str) -> str:
    """What a computer is called.

    >>> computer_name("level:5"), computer_name("level:3"), computer_name("mcts")
    ('Computer (medium)', 'Computer (level 3)', 'Computer (mcts)')
    """
    return f"Computer ({_WORDS.get(who) or who.replace('level:', 'level ')})"


def called(seat: SeatView) -> str:
    """What the one in a seat is called."""
    return seat.name if seat.person else computer_name(seat.name)


def with_seat(seat: SeatView) -> str:
    """Who sits where: Player 1 (Ann)."""
    if seat.name == f"Player {seat.seat}":
        return seat.name
    return f"Player {seat.seat} ({seat.name if seat.person else called(seat).lower()})"
