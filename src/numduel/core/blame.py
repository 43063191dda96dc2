"""Blame: which package of somebody else's has failed, or has given us what could not be worked with.

Its rules are not checked as they are used, which would slow down every game. Where something has failed, it
is looked at what was being done.
"""

from collections.abc import Iterator

from .contained import GuestFailed
from .cut_off import frames_of
from .game import Game
from .hints import TYPE_CHECKING, Any
from .packages import guests

if TYPE_CHECKING:
    from types import FrameType


def guest_at_fault(error: BaseException) -> str | None:
    """What a package that brings a game or a player has done wrong, for a sentence; None if none of them has.

    What a game gives may be of a wrong kind. Then our code fails, and none of the game's is running.
    """
    if package := failed_guest(error):
        return f"the package {package} has failed"
    game = next((found for frame in reversed([*frames_of(error)]) for found in _games_in(frame)), None)
    if game is None or (package := _package(type(game).__module__)) not in guests:
        return None
    return f"the game {game.name} of the package {package} gives what cannot be worked with"


def failed_guest(error: BaseException) -> str | None:
    """The package of a game or a player in whose code it came to this error; None if that was not in one."""
    if isinstance(error, GuestFailed):
        return error.package
    names = (_package(frame.f_globals.get("__name__")) for frame in reversed([*frames_of(error)]))
    return next((name for name in names if name in guests), None)


def _games_in(frame: "FrameType") -> Iterator[Game[Any, Any]]:
    """The games that a function has at hand, itself or in what it works on."""
    for value in list(frame.f_locals.values()):
        if isinstance(value, Game):
            yield value
        elif _package(type(value).__module__) == "numduel":
            parts = [*getattr(value, "__dict__", {}).values(), getattr(value, "game", None)]
            yield from (part for part in parts if isinstance(part, Game))


def _package(module: object) -> str:
    return str(module or "").partition(".")[0]
