"""Who sits where: players for a game, what they are called, and what is kept about their match."""

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from ..core.packages import BrokenPackage
from ..match.match import Match, Terms
from ..match.player import Player
from ..players import CannotPlay, UnknownPlayer, display_name, find
from ..store.rows import MatchRow
from .console import Failed, UsageError

if TYPE_CHECKING:
    from ..solver.answers import Answers

COMPUTERS_TURNS = 200  # without a person who could stop it, a game this long is a draw
COMPUTERS_PATIENCE = 20  # draws running, after which computers break a match to points off

Players = tuple[Player | None, Player | None]  # None: a person


def seat_players(game: Game[Any, Any], wanted: tuple[str, str], plain: bool = False) -> Players:
    """The two players; UsageError or Failed if one of them cannot be had."""
    answers = cache(partial(_solve, game, plain))
    try:
        return find(wanted[0], game, answers), find(wanted[1], game, answers)
    except UnknownPlayer as error:
        raise UsageError(str(error)) from None
    except (CannotPlay, BrokenPackage) as error:
        raise Failed(str(error)) from None


def _solve(game: Game[Any, Any], plain: bool) -> "Answers":
    from .asked import answers_to  # only where someone plays by exact answers

    return answers_to(game, plain=plain)


def only_computers(players: Players) -> bool:
    """Whether no person plays."""
    return all(player is not None for player in players)


def contestant_names(one: str, other: str) -> tuple[str, str]:
    """What the contestants are called through a match, in which Player 1 is now one, now the other.

    >>> contestant_names("", "Ben"), contestant_names("Ann", "Ann")
    (('A', 'Ben'), ('Ann (A)', 'Ann (B)'))
    """
    one, other = one or "A", other or "B"
    return (f"{one} (A)", f"{other} (B)") if one == other else (one, other)


def match_of(setup: MatchRow, players: Players) -> Match:
    """The match that was set up, before its first game."""
    names = contestant_names(display_name(setup.who1), display_name(setup.who2))
    match = Match(names, setup.first, setup.rounds, setup.points)
    match.patience = COMPUTERS_PATIENCE if only_computers(players) else None
    return match


def terms_of(setup: MatchRow) -> Terms:
    """What was agreed for the games of a match."""
    return Terms(setup.seed, setup.max_turns, setup.undo, setup.hint_limit)
