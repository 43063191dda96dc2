"""Measure what a game is like to play: every variant of every game, or the specs that are named.

    .venv/bin/python benchmarks/variants.py
    .venv/bin/python benchmarks/variants.py top-stack-twelve:supply=2 operation-duel:target=31
    .venv/bin/python benchmarks/variants.py --markdown       # the table in docs/results.md

Prints for each who wins with best play and in how many plies, the share of positions in which the moves
differ in value (all, and those with either player to move), how many can be held for ever, player 1's chance
when both err one time in five, and each player's chance with best play against one who plays at random. Exit
code 1 if a variant is not what variants are to be.
"""

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

import numduel
from numduel.core.verdict import Value, Verdict
from numduel.kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS
from numduel.solver.explore import explore
from numduel.solver.table import Table

MOST_POSITIONS = 70_000
ONE_IN_FIVE = 0.2
LEFT_OPEN = 1e-12  # of all games, how many may still go on when a chance is told
LONGEST = 20_000  # plies after which a game counts as one without end
# What variants are to be. Where most positions leave no choice at all, fewer choices can matter.
LEAST_DECISIONS, LEAST_WHERE_FORCED = 0.25, 0.12
FAIR, LENGTH, MOST_ENDLESS, AGAINST_RANDOM = (0.35, 0.65), (8, 40), 0.05, 0.5

Floats = NDArray[np.float64]
ENDS = {
    MOVER_WINS: Verdict(Value.WIN, 1),
    MOVER_LOSES: Verdict(Value.LOSS, 1),
    DRAWN: Verdict(Value.DRAW, 1),
}


@dataclasses.dataclass(frozen=True)
class Chances:
    """How often each player wins; the rest is drawn or never ends."""

    player1: float
    player2: float


class Moves:
    """Every move of a game as numbers: from which position, where to, and what it comes to."""

    def __init__(self, game: numduel.Game[Any, Any], most: int = MOST_POSITIONS) -> None:
        table = Table(explore(game, game.initial(), most))
        if not table.complete:
            raise ValueError(f"{game.spec} has more than {most:,} positions")
        self.game, graph = game, table.graph
        self.states, self.verdicts = (list(part) for part in zip(*table, strict=True))
        self.positions = len(graph)
        self.starts = starts = np.array(graph.starts)
        self.counts = np.diff(starts)
        self.source = np.repeat(np.arange(self.positions), self.counts)
        self.target = np.array(graph.targets)
        self.made = [
            ENDS[target] if target < 0 else self.verdicts[target].before() for target in graph.targets
        ]
        ranks = [verdict.rank for verdict in self.made]
        best = [max(ranks[begin:end], default=None) for begin, end in pairwise(starts)]
        self.is_best = np.array([rank == best[at] for rank, at in zip(ranks, self.source, strict=True)], bool)
        values = [{verdict.value for verdict in self.made[a:b]} for a, b in pairwise(starts)]
        self.matters = np.array([len(some) > 1 for some in values], bool)

    def reachable(self, player: int) -> NDArray[np.bool_]:
        """Which positions can be reached with this player to move."""
        seen = np.zeros((2, self.positions), bool)
        level, seat = np.zeros(self.positions, bool), 0
        level[0] = True
        while (level & ~seen[seat]).any():
            level &= ~seen[seat]
            seen[seat] |= level
            following = self.target[level[self.source]]
            level, seat = np.zeros(self.positions, bool), 1 - seat
            level[following[following >= 0]] = True
        return np.asarray(seen[player - 1])

    def noisy(self, epsilon: float) -> Floats:
        """How likely each move is: with probability epsilon any legal one, else any of the best."""
        bests = np.bincount(self.source, self.is_best, minlength=self.positions)
        any_of = epsilon / self.counts[self.source]
        return np.asarray(any_of + (1 - epsilon) * self.is_best / bests[self.source])

    def chances(self, player1: Floats, player2: Floats, longest: int = LONGEST) -> Chances:
        """How often each player wins who choose their moves so: ply by ply, until hardly a game goes on."""
        wins, here = [0.0, 0.0], np.zeros(self.positions)
        here[0] = 1.0
        stuck, goes_on = self.counts == 0, self.target >= 0  # a player who cannot move loses
        won, lost = self.target == MOVER_WINS, self.target == MOVER_LOSES
        for ply in range(longest):
            mover, other = ply % 2, 1 - ply % 2
            wins[other] += here[stuck].sum()
            along = here[self.source] * (player2 if mover else player1)
            wins[mover] += along[won].sum()
            wins[other] += along[lost].sum()
            here = np.bincount(self.target[goes_on], along[goes_on], self.positions).astype(np.float64)
            if here.sum() < LEFT_OPEN:
                break
        else:
            wins[1 - longest % 2] += here[stuck].sum()
        return Chances(*wins)


