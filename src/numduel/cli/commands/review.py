"""`numduel review`: where a game was decided, and what each move did."""

import argparse

from ...analysis.documents import review_document
from ...analysis.review import Review, Step, review
from ...analysis.words import join_moves, outlook
from ...core.text import visible
from ...core.verdict import Value
from ...drawing.review_chart import draw_review_chart
from ...drawing.review_sketch import sketch_review_chart
from ..console import Console, UsageError
from ..options import whole
from ..pictures import Picture, add_picture
from ..questions import answers_to
from ..storage import add_store_options
from ..stored_games import find_records
from ..table import table
from ..words import paragraph
from .replay import ending, heading


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    taken = "a game that is kept, or a file with one (else the last game)"
    parser.add_argument("game", nargs="?", metavar="ID|FILE", help=taken)
    add_picture(parser, "draw the course of the game as well")
    parser.add_argument("--limit", type=whole(1), metavar="N", help="explore at most N positions")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Review the game, or each game in the file; the exit code."""
    records = find_records(options.game, options.db)
    if options.output is not None and len(records) > 1:
        raise UsageError(f"-o draws one game, and there are {len(records)} in {options.game!a}")
    if options.output == "-" and options.json:
        raise UsageError("only one of a picture and JSON can go to standard output")
    picture = None
    if options.output is not None:
        picture = Picture(console, options.output, options.force, quiet=options.json)
    games = {record.spec: record.game for record in records}
    known = {spec: answers_to(game, limit=options.limit, plain=options.plain) for spec, game in games.items()}
    reviews = [review(record, known[record.spec]) for record in records]
    if picture is not None:
        picture.write(draw_review_chart(reviews[0]))
        if picture.output.is_stdout:
            return 0
    if options.json:
        documents = [review_document(each) for each in reviews]
        console.say_json(documents[0] if len(documents) == 1 else documents)
        return 0
    for number, each in enumerate(reviews):
        console.say(*([""] if number else []), *in_words(each, options.plain))
    return 0


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
            lines.append(f"{who} {_choices(good, all_of_them)}.")
        else:
            lines.append(f"{who} never had a choice that mattered.")
    lines += ["", *sketch_review_chart(each), ""]
    rows = [
        [str(step.number), str(step.player), step.move, step.mark, outlook(step.best), _worth(step)]
        for step in each.steps
    ]
    headings = ["turn", "player", "move", "how it was", "the best there was", "result"]
    return [*lines, *table(headings, rows, plain=plain)]


def _choices(good: int, mattered: int) -> str:
    """How well a player chose where the moves differed in value."""
    if mattered == 1:
        return f"found {'a' if good else 'no'} best move in the only choice that mattered"
    return f"found a best move in {good} of {mattered} choices that mattered"


def _worth(step: Step) -> str:
    said = outlook(step.value)
    better = join_moves(step.best_moves, "or") if step.best_moves else "to play on"
    return f"{said} (better: {better})" if step.error else said


def turning_point_in_words(each: Review) -> str:
    """Where the game was decided, and what would have been better."""
    step = each.turning_point
    if step is None:
        unsure = " (as far as it is solved)" if each.unsolved else ""
        return f"No move gave anything away{unsure}."
    better = join_moves(step.best_moves, "or") if step.best_moves else "to play on"
    which = "each of which" if len(step.best_moves) > 1 else "which"
    if step.number > len(each.record.moves):
        what = f"The turning point came at the end: Player {step.player} {_ended(step)}"
    else:
        what = f"The turning point is move {step.number}: Player {step.player}'s {step.move} {step.mark}"
    return f"{what}. Better: {better}, {which} {outlook(step.best)}."


def _ended(step: Step) -> str:
    if step.attempt:
        return f"tries {step.move!r}, which loses"
    given_up = " and gives up a win" if step.best.value is Value.WIN else ""
    return f"{step.move}{given_up}"
