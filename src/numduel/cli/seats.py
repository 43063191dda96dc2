"""Who sits where: the computer players of a match, found or refused in one sentence."""

from functools import cache, partial

from ..core.game import Game
from ..core.hints import TYPE_CHECKING, Any
from ..core.packages import BrokenPackage
from ..match.computers import Players
from ..match.setup import Setup
from ..players import CannotPlay, UnknownPlayer, find
from .console import Failed, UsageError

if TYPE_CHECKING:
    from ..solver.answers import Answers


def seat_players(setup: Setup, plain: bool = False) -> Players:
    """The computers among the contestants; UsageError or Failed if one of them cannot be had."""
    answers = cache(partial(_solve, setup.game, plain))
    try:
        one, other = (find(who, setup.game, answers) for who in setup.players)
    except UnknownPlayer as error:
        raise UsageError(str(error)) from None
    except (CannotPlay, BrokenPackage) as error:
        raise Failed(str(error)) from None
    return one, other


def _solve(game: Game[Any, Any], plain: bool) -> "Answers":
    from .questions import answers_to  # only where someone plays by exact answers

    return answers_to(game, plain=plain)
