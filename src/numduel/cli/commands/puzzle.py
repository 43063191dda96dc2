"""`numduel puzzle`: a position, a question, and an answer that is judged exactly."""

import argparse
import datetime
from random import Random

from ...core.registry import UnknownGame, names
from ...learn.catalogue import NoSuchPuzzle, draw, find
from ...learn.progress import Progress
from ...learn.puzzle import Puzzle
from ...learn.solving import Solving
from ..console import Console, EndOfInput, NotLegal, agree
from ..options import whole
from ..puzzling import Skipped, solve_puzzle
from ..storage import add_store_options, open_store, open_store_to_play


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("id", nargs="?", metavar="ID", help="a puzzle (else one near your rating)")
    parser.add_argument("--game", metavar="GAME", help="only of this game")
    parser.add_argument(
        "--rating", type=whole(0), metavar="N", help="about this difficult (else as you are rated)"
    )
    parser.add_argument(
        "--seed", type=whole(0), metavar="N", help="draw the same one each time, whatever was solved"
    )
    parser.add_argument("--json", action="store_true", help="show the puzzle as JSON")
    parser.add_argument("--solution", action="store_true", help="with --json, also what is right")
    add_store_options(parser)
