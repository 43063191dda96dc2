"""Two-player number games: played as their rulebooks say, with exact answers.

>>> import numduel
>>> game = numduel.load("top-stack-twelve:tokens=1-4")
>>> position = numduel.Position.start(game).say("4").say("4")
>>> position.player, position.moves
(1, (1, 2, 3, 4))
>>> position.say("4").outcome.reason
'the sum reached the limit'
"""

# ruff: noqa: E402  # what must come before all else does

import sys

# Where this process is the command, Ctrl-C and the like wait until `__main__` can answer them: here they
# would end in a traceback of half an import. What Python was told to run is a script, or a module after -m.
_told = (sys.orig_argv[-len(sys.argv) :] or [""])[0]
if sys.argv[:1] in (["-m"], [_told]) and _told.removeprefix("-m").rpartition("/")[2] == "numduel":
    import _signal  # type: ignore[import-not-found]  # `signal` itself takes a while to load

    _signal.pthread_sigmask(_signal.SIG_BLOCK, (_signal.SIGINT, _signal.SIGTERM, _signal.SIGHUP))

    from .core.cut_off import tell_uncaught

    sys.excepthook = tell_uncaught  # until `__main__` sees to that too

    import gc

    gc.set_threshold(50_000)  # most commands are done before there is anything worth collecting

    from .core.deferred import load_lightly

    load_lightly()

from importlib import import_module

# Importing the subpackage binds `numduel.games` to it, once; the function of that name, which is the
# public API, is bound after it and stays.
from . import games as _package  # noqa: F401
from .core.errors import GameError, NumduelError
from .core.game import Erratum, Fault, Game, Outcome, Side, Variant
from .core.hints import TYPE_CHECKING, Any
from .core.idea import Idea
from .core.position import IllegalMove, InvalidMove, MoveError, Position
from .core.registry import games, load
from .core.settings import (
    Choice,
    Kind,
    Numbers,
    SettingError,
    SettingSchema,
    Whole,
    Words,
    setting,
)
from .core.verdict import Value, Verdict
from .core.voice import Voice

if TYPE_CHECKING:
    from .analysis.regret import regret
    from .design.measure import measure
    from .design.measures import Measures
    from .engine.limits import LimitError, Limits
    from .match.decisions import Refused
    from .match.player import Player
    from .match.record import Record, RecordError
    from .match.round import Ending, Result
    from .match.session import Session
    from .match.setup import Setup, SetupError
    from .solver.answers import Answers, solve

__version__ = "0.1.0"

# What is loaded only when it is asked for, and from where: whoever only plays a game does not wait for it.
_LATER = {
    "Answers": "solver.answers",
    "Ending": "match.round",
    "LimitError": "engine.limits",
    "Limits": "engine.limits",
    "Measures": "design.measures",
    "Player": "match.player",
    "Record": "match.record",
    "RecordError": "match.record",
    "Refused": "match.decisions",
    "Result": "match.round",
    "Session": "match.session",
    "Setup": "match.setup",
    "SetupError": "match.setup",
    "measure": "design.measure",
    "regret": "analysis.regret",
    "solve": "solver.answers",
}

__all__ = [
    "Answers",
    "Choice",
    "Ending",
    "Erratum",
    "Fault",
    "Game",
    "GameError",
    "Idea",
    "IllegalMove",
    "InvalidMove",
    "Kind",
    "LimitError",
    "Limits",
    "Measures",
    "MoveError",
    "Numbers",
    "NumduelError",
    "Outcome",
    "Player",
    "Position",
    "Record",
    "RecordError",
    "Refused",
    "Result",
    "Session",
    "SettingError",
    "SettingSchema",
    "Setup",
    "SetupError",
    "Side",
    "Value",
    "Variant",
    "Verdict",
    "Voice",
    "Whole",
    "Words",
    "games",
    "load",
    "measure",
    "regret",
    "setting",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
