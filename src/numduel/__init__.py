"""Two-player number games: played as their rulebooks say, with exact answers.

>>> import numduel
>>> game = numduel.load("top-stack-twelve:tokens=1-4")
>>> position = numduel.Position.start(game).say("4").say("4")
>>> position.player, position.moves
(1, (1, 2, 3, 4))
>>> position.say("4").outcome.reason
'the sum reached the limit'
"""

from typing import TYPE_CHECKING, Any

# Importing the subpackage binds `numduel.games` to it, once; the function of that name, which is the
# public API, is bound after it and stays.
from . import games as _package  # noqa: F401
from .core.game import Erratum, Fault, Game, Outcome, Side
from .core.position import IllegalMove, InvalidMove, Position
from .core.registry import games, load
from .core.settings import SettingError
from .core.voice import Voice

if TYPE_CHECKING:
    from .analysis.regret import regret

__version__ = "0.1.0"

__all__ = [
    "Erratum",
    "Fault",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Outcome",
    "Position",
    "SettingError",
    "Side",
    "Voice",
    "games",
    "load",
    "regret",
]


def __getattr__(name: str) -> Any:
    # Regret needs the solver; who only plays a game does not wait for that.
    if name == "regret":
        from .analysis.regret import regret

        return regret
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
