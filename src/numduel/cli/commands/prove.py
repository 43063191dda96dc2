"""`numduel prove`: a certificate of a game's value, for `numduel verify` to check."""

import argparse
import json
import shlex
import sys

from ...analysis.words import verdict_in_words
from ...solver.proof import Unproved, prove
from ..console import Console, Failed
from ..files import write_whole
from ..invocation import command_to
from ..questions import add_question, ask


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser, moves=False, json=False)
    parser.add_argument("-o", dest="output", required=True, metavar="FILE", help="the certificate to write")


def run(console: Console, options: argparse.Namespace) -> int:
    """Write the certificate; the exit code."""
    sys.set_int_max_str_digits(0)  # a position may hold a number of any length, and is written in full
    position, answers = ask(options)
    try:
        certificate = prove(position.game, answers)
    except Unproved as error:
        raise Failed(str(error)) from None
    write_whole(console, options.output, json.dumps(certificate, indent=1) + "\n")
    if options.output != "-":
        console.say(verdict_in_words(answers.verdict(position.state), 1))
        console.say(f"To check the proof: {command_to(f'verify {shlex.quote(options.output)}')}")
    return 0
