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
from .core.verdict import Value, Verdict
from .core.voice import Voice

if TYPE_CHECKING:
    from .analysis.regret import regret
    from .engine.limits import Limits
    from .solver.answers import Answers, solve

__version__ = "0.1.0"

__all__ = [
    "Answers",
    "Erratum",
    "Fault",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Limits",
    "Outcome",
    "Position",
    "SettingError",
    "Side",
    "Value",
    "Verdict",
    "Voice",
    "games",
    "load",
    "regret",
    "solve",
]

# What needs the solver; who only plays a game does not wait for that.
_LAZY = {
    "Answers": ".solver.answers",
    "Limits": ".engine.limits",
    "regret": ".analysis.regret",
    "solve": ".solver.answers",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(_LAZY[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
