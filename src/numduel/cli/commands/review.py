"""`numduel review`: where a game was decided, and what each move did."""

import argparse
from typing import Any

from ...analysis.explanation import outlook
from ...analysis.review import Review, Step, review
from ...core.registry import load
from ...core.settings import listed
from ...drawing.review_chart import draw_course, sketch_course
from ...solver.answers import Answers
from ..asked import answers_to
from ..console import Console, UsageError, visible
from ..files import write_whole
from ..keeper import add_store_options
from ..kept import find_records
from ..options import whole
from ..table import table
from ..words import paragraph
from .replay import ending, heading


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("game", metavar="ID|FILE", help="a game that is kept, or a file with one")
    parser.add_argument("-o", dest="output", metavar="FILE.svg", help="draw the course of the game as well")
    parser.add_argument("--limit", type=whole(1), metavar="N", help="explore at most N positions")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Review the game, or each game in the file; the exit code."""
    records = find_records(options.game, options.db)
    if options.output and len(records) > 1:
        raise UsageError(f"-o draws one game, and there are {len(records)} in {options.game!a}")
    if options.output == "-" and options.json:
        raise UsageError("only one of a picture and JSON can go to standard output")
    known = {spec: _answers(spec, options) for spec in {record.spec for record in records}}
    reviews = [review(record, known[record.spec]) for record in records]
    if options.output:
        write_whole(console, options.output, draw_course(reviews[0]))
        if options.output == "-":
            return 0
    if options.json:
        documents = [as_json(each) for each in reviews]
        console.say_json(documents[0] if len(documents) == 1 else documents)
        return 0
    for number, each in enumerate(reviews):
        console.say(*([""] if number else []), *in_words(each, options.plain))
    return 0


def _answers(spec: str, options: argparse.Namespace) -> Answers:
    return answers_to(load(spec), limit=options.limit, plain=options.plain)


def in_words(each: Review, plain: bool) -> list[str]:
    """The turning point first, then the rest."""
    lines = [*paragraph(f"{heading(each.record)}. {ending(each.record)}"), ""]
    lines += [*paragraph(turning_point_in_words(each)), ""]
    for player in (1, 2):
        good, all_of_them = each.good_choices(player)
        name = each.record.players[player - 1]
        who = f"Player {player}" + (f" ({visible(name)})" if name else "")
        if each.unsolved and not all_of_them:
            lines.append(f"{who}: nobody can tell which choices mattered; positions are unsolved.")
        elif all_of_them:
            share = f"{good} of {all_of_them} ({100 * good // all_of_them} %)"
            lines.append(f"{who} chose well {share} where a choice mattered.")
        else:
            lines.append(f"{who} never had a choice that mattered.")
    lines += ["", *sketch_course(each), ""]
    rows = [
        [str(step.number), str(step.player), step.move, step.mark, outlook(step.best), _worth(step)]
        for step in each.steps
    ]
    headings = ["", "player", "move", "", "the best there was", "it"]
    return [*lines, *table(headings, rows, plain=plain)]


def _worth(step: Step) -> str:
    said = outlook(step.value)
    return f"{said} (better: {listed(step.best_moves)})" if step.error else said


def turning_point_in_words(each: Review) -> str:
    """Where the game was decided, and what would have been better."""
    step = each.turning_point
    if step is None:
        unsure = " (as far as it is solved)" if each.unsolved else ""
        return f"No move gave anything away{unsure}."
    better = listed(step.best_moves)
    if step.number > len(each.record.moves):
        what = f"The turning point came at the end: Player {step.player} {_ended(step.move)}"
    else:
        what = f"The turning point is move {step.number}: Player {step.player}'s {step.move} {step.mark}"
    return f"{what}. Better: {better}, which {outlook(step.best)}."


def _ended(move: str) -> str:
    return move if move in ("resigns", "agrees a draw") else f"tries {move!r}, which loses"


def as_json(each: Review) -> dict[str, Any]:
    """Everything, for scripts."""
    record, turning = each.record, each.turning_point
    result = record.result
    return {
        "spec": record.spec,
        "players": list(record.players),
        "winner": None if result is None else result.winner,
        "ending": None if result is None else result.ending.value,
        "turning_point": None if turning is None else turning.number,
        "unsolved": each.unsolved,
        "course": [value.value for value in each.course],
        "good_choices": {
            str(player): dict(zip(("good", "all"), each.good_choices(player), strict=True))
            for player in (1, 2)
        },
        "moves": [_step_as_json(step) for step in each.steps],
    }


def _step_as_json(step: Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "player": step.player,
        "move": step.move,
        "mark": step.mark,
        "choice": step.choice,
        "error": step.error,
        "before": {"value": step.best.value.value, "plies": step.best.plies},
        "after": {"value": step.value.value.value, "plies": step.value.plies},
        "best": list(step.best_moves),
    }
