"""Check every variant of every game, or the specs that are named: whether it is what variants are to be.

    .venv/bin/python benchmarks/variants.py
    .venv/bin/python benchmarks/variants.py top-stack-twelve:supply=2 operation-duel:target=31
    .venv/bin/python benchmarks/variants.py --write       # the table in docs/results.md

The figures are those of `numduel measure`, and the bounds those by which `numduel design` searches. Beside
them stands what best play scores against one who moves at random. Exit code 1 if a variant is not as it is to
be.
"""

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numduel
from numduel.design.chains import scores_of
from numduel.design.columns import row_of
from numduel.design.measure import DEFAULT_POSITIONS, measure
from numduel.design.measures import Figures, Measures
from numduel.design.move_graph import MoveGraph, move_graph
from numduel.design.noise import noisy
from numduel.design.wishes import WORTH_PLAYING, read_wishes

# Where most positions leave no choice at all, fewer choices can matter.
WHERE_FORCED = WORTH_PLAYING.replace(">=0.25", ">=0.12")
AGAINST_RANDOM = 0.5  # what best play scores at least, in either seat
PAGE = Path(__file__).resolve().parent.parent / "docs" / "results.md"
BEGIN, END = "<!-- written by benchmarks/variants.py -->", "<!-- up to here -->"


@dataclasses.dataclass(frozen=True)
class Checked:
    """The measures of a variant, how many positions leave no choice, and best play against random."""

    measures: Measures
    figures: Figures
    forced: float
    best1: float
    best2: float

    def faults(self) -> list[str]:
        """What keeps it from being a variant."""
        row, wishes = row_of(self.measures), read_wishes(WHERE_FORCED if self.forced > 0.5 else WORTH_PLAYING)
        missed = [wish.text for wish in wishes if wish.shortfall(row) > 0]
        random = min(self.best1, self.best2) >= AGAINST_RANDOM
        return missed + ([] if random else [f"best play against random >= {AGAINST_RANDOM}"])

    def cells(self) -> list[str]:
        """The figures as a table has them."""
        measures, figures = self.measures, self.figures
        winner = {"win": "player 1", "loss": "player 2"}.get(measures.value, measures.value)
        decisions = figures.decisions
        shares = (decisions.share, decisions.player1, decisions.player2 or 0)
        return [
            f"`{measures.spec}`",
            f"{figures.positions:,}",
            winner,
            str(measures.plies or "-"),
            " · ".join(f"{100 * share:.0f} %" for share in shares),
            f"{100 * figures.endless:.1f} %",
            f"{figures.typical.player1:.2f}",
            f"{figures.depth}",
            f"{measures.worth:.2f}",
            f"{self.best1:.2f} · {self.best2:.2f}",
        ]


def check(game: numduel.Game[Any, Any]) -> Checked:
    """What a game is like to play; ValueError if it is too large to tell."""
    measures, graph = measure(game), graph_of(game)
    assert measures.figures is not None, "what has a graph is measured"
    best1, best2 = scores_of(graph, noisy(graph, 0), noisy(graph, 1))
    return Checked(measures, measures.figures, float((graph.counts < 2).mean()), best1, best2)


def graph_of(game: numduel.Game[Any, Any]) -> MoveGraph:
    """Every position and move of a game, solved."""
    return move_graph(game, DEFAULT_POSITIONS)


HEADS = (
    "variant",
    "spec",
    "positions",
    "with best play",
    "plies",
    "decisions: all · player 1 · player 2",
    "endless",
    "player 1's chance, both erring one time in five",
    "depth to understand",
    "worth",
    "best play against random: as player 1 · as player 2",
)


def variants() -> list[tuple[str, str]]:
    """Every variant of our own games: its spec by name, and its spec by settings."""
    own = [kind for kind in numduel.games().values() if kind.__module__.startswith("numduel.games.")]
    names = [f"{kind.name}:{variant.name}" for kind in own for variant in kind.variants]
    return [(name, numduel.load(name).spec) for name in names]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as Markdown has them."""
    lines = [HEADS, ["---"] * len(HEADS), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="others than the variants")
    parser.add_argument(
        "--write", action="store_true", help="write the table of variants into docs/results.md"
    )
    options = parser.parse_args()
    if options.write and options.specs:
        parser.error("the page has the variants alone")
    named = [(spec, spec) for spec in options.specs] or variants()
    found = [(name, check(numduel.load(spec))) for name, spec in named]
    lines = table([[f"`{name}`", *checked.cells()] for name, checked in found])
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n\n{lines}\n\n{END}{after}", encoding="utf-8")
    else:
        print(lines)
    bad = {name: checked.faults() for name, checked in found if checked.faults()}
    for name, faults in bad.items():
        print(f"{name}: not as variants are to be: {', '.join(faults)}", file=sys.stderr)
    sys.exit(1 if bad and not options.specs else 0)


if __name__ == "__main__":
    main()
