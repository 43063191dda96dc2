"""`numduel explain`: in plain words, who wins, how, and what to do now."""

import argparse

from ...analysis.documents import explanation_document
from ...analysis.explanation import explain
from ..console import Console
from ..questions import add_question, ask
from ..words import paragraph


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Explain the position; the exit code."""
    position, answers = ask(options)
    if options.json:
        console.say_json(explanation_document(position, answers))
        return 0
    for number, text in enumerate(explain(position, answers)):
        console.say(*([""] if number else []), *paragraph(text))
    return 0
