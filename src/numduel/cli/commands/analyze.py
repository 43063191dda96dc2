"""`numduel analyze`: the value of a position, of each move in it, and the best line."""

import argparse

from ...analysis.documents import analysis_document
from ...analysis.explanation import explain
from ...analysis.lines import best_line
from ...analysis.words import outlook, verdict_in_words
from ..console import Console
from ..questions import add_disk, add_question, ask
from ..table import table
from ..words import paragraph

SHOWN = 20  # moves of the best line that a person is told; scripts get more


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser)
    add_disk(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Analyze the position; the exit code."""
    position, answers = ask(options)
    if options.json:
        console.say_json(analysis_document(position, answers))
        return 0
    game, verdict = position.game, answers.verdict(position.state)
    console.say(game.show(position.state))
    if position.outcome is not None:
        console.say(*explain(position, answers))
    else:
        console.say(verdict_in_words(verdict, position.player))
        rows = [[game.write(move), outlook(verdict)] for move, verdict in answers.moves(position.state)]
        line = best_line(position, answers)
        told = f"Best line: {line.in_words(SHOWN)}" if line.moves else "No best line is known."
        console.say("", *table(["move", "result"], rows, plain=options.plain), "", *paragraph(told))
    return 0
