"""`numduel graph`: the positions and moves of a game as a picture."""

import argparse

from ...core.packages import install_line
from ...drawing.neighbourhood import TooMany, neighbourhood
from ..console import Console, Failed
from ..files import write_whole
from ..options import whole
from ..questions import add_question, ask

MOST = 300  # positions that a person can still make out


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser, json=False)
    parser.add_argument("-o", dest="output", required=True, metavar="FILE.svg", help="the picture to write")
    parser.add_argument("--around", type=whole(1), metavar="N", help="only positions up to N moves away")


def run(console: Console, options: argparse.Namespace) -> int:
    """Draw the picture; the exit code."""
    position, answers = ask(options)
    game = position.game
    if position.outcome is not None:
        raise Failed("the game is over there, so that there is nothing to draw")
    try:
        spots, arrows = neighbourhood(game, position.state, answers, MOST, options.around)
    except TooMany as error:
        near = f"; --around {error.depth} would fit" if error.depth else ""
        raise Failed(
            f"that is more than the {MOST} positions a picture can hold; draw those near one instead, with "
            f"--around N (and --moves to choose it){near}"
        ) from None
    try:
        from ...drawing.position_graph import draw

        picture = draw(game, spots, arrows, f"{game.title} ({game.spec})"[:90])
    except ImportError:
        raise Failed(f"drawing needs the package igraph: {install_line('igraph')}") from None
    write_whole(console, options.output, picture)
    if options.output != "-":
        console.say(f"{len(spots)} positions are drawn in {options.output}.")
    return 0
