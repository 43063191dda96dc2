"""Calibrate the levels in every variant, and write their figures into the package and the documents.

    .venv/bin/python benchmarks/levels.py             # whenever a variant has changed
    .venv/bin/python benchmarks/levels.py --check     # measure the levels as they are, and write nothing

A level sees so many plies ahead and is noisy beyond. In each variant the nine lie one step apart, as nearly
as whole per cents of noise allow. The step is as large as fits in below `perfect`, so that it differs between
variants. Level 1 looks one ply ahead; a level looks a ply further than the one below where that alone is
worth no more than the step, so that noise never rises from level to level. Other settings get the median of
each figure over the variants.

Scores are exact: computed ply by ply over all positions, from both seats. A win counts 1, a draw 1/2; a game
of 200 turns is a draw, as between computers at the command line. Exit code 1 if a goal is missed.
"""

import argparse
import dataclasses
import json
import math
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from variants import graph_of, variants

import numduel
from numduel.core.verdict import Verdict
from numduel.design.move_graph import Array, Floats
from numduel.design.noise import noisy
from numduel.engine.values import VALUES
from numduel.kernels.kernel import MOVER_LOSES, MOVER_WINS
from numduel.players.level import mixture_of
from numduel.players.perfect import PerfectPlayer
from numduel.players.strength import FIGURES, Strength, strength_of
from numduel.solver.answers import Answers

LEVELS = range(1, 10)
MAX_TURNS = 200
LEFT_OPEN = 1e-12  # of all games, how many may still go on when a score is told
STEP = (40, 100)  # Elo, from a level to the next
LEVEL_1 = 0.55  # what it scores at least against random
A_LITTLE_MORE = 0.02  # at which it is aimed
UP_TO_PERFECT = 1 / 3  # of a step lies between level 9 and perfect, at least
ROOM = 100  # Elo that are left to noise at least where a level looks so far ahead
PAGE = Path(__file__).resolve().parent.parent / "docs" / "opponents.md"
BEGIN, END = "<!-- written by benchmarks/levels.py -->", "<!-- up to here -->"


class Scores:
    """Exact scores between players of one game."""

    def __init__(self, game: numduel.Game[Any, Any]) -> None:
        self.game, self.graph = game, graph_of(game)
        self.random = noisy(self.graph, 1)
        self._parts: dict[int, tuple[Floats, Floats]] = {}

    def level(self, strength: Strength) -> Floats:
        """How likely each move is at this strength."""
        noise, good = self._parts_of(strength.plies)
        is_noisy = self.graph.sum_moves(noise) > 0.5
        rate = is_noisy[self.graph.source] * strength.noise / 100
        return np.asarray(rate * noise + (1 - rate) * good)

    def _parts_of(self, plies: int) -> tuple[Floats, Floats]:
        """How likely each move is for one who looks so far ahead, where it is noisy and where it is not."""
        if plies not in self._parts:
            noise, good = np.zeros(len(self.verdicts)), np.zeros(len(self.verdicts))
            for begin, end in pairwise(self.graph.starts.tolist()):
                if begin < end:
                    numbered = [(move, self.verdicts[move]) for move in range(begin, end)]
                    mixture = mixture_of(numbered, Strength(plies, 100))
                    noise[list(mixture.noisy)] = 1 / max(len(mixture.noisy), 1)
                    good[list(mixture.good)] = 1 / len(mixture.good)
            self._parts[plies] = noise, good
        return self._parts[plies]

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """What each move comes to for who makes it."""
        made = zip(self.graph.made.tolist(), self.graph.made_plies.tolist(), strict=True)
        return [Verdict(VALUES[value], None if plies < 0 else plies) for value, plies in made]

    @cached_property
    def perfect(self) -> Floats:
        """How likely each move is for the perfect player, wherever it comes to."""
        answers = Answers(self.game)
        player, likely = PerfectPlayer(answers), np.zeros(len(self.verdicts))
        states = [state for state, _ in answers.table]
        waiting, seen = [(0, True), (0, False)], set[tuple[int, bool]]()
        while waiting:
            here = position, mine = waiting.pop()
            if here in seen or position < 0:
                continue
            seen.add(here)
            moves: Array = np.arange(*self.graph.starts[position : position + 2])
            if mine and len(moves):
                best = player.equal_best(states[position])
                moves = moves[[move in best for move in self.game.moves(states[position])]]
                likely[moves] = 1 / len(moves)
            waiting += [(target, not mine) for target in self.graph.targets[moves].tolist()]
        return likely

    def score(self, one: Floats, other: Floats) -> float:
        """What one player scores against the other over both seats."""
        return (2 + self._edge(one, other) - self._edge(other, one)) / 4

    def _edge(self, player1: Floats, player2: Floats) -> float:
        """How often player 1 wins, less how often player 2 does: ply by ply, up to the longest game."""
        edge, here = 0.0, np.zeros(len(self.graph))
        here[0] = 1.0
        stuck = self.graph.counts == 0  # a player who cannot move loses
        players = [(self._gains(likely), *self._ways(likely)) for likely in (player1, player2)]
        for ply in range(MAX_TURNS + 1):
            edge -= (-1) ** ply * float(here @ stuck)
            if ply == MAX_TURNS or here.sum() < LEFT_OPEN:
                break
            gains, source, target, likely = players[ply % 2]
            edge += (-1) ** ply * float(here @ gains)
            here = np.bincount(target, here[source] * likely, len(here)).astype(np.float64)
        return edge

    def _gains(self, likely: Floats) -> Floats:
        """How often the next move of a player wins, less how often it loses, from each position."""
        targets = self.graph.targets
        return self.graph.sum_moves(likely * ((targets == MOVER_WINS) * 1.0 - (targets == MOVER_LOSES)))

    def _ways(self, likely: Floats) -> tuple[Array, Array, Floats]:
        """The moves that a player may make and that end nothing: from where, to where, and how likely."""
        made = np.flatnonzero(self.graph.goes_on & (likely > 0))
        return self.graph.source[made], self.graph.targets[made], likely[made]

    def elo(self, one: Floats, other: Floats) -> float:
        """How many Elo points that score is worth."""
        score = self.score(one, other)
        return (
            400 * math.log10(score / (1 - score)) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)
        )


