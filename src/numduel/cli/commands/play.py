"""`numduel play`: who plays, who begins, and how long."""

import argparse
from random import Random
from typing import Any

from ...core.game import Game
from ...match.match import Match
from ...match.player import Player
from ...players import KINDS, CannotPlay, Seating, UnknownPlayer
from ...players.human import Human
from ..console import Console, Failed, UsageError
from ..host import Host
from ..options import add_spec, load_game, whole

COMPUTERS_TURNS = 200  # without a person who could stop it, a game this long is a draw
COMPUTERS_PATIENCE = 20  # draws running, after which computers break a match to points off


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_spec(parser)
    parser.add_argument("--p1", metavar="WHO", default="human", help=f"who plays: {KINDS}")
    parser.add_argument("--p2", metavar="WHO", default="human", help="who plays against them")
    parser.add_argument(
        "--first", choices=("1", "2", "toss"), default="1", help="who begins, and is called Player 1"
    )
    parser.add_argument("--seed", type=whole(0), metavar="N", help="makes everything random repeatable")
    parser.add_argument("--rounds", type=whole(1), metavar="N", help="a match of N games; most wins")
    parser.add_argument("--to", type=whole(1), metavar="N", help="a match to N points")
    parser.add_argument(
        "--max-turns",
        type=whole(1),
        metavar="N",
        help=f"a draw after N turns ({COMPUTERS_TURNS} where no person plays)",
    )


def run(console: Console, options: argparse.Namespace) -> int:
    """Seat the contestants and play their match; the exit code."""
    if options.rounds is not None and options.to is not None:
        raise UsageError("--rounds and --to exclude each other: a match has so many games, or so many points")
    game = load_game(options)
    players = seat_players(game, (options.p1, options.p2), options.seed)
    names = contestant_names(players[0].name, players[1].name)
    first = int(options.first == "2")
    if options.first == "toss":
        first = Random(options.seed).randrange(2)
        console.say(f"The toss: {names[first]} begins, as Player 1.")
    match = Match(names, first, options.rounds, options.to)
    max_turns = options.max_turns
    if not any(isinstance(player, Human) for player in players):
        match.patience = COMPUTERS_PATIENCE
        if max_turns is None:
            max_turns = COMPUTERS_TURNS
    if console.frills:
        from ..remark import remark

        console.say(*remark(game))
    return Host(console, game, match, players, max_turns).run()


def seat_players(
    game: Game[Any, Any], wanted: tuple[str, str], seed: int | None
) -> tuple[Human | Player, Human | Player]:
    """The two players; UsageError or Failed if one of them cannot be had."""
    seating = Seating(game, seed)
    try:
        return seating.seat(wanted[0], 1), seating.seat(wanted[1], 2)
    except UnknownPlayer as error:
        raise UsageError(str(error)) from None
    except CannotPlay as error:
        raise Failed(str(error)) from None


def contestant_names(one: str, other: str) -> tuple[str, str]:
    """What the contestants are called through a match, in which Player 1 is now one, now the other.

    >>> contestant_names("", "Ben"), contestant_names("Ann", "Ann")
    (('A', 'Ben'), ('Ann (A)', 'Ann (B)'))
    """
    one, other = one or "A", other or "B"
    return (f"{one} (A)", f"{other} (B)") if one == other else (one, other)
