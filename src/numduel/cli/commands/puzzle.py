"""`numduel puzzle`: a position, a question, and an answer that is judged exactly."""

import argparse
from random import Random
from typing import Any

from ...core.integers import count
from ...core.registry import names
from ...core.text import visible
from ...learn.catalogue import NoSuchPuzzle, by_name, draw, find
from ...learn.puzzle import Puzzle
from ...learn.themes import THEMES
from ...learn.transfer import progress_document
from ..console import Console, EndOfInput, Failed, NotLegal, UsageError, end_of_input_in_words
from ..invocation import advice, command_to
from ..options import player_name, whole
from ..puzzling import Desk, Skipped
from ..storage import add_store_options


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("id", nargs="?", metavar="ID", help="a puzzle (else one near your rating)")
    parser.add_argument("--game", metavar="GAME", help="only of this game")
    parser.add_argument("--theme", metavar="THEME", help=f"only of this theme: {', '.join(THEMES)}")
    parser.add_argument("--rating", type=whole(0), metavar="N", help="about so difficult (else as you are)")
    parser.add_argument("--seed", type=whole(0), metavar="N", help="the same one, whatever you have solved")
    parser.add_argument("--again", action="store_true", help="one that you failed and that is due again")
    parser.add_argument("--progress", action="store_true", help="show your rating, and what comes back when")
    parser.add_argument(
        "--import", dest="brought", metavar="FILE", help="add what --progress --json wrote elsewhere"
    )
    parser.add_argument(
        "--player", type=player_name, metavar="NAME", help="who solves it (else whoever gives no name)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--solution", action="store_true", help="with --json, also what is right")
    add_store_options(parser, saving=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Ask a puzzle; the exit code."""
    if options.solution and not options.json:
        raise UsageError("--solution goes with --json; at a puzzle, type solution")
    if options.id is not None and any((options.game, options.theme, options.rating, options.again)):
        raise UsageError("--game, --theme, --rating and --again choose a puzzle, and an ID names one")
    _check_choice("game", options.game, list(names()))
    _check_choice("theme", options.theme, list(THEMES))
    desk = Desk(console, options)
    if options.brought is not None:
        added = desk.bring(options.brought)
        if not options.json:
            console.say(f"{count(added, 'attempt')} added; your rating at puzzles: {desk.rating}.")
            return 0
    if options.progress or options.brought is not None:
        return _show_progress(desk, options.json)
    puzzle = _pick(desk, options)
    if options.json:
        console.say_json(document(puzzle, options.solution))
        return 0
    return _ask(desk, puzzle)


def _check_choice(what: str, given: str | None, known: list[str]) -> None:
    """Refuse a name that is none of those that there are."""
    if given is not None and given not in known:
        raise UsageError(f"there is no {what} {given!a}; the {what}s are {', '.join(known)}")


def _pick(desk: Desk, options: argparse.Namespace) -> Puzzle:
    """The puzzle that is asked for."""
    try:
        if options.id is not None:
            return find(options.id)
    except NoSuchPuzzle as error:
        raise NotLegal(str(error)) from None
    try:
        if options.again:
            return _again(desk)
        rng = Random() if options.seed is None else Random(options.seed)
        seen = () if options.seed is not None else desk.progress.seen
        rating = options.rating
        if rating is None and options.seed is None:
            rating = desk.rating
        return draw(rng, game=options.game, theme=options.theme, rating=rating, seen=seen)
    except NoSuchPuzzle as error:
        raise Failed(str(error)) from None


def _again(desk: Desk) -> Puzzle:
    due = (each.puzzle for each in desk.progress.due(desk.today))
    known = next((name for name in due if name in by_name()), None)  # an imported one may be of another
    if known is None:
        raise NoSuchPuzzle("no puzzle that you failed is due again today")
    return find(known)


def document(puzzle: Puzzle, solution: bool) -> dict[str, Any]:
    """A puzzle as JSON, on request with everything that is right."""
    right = {"right": list(puzzle.kind.right(puzzle.asked()))} if solution else {}
    return puzzle.as_json() | right


def _ask(desk: Desk, puzzle: Puzzle) -> int:
    """Ask a puzzle, and say what it has brought."""
    before = desk.rating
    try:
        desk.solve(puzzle)
    except Skipped:
        desk.console.say("Left. It does not count.")
        return 0
    except EndOfInput as error:
        desk.console.say(f"{end_of_input_in_words(error)}: the puzzle is not solved.")
        return 1
    change = f" ({desk.rating - before:+})" if desk.rating != before else ""
    desk.console.say("", f"Your rating at puzzles: {desk.rating}{change}.")
    if desk.console.attended:
        desk.console.say(*advice("Another", command_to("puzzle", desk.db)))
    return 0


def _show_progress(desk: Desk, as_json: bool) -> int:
    """Show how far somebody has come."""
    progress, today = desk.progress, desk.today
    if as_json:
        desk.console.say_json(progress_document(progress, today))
        return 0
    deviation = 2 * round(progress.rating.deviation)
    lines = [f"Your rating at puzzles: {desk.rating}, give or take {deviation}."]
    tried, solved = len(progress.attempts), progress.solved
    lines.append(f"Tried: {tried}; right at the first try, without a hint: {solved}.")
    lines.append(f"Daily puzzles on their day, in a row: {progress.streak(today)}.")
    lines += [f"Comes back on {due.day}: {visible(due.puzzle)}" for due in progress.failed()]
    desk.console.say(*lines)
    return 0