class Calibration:
    """The nine levels of one game, one step apart."""

    def __init__(self, scores: Scores) -> None:
        self.scores = scores

    def levels(self) -> list[Strength]:
        """Those with the largest step that leaves perfect above them."""
        fitting = self.climb(STEP[0])
        low, high = STEP[0], STEP[1] + 1
        while high - low > 1:
            step = (low + high) // 2
            levels = self.climb(step)
            if levels:
                low, fitting = step, levels
            else:
                high = step
        if not fitting:
            raise ValueError(f"nine levels do not fit into {self.scores.game.spec}")
        return fitting

    def climb(self, step: int) -> list[Strength]:
        """Nine levels that lie so many Elo apart; none if the last comes too near to perfect."""
        score, level, random = self.scores.score, self.scores.level, self.scores.random
        most = most_noise(lambda noise: score(level(Strength(1, noise)), random) >= LEVEL_1 + A_LITTLE_MORE)
        levels = [Strength(1, most)]
        while len(levels) < len(LEVELS):
            following = self.next_level(levels, step)
            if following.noise < 1:
                return []
            levels.append(following)
        above = self.scores.elo(self.scores.perfect, level(levels[-1]))
        return levels if above >= step * UP_TO_PERFECT else []

    def next_level(self, levels: Sequence[Strength], step: int) -> Strength:
        """The strength nearest to a step above the last level, a ply further where noise need not rise."""
        below, number = levels[-1], len(levels) + 1
        floor = self.scores.level(below)

        def gain(plies: int, noise: int) -> float:
            return self.scores.elo(self.scores.level(Strength(plies, noise)), floor)

        plies, further = below.plies, below.plies + 1
        if further <= (number + 1) // 2 and gain(further, below.noise) <= step and self.leaves_room(further):
            plies = further
        noise = most_noise(lambda noise: gain(plies, noise) >= step)
        near = (Strength(plies, noise), Strength(plies, min(noise + 1, 100)))
        return min(near, key=lambda strength: abs(gain(*strength) - step))

    def leaves_room(self, plies: int) -> bool:
        """Whether one who looks so far ahead, and moves at random beyond, is still clearly beaten."""
        blind = self.scores.level(Strength(plies, 100))
        return self.scores.elo(self.scores.perfect, blind) >= ROOM


