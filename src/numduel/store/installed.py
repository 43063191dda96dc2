"""Games of other packages: whether the one that was played is still installed, and not broken."""

from functools import lru_cache

from ..core.packages import BrokenPackage
from ..core.registry import UnknownGame, load
from .base import GameRow
from .errors import NotInstalled


def check_installed(number: int, row: GameRow) -> None:
    """Raise NotInstalled where there is no game of the name that a kept one has, or none that can be used."""
    try:
        fault = _fault(row.game)
    except UnknownGame:
        fault = f"its game {row.game[:40]!a} is not installed"
    if fault:
        raise NotInstalled(f"game {number} cannot be replayed: {fault}")


def why_not_installed(row: GameRow) -> str:
    """Why the game that was played is not there, in a few words; nothing if it is."""
    try:
        return "its game cannot be loaded" if _fault(row.game) else ""
    except UnknownGame:
        return "its game is not installed"


@lru_cache(maxsize=16)  # a check asks for every game in a file, and a broken package may take long to fail
def _fault(game: str) -> str:
    """What is wrong with a game, in one sentence; nothing if it can be used. UnknownGame if there is none."""
    try:
        load(game)
    except BrokenPackage as error:
        return str(error)
    return ""
