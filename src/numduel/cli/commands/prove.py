"""`numduel prove`: a certificate of a game's value, for `numduel verify` to check."""

import argparse
import json
import sys

from ...solver.proof import Unproved, prove
from ..asked import add_question, ask
from ..console import Console, Failed
from ..explanation import verdict_in_words
from ..files import write_whole


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
        claim = verdict_in_words(answers.verdict(position.state), 1)
        console.say(
            f"{claim} The proof is in {options.output}; check it with: numduel verify {options.output}"
        )
    return 0
