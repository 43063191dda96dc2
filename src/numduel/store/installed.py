"""Games of other packages: whether the one that was played is still installed."""

from functools import lru_cache

from ..core.registry import UnknownGame, load
from .base import GameRow
from .errors import NotInstalled

_load = lru_cache(maxsize=16)(load)  # a check asks for every game in a file


def check_installed(number: int, row: GameRow) -> None:
    """Raise NotInstalled where there is no game of the name that a kept one has."""
    if not is_installed(row):
        raise NotInstalled(f"game {number} cannot be replayed: its game {row.game[:40]!a} is not installed")


def is_installed(row: GameRow) -> bool:
    """Whether there is a game of the name that a kept one has."""
    try:
        _load(row.game)
    except UnknownGame:
        return False
    return True
