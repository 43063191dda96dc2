"""`numduel measure`: what a setting is like to play, exactly."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...analysis.words import verdict_in_words
from ...core.errors import ArgumentError
from ...core.integers import count
from ...core.verdict import Value, Verdict
from ...engine.limits import Limits
from ..console import Console, UsageError
from ..laboratory import needed
from ..options import load_game
from ..progress import progress
from ..questions import add_question
from ..screen import width
from ..table import fold_long_word, table
from ..words import paragraph

if TYPE_CHECKING:
    from ...design.measures import Figures, Measures

NOISE = ("noise", "player 1", "player 2", "never ends", "plies", "spread", "drama", "lead changes")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser, moves=False)
    parser.add_argument(
        "--weights",
        type=read_weights,
        default={},
        metavar="PART=N,…",
        help="how much parts of the score count: decisions, balance, length, ending, depth, drama, skill",
    )


def run(console: Console, options: argparse.Namespace) -> int:
    """Measure the game; the exit code."""
    game = load_game(options)
    with needed("measuring"):
        from ...design.measure import measure
    exploring, computing = progress(options.plain), progress(options.plain, "computing", "figures")
    with exploring as explored, computing as computed:
        limits = Limits(positions=options.limit)
        try:
            found = measure(game, limits, weights=options.weights, progress=explored, computing=computed)
        except ArgumentError as error:
            raise UsageError(str(error)) from None
    if options.json:
        console.say_json(found.as_json())
        return 0
    console.say(
        *fold_long_word(found.spec, width()).split("\n"),
        verdict_in_words(Verdict(Value(found.value), found.plies), 1),
    )
    if found.figures is None:
        advice = " (see --limit)" if found.beyond_limit else ""
        console.say(*paragraph(f"Not measured: {found.note}{advice}."))
        return 0
    for line in _in_lines(found, found.figures, options.plain):
        console.say(line)
    return 0


def read_weights(text: str) -> dict[str, float]:
    """Weights as they are typed: `decisions=3,drama=0.5`."""
    weights: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition("="))
        try:
            weights[name] = float(number)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"must be like decisions=3,drama=0.5, not {part[:40]!a}"
            ) from None
    return weights


def _in_lines(found: "Measures", figures: "Figures", plain: bool) -> Iterator[str]:
    """Every figure, as people read it."""
    longest = max(len(name) for name, _ in _named(found, figures))
    for name, text in _named(found, figures):
        yield from paragraph(f"{name:{longest}}  {text}", hanging=" " * (longest + 2))
    yield ""
    rows = [
        [
            f"{100 * one.epsilon:g} %",
            *map(_fraction, (one.player1, one.player2, one.undecided)),
            *map(_tenth, (one.length, one.spread)),
            *map(_fraction, (one.drama, one.lead_changes)),
        ]
        for one in figures.noise
    ]
    yield from table(list(NOISE), rows, plain)
    yield ""
    rungs = [
        [f"{one.better} against {one.depth}", _fraction(one.player1), _fraction(one.player2)]
        for one in figures.ladder
    ]
    yield from table(["plies of look-ahead", "as player 1", "as player 2"], rungs, plain)


def _named(found: "Measures", figures: "Figures") -> list[tuple[str, str]]:
    from ...design.measures import TRAP_DEPTHS

    shares, weaker = figures.decisions, figures.weaker
    traps = ", ".join(
        f"{density:.2f} at depth {depth}"
        for depth, density in zip(TRAP_DEPTHS, figures.traps, strict=True)
        if density is not None
    )
    seat = "either, it makes no difference" if weaker.seat is None else f"player {weaker.seat}"
    run = "for ever" if figures.only_run is None else f"up to {count(figures.only_run, 'turn')} in a row"
    return [
        ("worth playing", _fraction(found.worth)),
        ("positions", f"{figures.positions:,}, with {figures.branching:.1f} moves each"),
        ("endless", _percent(figures.endless)),
        ("longest line", _plies(figures.longest)),
        (
            "decisions",
            f"{_percent(shares.share)} of all positions, {_percent(shares.player1)} for player 1, "
            f"{_percent(shares.player2)} for player 2",
        ),
        (
            "only moves",
            "-"
            if figures.only_moves is None
            else f"{_percent(figures.only_moves)} of decisions, {run} on best lines",
        ),
        ("traps", f"{traps} (moves a decision)" if traps else "-"),
        ("to understand", _plies(figures.depth)),
        (
            "weaker player",
            f"{seat} (scores {_fraction(weaker.player1)} as player 1, {_fraction(weaker.player2)} as "
            "player 2, erring in 3 moves of 10 against 1)",
        ),
    ]


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number:,} plies"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def _fraction(number: float | None) -> str:
    return "-" if number is None else f"{round(number, 2) + 0.0:.2f}"  # never -0.00


def _tenth(number: float | None) -> str:
    return "-" if number is None else f"{round(number, 1) + 0.0:.1f}"
