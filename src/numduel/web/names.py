"""Names: what people and computers are called on a page."""

from functools import lru_cache
from typing import Any

from ..core.game import Game, Variant
from ..core.registry import load
from ..players.names import OPPONENTS
from .view import SeatView

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
    return f"Player {seat.seat} ({seat.name if seat.person else called(seat).lower()})"


@lru_cache(maxsize=512)
def variant_of(game: Game[Any, Any]) -> Variant | None:
    """The variant whose settings a game has, if any."""
    return next((each for each in game.variants if load(f"{game.name}:{each.name}") == game), None)


def variant_title(variant: Variant) -> str:
    """A variant's name as a title: Two of each."""
    return variant.name.replace("-", " ").capitalize()


def full_title(game: Game[Any, Any]) -> str:
    """The game's title, with the variant's name where the settings are a variant's.

    >>> full_title(load("top-stack-twelve:limit=11,supply=2"))
    'Top Stack Twelve: two of each'
    """
    variant = variant_of(game)
    return f"{game.title}: {variant_title(variant).lower()}" if variant else game.title
