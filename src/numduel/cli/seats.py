"""Who sits where: players for a game, what they are called, and what is kept about their match."""

from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from ..match.match import Match, Terms
from ..match.player import Player
from ..players import CannotPlay, Seating, UnknownPlayer
from ..players.human import Human
from ..store.rows import MatchRow
from .console import Failed, UsageError

if TYPE_CHECKING:
    from ..solver.answers import Answers

COMPUTERS_TURNS = 200  # without a person who could stop it, a game this long is a draw
COMPUTERS_PATIENCE = 20  # draws running, after which computers break a match to points off

Players = tuple[Human | Player, Human | Player]


def seat_players(game: Game[Any, Any], wanted: tuple[str, str], plain: bool = False) -> Players:
    """The two players; UsageError or Failed if one of them cannot be had."""
    seating = Seating(game, solve=partial(_solve, plain=plain))
    try:
        return seating.seat(wanted[0], 1), seating.seat(wanted[1], 2)
    except UnknownPlayer as error:
        raise UsageError(str(error)) from None
    except CannotPlay as error:
        raise Failed(str(error)) from None


def _solve(game: Game[Any, Any], plain: bool) -> "Answers":
    from .asked import answers_to  # only where someone plays by exact answers

    return answers_to(game, plain=plain)


def only_computers(players: Players) -> bool:
    """Whether no person plays."""
    return not any(isinstance(player, Human) for player in players)


def contestant_names(one: str, other: str) -> tuple[str, str]:
    """What the contestants are called through a match, in which Player 1 is now one, now the other.

    >>> contestant_names("", "Ben"), contestant_names("Ann", "Ann")
    (('A', 'Ben'), ('Ann (A)', 'Ann (B)'))
    """
    one, other = one or "A", other or "B"
    return (f"{one} (A)", f"{other} (B)") if one == other else (one, other)


def match_of(setup: MatchRow, players: Players) -> Match:
    """The match that was set up, before its first game."""
    names = contestant_names(players[0].name, players[1].name)
    match = Match(names, setup.first, setup.rounds, setup.points)
    match.patience = COMPUTERS_PATIENCE if only_computers(players) else None
    return match


def terms_of(setup: MatchRow) -> Terms:
    """What was agreed for the games of a match."""
    return Terms(setup.seed, setup.max_turns, setup.undo, setup.hint_limit)