@dataclasses.dataclass(frozen=True)
class Measures:
    """What a game is like to play."""

    spec: str
    positions: int
    forced: float  # the share of positions with one move at most
    verdict: Verdict
    decisions: float
    decisions1: float
    decisions2: float
    endless: float
    noise: Chances
    best1: float
    best2: float

    def faults(self) -> list[str]:
        """What keeps it from being a variant."""
        least = LEAST_WHERE_FORCED if self.forced > 0.5 else LEAST_DECISIONS
        good = {
            "winner": self.verdict.value in (Value.WIN, Value.LOSS),
            "length": LENGTH[0] <= (self.verdict.plies or 0) <= LENGTH[1],
            "decisions": min(self.decisions1, self.decisions2) >= least,
            "endless": self.endless < MOST_ENDLESS,
            "chances": FAIR[0] <= self.noise.player1 <= FAIR[1],
            "random": min(self.best1, self.best2) >= AGAINST_RANDOM,
        }
        return [name for name, holds in good.items() if not holds]

    def cells(self) -> list[str]:
        """The figures as a table has them."""
        winner = self.verdict.value.winner(1)
        shares = (self.decisions, self.decisions1, self.decisions2)
        return [
            f"`{self.spec}`",
            f"{self.positions:,}",
            f"player {winner}" if winner else self.verdict.value.value,
            str(self.verdict.plies or "-"),
            " · ".join(f"{100 * share:.0f} %" for share in shares),
            f"{100 * self.endless:.1f} %",
            f"{self.noise.player1:.2f}",
            f"{self.best1:.2f} · {self.best2:.2f}",
        ]


def measure(game: numduel.Game[Any, Any]) -> Measures:
    """What a game is like to play; ValueError if it is too large to tell."""
    return measured(game, Moves(game))


def measured(game: numduel.Game[Any, Any], moves: Moves) -> Measures:
    """What a game with these moves is like to play."""
    careful, careless, noisy = moves.noisy(0), moves.noisy(1), moves.noisy(ONE_IN_FIVE)
    return Measures(
        spec=game.spec,
        positions=moves.positions,
        forced=float((moves.counts < 2).mean()),
        verdict=moves.verdicts[0],
        decisions=float(moves.matters.mean()),
        decisions1=float(moves.matters[moves.reachable(1)].mean()),
        decisions2=float(moves.matters[moves.reachable(2)].mean()),
        endless=float(np.mean([verdict.value is Value.ENDLESS for verdict in moves.verdicts])),
        noise=moves.chances(noisy, noisy),
        best1=moves.chances(careful, careless).player1,
        best2=moves.chances(careless, careful).player2,
    )


HEADS = (
    "variant",
    "spec",
    "positions",
    "with best play",
    "plies",
    "a choice matters in: all · for player 1 · for player 2",
    "endless",
    "player 1's chance, both erring one time in five",
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
    parser.add_argument("--markdown", action="store_true", help="nothing but the table")
    options = parser.parse_args()
    named = [(spec, spec) for spec in options.specs] or variants()
    found = [(name, measure(numduel.load(spec))) for name, spec in named]
    print(table([[f"`{name}`", *measures.cells()] for name, measures in found]))
    bad = {name: measures.faults() for name, measures in found if measures.faults()}
    if not options.markdown:
        print(*(f"\n{name}: not as variants are to be: {', '.join(faults)}" for name, faults in bad.items()))
    sys.exit(1 if bad and not options.specs else 0)


if __name__ == "__main__":
    main()
