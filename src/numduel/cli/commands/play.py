"""`numduel play`: who plays, who begins, and how long."""

import argparse
from random import Random

from ...players import KINDS
from ...store.rows import MatchRow
from ..console import Console, UsageError
from ..host import Host
from ..keeper import Keeper, add_store_options
from ..options import add_spec, load_game, whole
from ..seats import COMPUTERS_TURNS, match_of, only_computers, seat_players, terms_of
from ..words import remark_in_words

UNDO = ("none", "agree", "free")


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
    turns = f"a draw after N turns ({COMPUTERS_TURNS} where no person plays)"
    parser.add_argument("--max-turns", type=whole(1), metavar="N", help=turns)
    undo = "whether moves can be taken back: never, if the other agrees, or always"
    parser.add_argument("--undo", choices=UNDO, default="agree", help=undo)
    parser.add_argument("--hints", type=whole(0), metavar="N", help="hints for each player in each game")
    add_store_options(parser, saving=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Seat the contestants and play their match; the exit code."""
    if options.rounds is not None and options.to is not None:
        raise UsageError("--rounds and --to exclude each other: a match has so many games, or so many points")
    game = load_game(options)
    seed = Random().getrandbits(32) if options.seed is None else options.seed
    first = Random(seed).randrange(2) if options.first == "toss" else int(options.first == "2")
    players = seat_players(game, (options.p1, options.p2), options.plain)
    turns = options.max_turns or (COMPUTERS_TURNS if only_computers(players) else None)
    lengths = (options.rounds, options.to, turns)
    setup = MatchRow(game.spec, options.p1, options.p2, first, *lengths, seed, options.undo, options.hints)
    match = match_of(setup, players)
    if console.frills:
        console.say(*remark_in_words(game))
    if options.first == "toss":
        console.say(f"The toss: {match.names[first]} begins, as Player 1.")
    keeper = Keeper() if options.no_save else Keeper(setup, options.db)
    return Host(console, game, match, players, terms_of(setup), keeper).run()
