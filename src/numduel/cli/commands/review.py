"""`numduel review`: where a game was decided, and what each move did."""

import argparse
from collections.abc import Callable, Iterator
from shlex import quote

from ...analysis.coach import why_turned
from ...analysis.documents import review_document
from ...analysis.review import Review, Step, TooManyChoices, check_choices, review
from ...analysis.words import join_moves, outlook
from ...core.registry import short_spec
from ...core.verdict import Value
from ...drawing.review_chart import draw_review_chart
from ...drawing.review_sketch import sketch_review_chart
from ...match.record import Record
from ...solver.answers import Answers
from ..console import Console, Failed, UsageError
from ..invocation import advice, command_to
from ..narration import with_names
from ..options import whole
from ..pager import say_at_length
from ..pictures import Picture, add_picture
from ..progress import waiting
from ..questions import answers_to
from ..storage import add_store_options
from ..stored_games import find_records
from ..table import table
from ..words import paragraph
from .replay import ending, heading

LONGEST_COMMAND = 2_000  # characters that somebody copies; a shell may take no longer one
MOST_GAMES, MOST_MOVES_AT_ONCE = 10_000, 200_000  # of a file; docs/records.md states the same


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
    records = _reviewable(options)
    if options.output is not None and len(records) > 1:
        raise UsageError(f"-o draws one game, and there are {len(records)} in {options.game!a}")
    if options.output == "-" and options.json:
        raise UsageError("only one of a picture and JSON can go to standard output")
    picture = None
    if options.output is not None:
        picture = Picture(console, options.output, options.force, quiet=options.json)
    games = {record.spec: record.game for record in records}
    known = {spec: answers_to(game, limit=options.limit, plain=options.plain) for spec, game in games.items()}
    # Thousands of moves with numbers of thousands of digits take a while, though nothing is explored.
    with waiting("reviewing: {:,} moves", options.plain) as show:
        reviews = list(_reviewed(records, known, show))
    if picture is not None:
        picture.write(draw_review_chart(reviews[0]))
        if picture.output.is_stdout:
            return 0
    if options.json:
        documents = [review_document(each) for each in reviews]
        console.say_json(documents[0] if len(documents) == 1 else documents)
        return 0
    lines: list[str] = []
    for each in reviews:
        lines += [*[""] * bool(lines), *in_words(each, known[each.record.spec], options.plain)]
    say_at_length(console, lines)
    return 0


def _reviewed(
    records: list[Record], known: dict[str, Answers], show: Callable[[int], None]
) -> Iterator[Review]:
    """Each game reviewed, while it is shown how many moves of all of them were."""
    before = 0
    for record in records:

        def show_more(moves: int, before: int = before) -> None:
            show(before + moves)

        show_more(0)
        yield review(record, known[record.spec], show_more)
        before += len(record.moves)


def _reviewable(options: argparse.Namespace) -> list[Record]:
    """The games asked for; Failed where one of them has too many choices, before any is solved."""
    records = find_records(options.game, options.db, options.plain, MOST_GAMES)
    moves = sum(len(record.moves) for record in records)
    if len(records) > MOST_GAMES or moves > MOST_MOVES_AT_ONCE:
        most = f"{MOST_GAMES:,} games with {MOST_MOVES_AT_ONCE:,} moves"
        raise Failed(f"at most {most} are reviewed at once, and there are more in {options.game!a}")
    try:
        for record in records:
            check_choices(record)
    except TooManyChoices as error:
        raise Failed(str(error)) from None
    return records


def in_words(each: Review, answers: Answers, plain: bool) -> list[str]:
    """The turning point first and why it was one, then the rest."""
    names = each.record.players
    lines = [*paragraph(f"{heading(each.record)}. {ending(each.record)}"), ""]
    decided = f"{turning_point_in_words(each)} {why_turned(each, answers)}"
    lines += [*paragraph(with_names(decided.strip(), names)), *_more(each), ""]
    lines += [with_names(_choices_of(each, player), names) for player in (1, 2)]
    lines += ["", *sketch_review_chart(each), ""]
    rows = [
        [str(step.number), str(step.player), step.move, step.mark, outlook(step.best), _worth(step)]
        for step in each.steps
    ]
    headings = ["turn", "player", "move", "how it was", "the best there was", "result"]
    return [*lines, *table(headings, rows, plain=plain)]


def _more(each: Review) -> list[str]:
    """The command that says more of the position in which the game turned, or might have lasted longer."""
    step = each.turning_point or each.hurried
    if step is None:
        return []
    moves = " ".join(each.record.moves[: step.number - 1])
    after = f" --moves {quote(moves)}" if moves else ""
    command = command_to(f"explain {quote(short_spec(each.record.game))}{after}")
    return advice("More", command) if len(command) <= LONGEST_COMMAND else []


def _choices_of(each: Review, player: int) -> str:
    """How well a player chose in a game."""
    good, all_of_them = each.good_choices(player)
    if each.unsolved and not all_of_them:
        return f"Player {player}: nobody can tell which choices mattered; positions are unsolved."
    if not all_of_them:
        return f"Player {player} never had a choice that mattered."
    return f"Player {player} {_choices(good, all_of_them)}."


def _choices(good: int, mattered: int) -> str:
    """How well a player chose where the moves differed in value."""
    if mattered == 1:
        return f"found {'a' if good else 'no'} best move in the only choice that mattered"
    return f"found a best move in {good} of {mattered} choices that mattered"


def _worth(step: Step) -> str:
    said = outlook(step.value)
    better = join_moves(step.best_moves, "or") if step.best_moves else "to play on"
    if step.hurried:
        return f"{said} (lasts longer: {better})"
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
