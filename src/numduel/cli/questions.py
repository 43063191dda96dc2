"""What a person asks of the solver: a game, some moves, and how far to look."""

import argparse

from ..core.game import Game
from ..core.hints import Any
from ..core.position import MoveError, Position, split_moves
from ..engine.limits import Limits
from ..solver.answers import Answers
from .console import advise
from .options import add_spec, load_game, whole
from .progress import progress


def add_question(parser: argparse.ArgumentParser, moves: bool = True, json: bool = True) -> None:
    """Let a command take a position to look at."""
    add_spec(parser)
    if moves:
        parser.add_argument(
            "--moves", default="", metavar='"M M …"', help="the moves made so far, as in play"
        )
    parser.add_argument("--limit", type=whole(1), metavar="N", help="explore at most N positions")
    if json:
        parser.add_argument("--json", action="store_true", help="as JSON")


def add_disk(parser: argparse.ArgumentParser) -> None:
    """Let a command solve in files."""
    parser.add_argument(
        "--disk", metavar="FOLDER", help="solve in files there, where memory is too small; or go on there"
    )
    parser.add_argument(
        "--memory", type=whole(1), metavar="MB", help="with --disk: files take at most so much of the memory"
    )


def ask(options: argparse.Namespace) -> tuple[Position[Any, Any], Answers]:
    """The position asked for, and the answers to it."""
    position = position_asked_for(options)
    return position, answers_about(position, options)


def position_asked_for(options: argparse.Namespace) -> Position[Any, Any]:
    """The position asked for."""
    position = Position.start(load_game(options))
    return follow(position, split_moves(position.game, getattr(options, "moves", "")))


def answers_about(position: Position[Any, Any], options: argparse.Namespace) -> Answers:
    """The answers to a position that was asked for, looking as far as asked."""
    if getattr(options, "disk", None) is not None:
        from .disk import answers_on_disk  # only where someone solves so much

        return answers_on_disk(position.game, options)
    return answers_to(position.game, position.state, options.limit, options.plain)


def answers_to(
    game: Game[Any, Any], root: Any = None, limit: int | None = None, plain: bool = False
) -> Answers:
    """The answers to a game; progress, and advice how to get them sooner, go to standard error."""
    with progress(plain) as report:
        answers = Answers(game, root, Limits(positions=limit), report)
    if answers.advice:
        advise(answers.advice)
    return answers


def follow(position: Position[Any, Any], texts: list[str]) -> Position[Any, Any]:
    """The position after these moves; MoveError that names the first one that cannot be played."""
    for number, text in enumerate(texts, 1):
        try:
            position = position.say(text)
        except MoveError as error:
            raise type(error)(f"move {number}: {error}") from None
    return position
