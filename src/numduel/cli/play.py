"""`numduel play`: who plays, who begins, and how long."""

import argparse
from typing import Any

from ..core.game import Game
from ..match.match import Match
from ..players import seat
from .console import Console
from .host import Host


def play(console: Console, game: Game[Any, Any], options: argparse.Namespace) -> int:
    """Seat the contestants and play their match; the exit code."""
    names = contestant_names(seat(options.p1).name, seat(options.p2).name)
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
