"""`numduel solve`: who wins a game with best play, and how soon."""

import argparse

from ...analysis.documents import solution_document
from ...analysis.words import verdict_in_words
from ...core.integers import count
from ..console import Console
from ..questions import add_disk, add_question, ask
from ..words import paragraph


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser, moves=False)
    add_disk(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Solve the game; the exit code."""
    position, answers = ask(options)
    verdict = answers.verdict(position.state)
    method = answers.method(position.state)
    if options.json:
        console.say_json(solution_document(answers))
        return 0
    console.say(verdict_in_words(verdict, 1))
    if answers.positions is not None:
        console.say(f"{count(answers.positions, 'position')}, solved by {method}.")
    elif method == "theory":
        console.say(*paragraph(f"Known by theory: {verdict.why}."))
    else:
        explored = count(answers.limit, "position")
        console.say(f"More than {explored}: not all were explored (see --limit).")
    return 0
