"""`numduel pattern`: what decides the winner over ranges of settings."""

import argparse
from itertools import product
from typing import Any

from ... import kernels
from ...core.game import Game
from ...core.settings import SettingError
from ...design.pattern.document import findings_document
from ...design.pattern.ranges import Axes, read_axes
from ...design.pattern.search import find_patterns
from ...design.pattern.words import findings_in_words
from ...engine.limits import Limits
from ..console import Console, UsageError, advise
from ..options import add_spec, load_game, whole
from ..progress import progress
from ..words import paragraph


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_spec(parser)
    over = "the settings that vary, one or two (twice, or joined by a comma)"
    parser.add_argument("--over", action="append", default=[], metavar="NAME=A..B", help=over)
    test = "other settings to test on (else as many again, which follow)"
    parser.add_argument("--test", action="append", default=[], metavar="NAME=A..B", help=test)
    parser.add_argument(
        "--limit", type=whole(1), metavar="N", help="explore at most N positions of each setting"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(console: Console, options: argparse.Namespace) -> int:
    """Look for patterns; the exit code."""
    if not options.over:
        raise UsageError("say over which settings to look: --over target=2..2000")
    over = read_axes(options.over)
    test = read_axes(options.test) if options.test else None
    game = _load(options, over)
    with progress(options.plain, "solving", "settings") as report:
        findings = find_patterns(game, over, test, Limits(positions=options.limit), report)
    if findings.unsolved and not kernels.available():
        advise(kernels.install_advice())
    if options.json:
        console.say_json(findings_document(findings))
        return 0
    for number, text in enumerate(findings_in_words(findings)):
        if text.startswith(" "):
            console.say(text)
        else:
            console.say(*([""] if number else []), *paragraph(text))
    return 0


def _load(options: argparse.Namespace, over: Axes) -> Game[Any, Any]:
    """The game that SPEC and --set name, with values that the settings to vary can have together."""
    refusals = []
    for ends in product(*((axis.last, axis.first) for axis in over)):
        varied = [f"{axis.name}={end}" for axis, end in zip(over, ends, strict=True)]
        try:
            return load_game(argparse.Namespace(spec=options.spec, set=[*options.set, *varied]))
        except SettingError as error:
            refusals.append(error)
    raise refusals[0]
