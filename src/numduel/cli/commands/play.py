"""`numduel play`: who plays, who begins, and how long."""

import argparse

from ...match.match import Match
from ...players import UnknownPlayer, seat
from ..console import Console, UsageError
from ..host import Host
from ..options import add_spec, load_game, whole


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_spec(parser)
    parser.add_argument("--p1", metavar="WHO", default="human", help="who plays: human, or human:NAME")
    parser.add_argument("--p2", metavar="WHO", default="human", help="who plays against them")
    parser.add_argument(
        "--first", choices=("1", "2", "toss"), default="1", help="who begins, and is called Player 1"
    )
    parser.add_argument("--seed", type=whole(0), metavar="N", help="makes the toss repeatable")
    parser.add_argument("--rounds", type=whole(1), metavar="N", help="a match of N games; most wins")
    parser.add_argument("--to", type=whole(1), metavar="N", help="a match to N points")
    parser.add_argument("--max-turns", type=whole(1), metavar="N", help="a draw after N turns")


def run(console: Console, options: argparse.Namespace) -> int:
    """Seat the contestants and play their match; the exit code."""
    if options.rounds is not None and options.to is not None:
        raise UsageError("--rounds and --to exclude each other: a match has so many games, or so many points")
    game = load_game(options)
    try:
        names = contestant_names(seat(options.p1).name, seat(options.p2).name)
    except UnknownPlayer as error:
        raise UsageError(str(error)) from None
    first = int(options.first == "2")
    if options.first == "toss":
        from random import Random

        first = Random(options.seed).randrange(2)
        console.say(f"The toss: {names[first]} begins, as Player 1.")
    match = Match(names, first, options.rounds, options.to)
    return Host(console, game, match, options.max_turns).run()


def contestant_names(one: str, other: str) -> tuple[str, str]:
    """What the contestants are called through a match, in which Player 1 is now one, now the other.

    >>> contestant_names("", "Ben"), contestant_names("Ann", "Ann")
    (('A', 'Ben'), ('Ann (A)', 'Ann (B)'))
    """
    one, other = one or "A", other or "B"
    return (f"{one} (A)", f"{other} (B)") if one == other else (one, other)
