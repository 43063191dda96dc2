"""`numduel graph`: the positions and moves of a game as a picture."""

import argparse
from typing import Any

from ...core.packages import install_line
from ...core.position import Position
from ...core.registry import full_title
from ...core.text import visible
from ...drawing.neighbourhood import Arrow, Spot, TooMany, check_few, neighbourhood
from ..console import Console, Failed
from ..options import whole
from ..pictures import Picture, add_picture
from ..questions import add_question, answers_about, position_asked_for

MOST = 300  # positions that a person can still make out


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser, json=False)
    add_picture(parser, "the picture to write", required=True)
    parser.add_argument("--around", type=whole(1), metavar="N", help="only positions up to N moves away")


def run(console: Console, options: argparse.Namespace) -> int:
    """Draw the picture; the exit code."""
    position = position_asked_for(options)
    if position.outcome is not None:
        raise Failed("the game is over there, so that there is nothing to draw")
    picture = Picture(console, options.output, options.force)
    spots, arrows = _explore(position, options)
    try:
        from ...drawing.position_graph import draw

        game = position.game
        picture.write(draw(game, spots, arrows, full_title(game)))
    except ImportError:
        raise Failed(f"drawing needs the package igraph: {install_line('igraph')}") from None
    if not picture.output.is_stdout:
        positions = "1 position is" if len(spots) == 1 else f"{len(spots)} positions are"
        console.say(f"{positions} drawn in {visible(options.output, most=1000)}.")
    return 0


def _explore(position: Position[Any, Any], options: argparse.Namespace) -> tuple[list[Spot], list[Arrow]]:
    """The positions to draw and their moves; Failed if they are too many."""
    try:
        check_few(position.game, position.state, MOST, options.around)
        answers = answers_about(position, options)
        return neighbourhood(position.game, position.state, answers, MOST, options.around)
    except TooMany as error:
        near = f"; --around {error.depth} would fit" if error.depth else ""
        raise Failed(
            f"that is more than the {MOST} positions a picture can hold; draw those near one instead, with "
            f"--around N (and --moves to choose it){near}"
        ) from None
