"""`numduel prove`: a certificate of a game's value, for `numduel verify` to check."""

import argparse
import json
import sys

from ...analysis.words import verdict_in_words
from ...solver.checks.meter import MOST_BYTES, moves_for
from ...solver.proof import Unproved, prove
from ..console import Console, Failed
from ..files import Output, add_output
from ..invocation import command_to, typed
from ..progress import waiting
from ..questions import add_question, answers_about, position_asked_for


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser, moves=False, json=False)
    add_output(parser, "the certificate to write", required=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Write the certificate; the exit code."""
    sys.set_int_max_str_digits(0)  # a position may hold a number of any length, and is written in full
    position = position_asked_for(options)
    output = Output(console, options.output, options.force)
    answers = answers_about(position, options)
    try:
        with waiting("proving: {:,} positions", options.plain) as show:
            certificate = prove(position.game, answers, show)
    except Unproved as error:
        raise Failed(str(error)) from None
    text = json.dumps(certificate, indent=1) + "\n"
    output.write(text)
    if not output.is_stdout:
        console.say(verdict_in_words(answers.verdict(position.state), 1))
        # What is large, or takes longer than is usual for its size, is only checked for somebody who asks.
        much = len(text) > MOST_BYTES or certificate.get("moves", 0) > moves_for(text)
        whole = " --whole" if much else ""
        console.say(f"To check the proof: {command_to(f'verify {typed(options.output)}{whole}')}")
    return 0
