"""`numduel daily`: three puzzles a day, the same for everyone."""

import argparse
import datetime

from ...learn.daily import NoSuchDay, daily, read_date, share
from ..console import Console, EndOfInput, NotLegal, end_of_input_in_words
from ..options import player_name
from ..puzzling import Desk, Skipped
from ..storage import add_store_options
from .puzzle import document


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("date", nargs="?", metavar="DATE", help="a day, as 2026-11-16 (else today, in UTC)")
    parser.add_argument(
        "--player", type=player_name, metavar="NAME", help="who solves them (else whoever gives no name)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_store_options(parser, saving=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Ask the puzzles of a day one after another; the exit code."""
    desk = Desk(console, options)
    try:
        day = desk.today if options.date is None else read_date(options.date, desk.today)
    except NoSuchDay as error:
        raise NotLegal(str(error)) from None
    puzzles = daily(day)
    if options.json:
        document_of_day = [document(puzzle, False) for puzzle in puzzles]
        console.say_json({"date": day.isoformat(), "puzzles": document_of_day})
        return 0
    return _ask(desk, day)


def _ask(desk: Desk, day: datetime.date) -> int:
    """Ask those that are left of a day, then tell the result."""
    console, name = desk.console, day.isoformat()
    console.say(f"Daily puzzles of {name}", "")
    try:
        for number, puzzle in enumerate(daily(day), 1):
            if puzzle.id in desk.progress.of_day(name):
                continue
            console.say(f"Puzzle {number} of 3")
            desk.solve(puzzle, name)
            console.say("")
    except Skipped:
        console.say("Left. What is solved stays so; the same command goes on.")
        return 0
    except EndOfInput as error:
        console.say(f"{end_of_input_in_words(error)}: the puzzles are not all solved.")
        return 1
    return _tell_result(desk, day)


def _tell_result(desk: Desk, day: datetime.date) -> int:
    """Tell how the puzzles of a day went; the exit code."""
    done, puzzles = desk.progress.of_day(day.isoformat()), daily(day)
    if any(puzzle.id not in done for puzzle in puzzles):  # the clock went wrong, and that has been said
        desk.console.say("There is no result, since not every attempt could be dated.")
        return 1
    right = [done[puzzle.id].right for puzzle in puzzles]
    desk.console.say(share(day, right, sum(attempt.hints for attempt in done.values())))
    streak = desk.progress.streak(desk.today)
    if streak > 1:
        desk.console.say(f"{streak} days in a row.")
    return 0
