"""`numduel play`: who plays, who begins, and how long."""

import argparse
from random import Random
from typing import Any

from ...core.game import Game
from ...match.match import Match, Terms
from ...match.player import Player
from ...players import KINDS, CannotPlay, Seating, UnknownPlayer
from ...players.human import Human
from ..console import Console, Failed, UsageError
from ..host import Host
from ..keeper import Keeper, add_store_options
from ..options import add_spec, load_game, whole

COMPUTERS_TURNS = 200  # without a person who could stop it, a game this long is a draw
UNDO = ("none", "agree", "free")
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
    parser.add_argument(
        "--undo",
        choices=UNDO,
        default="agree",
        help="whether moves can be taken back: never, if the other agrees, or always",
    )
    parser.add_argument("--hints", type=whole(0), metavar="N", help="hints for each player in each game")
    add_store_options(parser, saving=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Seat the contestants and play their match; the exit code."""
    if options.rounds is not None and options.to is not None:
        raise UsageError("--rounds and --to exclude each other: a match has so many games, or so many points")
    game = load_game(options)
    seed = Random().getrandbits(32) if options.seed is None else options.seed
    players = seat_players(game, (options.p1, options.p2), seed)
    names = contestant_names(players[0].name, players[1].name)
    first = int(options.first == "2")
    if options.first == "toss":
        first = Random(seed).randrange(2)
        console.say(f"The toss: {names[first]} begins, as Player 1.")
    match = Match(names, first, options.rounds, options.to)
    max_turns = options.max_turns
    if only_computers(players):
        match.patience = COMPUTERS_PATIENCE
        max_turns = max_turns or COMPUTERS_TURNS
    terms = Terms(seed, max_turns, options.undo, options.hints)
    if console.frills:
        from ..remark import remark

        console.say(*remark(game))
    return Host(console, game, match, players, terms, keeper(game, options, first, terms)).run()


def keeper(game: Game[Any, Any], options: argparse.Namespace, first: int, terms: Terms) -> Keeper:
    """What keeps the games of this match, unless they are not to be kept."""
    if options.no_save:
        return Keeper()
    from ...store.rows import MatchRow

    setup = MatchRow(
        game.spec,
        options.p1,
        options.p2,
        first,
        options.rounds,
        options.to,
        terms.max_turns,
        terms.seed,
        terms.undo,
        terms.hint_limit,
    )
    return Keeper(setup, options.db)


def only_computers(players: tuple[Human | Player, Human | Player]) -> bool:
    """Whether no person plays."""
    return not any(isinstance(player, Human) for player in players)


def seat_players(
    game: Game[Any, Any], wanted: tuple[str, str], seed: int | None
) -> tuple[Human | Player, Human | Player]:
    """The two players; UsageError or Failed if one of them cannot be had."""
    if wanted == ("human", "human"):
        return Human(), Human()  # the commonest case, for which nothing need be loaded
    from ..progress import clear_progress, progress

    seating = Seating(game, seed, progress())
    try:
        seated = seating.seat(wanted[0], 1), seating.seat(wanted[1], 2)
        clear_progress()
        return seated
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
