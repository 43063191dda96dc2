"""`numduel play`: who plays, who begins, and how long."""

import argparse

from ...match.setup import COMPUTER_TURN_LIMIT, UNDO_POLICIES, Setup, new_setup
from ...players import KINDS, UnknownPlayer, full_name
from ..console import Console, UsageError
from ..options import add_spec, add_table_options, check_coach, load_game, whole
from ..seats import seat_players
from ..storage import add_store_options
from ..words import introduction


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
    turns = f"a draw after N turns ({COMPUTER_TURN_LIMIT} where no person plays)"
    parser.add_argument("--max-turns", type=whole(1), metavar="N", help=turns)
    undo = "whether moves can be taken back: never, if the other agrees, or always"
    parser.add_argument("--undo", choices=UNDO_POLICIES, default="agree", help=undo)
    parser.add_argument("--hints", type=whole(0), metavar="N", help="hints for each player in each game")
    add_table_options(parser)
    add_store_options(parser, saving=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Seat the contestants and play their match; the exit code."""
    if options.rounds is not None and options.to is not None:
        raise UsageError("--rounds and --to exclude each other: a match has so many games, or so many points")
    if options.coach:
        check_coach(options.hints)
    setup = setup_of(options)
    players = seat_players(setup, options.plain)
    if console.attended:
        console.say(*introduction(setup))
    if options.first == "toss":
        console.say(f"The toss: {setup.names[setup.first]} begins, as Player 1.")
    from ..sitting import Sitting

    sitting = Sitting(
        console,
        options.db,
        saving=not options.no_save,
        auto=options.auto,
        coach=options.coach,
        plain=options.plain,
    )
    return sitting.play(setup, players)


def setup_of(options: argparse.Namespace) -> Setup:
    """What the options agree on; UsageError if nobody plays under a name."""
    try:
        players = full_name(options.p1), full_name(options.p2)
    except UnknownPlayer as error:
        raise UsageError(str(error)) from None
    return new_setup(
        load_game(options),
        toss=options.first == "toss",
        seed=options.seed,
        players=players,
        first=int(options.first == "2"),
        rounds=options.rounds,
        points=options.to,
        max_turns=options.max_turns,
        undo=options.undo,
        hint_limit=options.hints,
    )