def most_noise(holds: Callable[[int], bool]) -> int:
    """The most noise, in per cent, with which something holds that less noise makes easier."""
    low, high = 0, 101
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


@dataclasses.dataclass(frozen=True)
class Figures:
    """What the levels of one variant come to."""

    name: str
    levels: Sequence[Strength]
    against_random: float  # what level 1 scores
    steps: Sequence[float]  # Elo from each level to the next
    perfect: float  # Elo from level 9 to perfect

    def faults(self) -> list[str]:
        """The goals that are missed."""
        good = {
            f"level 1 scores {self.against_random:.3f} against random": self.against_random > LEVEL_1,
            "perfect is not above level 9": self.perfect > 0,
        }
        for number, step in enumerate(self.steps, 1):
            good[f"from level {number} to {number + 1} there are {step:.0f} Elo"] = STEP[0] <= step <= STEP[1]
        return [fault for fault, holds in good.items() if not holds]


def measure(name: str, scores: Scores, levels: Sequence[Strength]) -> Figures:
    """What these levels come to in one variant."""
    players = [scores.level(strength) for strength in levels]
    return Figures(
        name=name,
        levels=levels,
        against_random=scores.score(players[0], scores.random),
        steps=[scores.elo(upper, lower) for lower, upper in pairwise(players)],
        perfect=scores.elo(scores.perfect, players[-1]),
    )


def levels_of(game: numduel.Game[Any, Any]) -> list[Strength]:
    """The levels of a game as they are."""
    return [strength_of(number, game) for number in LEVELS]


def typical(every: Sequence[Sequence[Strength]]) -> list[Strength]:
    """The median of each figure, level by level."""
    return [
        Strength(*(statistics.median_low(part) for part in zip(*same, strict=True)))
        for same in zip(*every, strict=True)
    ]


def written(variants: dict[str, Sequence[Strength]]) -> str:
    """The file of figures: the levels by spec, and those for other settings, each on a line."""
    lines = [f"    {json.dumps(spec)}: {json.dumps(levels)}" for spec, levels in variants.items()]
    others = json.dumps(typical(list(variants.values())))
    return '{\n  "others": ' + others + ',\n  "variants": {\n' + ",\n".join(lines) + "\n  }\n}\n"


def tables(every: Sequence[Figures]) -> str:
    """What the page of opponents shows: the levels of every variant, and how far apart they are."""
    others = typical([figures.levels for figures in every])
    named = [(f"`{figures.name}`", figures.levels) for figures in every] + [("any other settings", others)]
    strengths = [[name, *(f"{plies}, {noise} %" for plies, noise in levels)] for name, levels in named]
    apart = [
        [f"`{one.name}`", f"{one.against_random:.2f}", *(f"{step:.0f}" for step in (*one.steps, one.perfect))]
        for one in every
    ]
    numbers = [str(number) for number in LEVELS]
    pairs = [f"{upper} over {lower}" for lower, upper in pairwise((*numbers, "perfect"))]
    parts = (
        BEGIN,
        "How many plies ahead each level looks, and how often it moves at random beyond:",
        markdown(["variant", *numbers], strengths),
        "What level 1 scores against `random`, and how many Elo points lie between neighbours:",
        markdown(["variant", "1 against random", *pairs], apart),
        END,
    )
    return "\n\n".join(parts)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="measure the levels as they are; write nothing")
    options = parser.parse_args()
    found, every = dict[str, Sequence[Strength]](), list[Figures]()
    for name, spec in variants():
        scores = Scores(numduel.load(spec))
        levels = levels_of(scores.game) if options.check else Calibration(scores).levels()
        found[spec] = levels
        every.append(measure(name, scores, levels))
        print(name, *every[-1].faults() or ["as it is to be"], sep="\n  ", flush=True)
    if options.check:
        print(tables(every))
    else:
        FIGURES.write_text(written(found), encoding="utf-8")
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(before + tables(every) + after, encoding="utf-8")
    sys.exit(1 if any(figures.faults() for figures in every) else 0)


if __name__ == "__main__":
    main()
