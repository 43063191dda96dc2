"""`numduel verify`: checks a certificate by the rules of its game alone."""

import argparse
import sys

from ...solver.checks.common import DoesNotHold
from ...solver.checks.meter import MOST_BYTES, TooLong
from ...solver.verify import verify
from ..console import Console, Failed, NotLegal, complain
from ..files import LARGEST, TooLarge, read_whole
from ..progress import waiting
from ..words import paragraph

DOES_NOT_HOLD = 4


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a certificate that prove wrote")
    parser.add_argument(
        "--whole", action="store_true", help="check a large one as well, however long that takes"
    )


def run(console: Console, options: argparse.Namespace) -> int:
    """Check the certificate and say what was checked; the exit code."""
    sys.set_int_max_str_digits(0)
    try:
        text = read_whole(options.file, LARGEST if options.whole else MOST_BYTES)
        with waiting("checking: {:,} steps", options.plain) as show:
            report = verify(text, options.whole, show)
    except TooLarge as error:
        more = "" if options.whole else f"; --whole checks one of up to {LARGEST:,}"
        raise Failed(f"{error}{more}") from None
    except TooLong as error:
        raise Failed(f"{error}; --whole checks it however long that takes") from None
    except (DoesNotHold, NotLegal) as error:  # what is no text is no certificate, either
        complain(f"the certificate does not hold: {error}")
        return DOES_NOT_HOLD
    words = [f"In the game's words, on which nothing above rests: {report.words}"] if report.words else []
    told = [f"Told, not proved: {text}" for text in report.told]
    for text in (report.claim, *report.proved, *(told or words)):
        console.say(*paragraph(text, hanging="  "))
    console.say("What was checked holds; the rest is told." if told else "Everything holds.")
    return 0
