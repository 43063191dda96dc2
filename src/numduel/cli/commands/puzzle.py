"""`numduel puzzle`: a position, a question, and an answer that is judged exactly."""

import argparse
from random import Random

from ...core.registry import names
from ...learn.catalogue import NoSuchPuzzle, draw, find
from ...learn.progress import Progress
from ...learn.puzzle import Puzzle
from ..console import Console, EndOfInput, Failed, NotLegal, UsageError
from ..keys import press
from ..options import whole
from ..puzzling import Desk, Skipped
from ..storage import add_store_options


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("id", nargs="?", metavar="ID", help="a puzzle (else one near your rating)")
    parser.add_argument("--game", metavar="GAME", help="only of this game")
    parser.add_argument("--rating", type=whole(0), metavar="N", help="about so difficult (else as you are rated)")
    parser.add_argument("--seed", type=whole(0), metavar="N", help="draw the same one whatever you have solved")
    parser.add_argument("--again", action="store_true", help="one that you failed and that is due again")
    parser.add_argument("--progress", action="store_true", help="show your rating, and what comes back when")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--solution", action="store_true", help="with --json, also what is right")
    add_store_options(parser, saving=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Ask a puzzle, and another while a person wants one; the exit code."""
    if options.solution and not options.json:
        raise UsageError("--solution goes with --json; at a puzzle, type solution")
    if options.game is not None and options.game not in names():
        raise UsageError(f"there is no game {options.game!a}; the games are {', '.join(names())}")
    desk = Desk(console, options)
    try:
        if options.progress:
            return _show_progress(desk, options)
        puzzle = _pick(desk, options)
    except NoSuchPuzzle as error:
        raise NotLegal(str(error)) if options.id is not None else Failed(str(error)) from None
    if options.json:
        console.say_json(document(puzzle, options.solution))
        return 0
    return _ask(desk, puzzle, options)
