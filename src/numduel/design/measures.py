"""Measures: what a setting is like to play, as figures with names."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..core.errors import ArgumentError
from ..core.settings import listed
from ..core.text import nearest, quoted
from .lookahead import Rung
from .noise import Noise

TYPICAL = 0.2  # the noise at which one figure stands for the curve
TRAP_DEPTHS = (1, 2, 4)
PLACES = 9  # decimal places that are told
# What the score is made of, and how much each part counts.
LARGEST_WEIGHT = 1000
WEIGHTS = {
    "decisions": 3.0,
    "balance": 2.0,
    "length": 2.0,
    "ending": 2.0,
    "depth": 1.0,
    "drama": 1.0,
    "skill": 1.0,
}
ENOUGH_DECISIONS = 0.4  # for both players
LENGTH = (8, 40)  # plies
HALF_DEPTH = 3  # a game that takes so many plies to understand gets half of that part
HALF_CHANGES = 0.5  # the same for changes of the lead
ENOUGH_SKILL = 0.2  # above one half: what looking twice as far scores at best


@dataclass(frozen=True)
class Decisions:
    """The share of positions whose moves differ in value: of all, and of those that each player may meet."""

    share: float
    player1: float
    player2: float | None


@dataclass(frozen=True)
class Weaker:
    """What one who errs more often scores against one who errs less, by seat, and which seat is better."""

    seat: int | None
    player1: float
    player2: float


@dataclass(frozen=True)
class Figures:
    """What only a game of which every position is known has; docs/measures.md defines each."""

    positions: int
    branching: float
    endless: float
    longest: int
    decisions: Decisions
    only_moves: float | None
    only_run: int | None
    traps: tuple[float | None, ...]
    depth: int
    noise: tuple[Noise, ...]
    ladder: tuple[Rung, ...]
    weaker: Weaker

    @property
    def typical(self) -> Noise:
        """The figures at the noise that stands for the curve."""
        return next(noise for noise in self.noise if noise.epsilon == TYPICAL)

    @property
    def skill(self) -> float:
        """What looking twice as far scores, at the depth where it is worth most."""
        return max(rung.score for rung in self.ladder)


@dataclass(frozen=True)
class Measures:
    """What a setting is like to play. `value` and `plies` are for player 1.

    `figures` is None where they cannot be computed, and `note` says why; `beyond_limit` is whether that is
    because there are more positions than the limit, so that a higher one may help.
    """

    spec: str
    value: str
    plies: int | None
    figures: Figures | None
    worth: float | None
    note: str = ""
    beyond_limit: bool = False

    def as_json(self) -> dict[str, Any]:
        """The document that `measure --json` prints."""
        document: dict[str, Any] = {"spec": self.spec, "value": self.value, "plies": self.plies}
        if self.figures is None:
            return document | {"positions": None, "note": self.note}
        figures = asdict(self.figures)
        figures["traps"] = [
            {"depth": depth, "density": density}
            for depth, density in zip(TRAP_DEPTHS, self.figures.traps, strict=True)
        ]
        told: dict[str, Any] = rounded(figures | {"worth": self.worth})
        return document | told


def rounded(value: Any) -> Any:
    """Figures as they are told: fractions to so many places, everything inside lists and objects likewise."""
    if isinstance(value, float):
        return round(value, PLACES) + 0.0  # which turns -0.0 into 0.0
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(each) for each in value]
    return value


def parts_of_worth(plies: int | None, figures: Figures) -> dict[str, float]:
    """What the score is made of, each from 0 to 1."""
    typical = figures.typical
    both = min(figures.decisions.player1, figures.decisions.player2 or 0.0)
    changes = typical.lead_changes or 0.0
    return {
        "decisions": min(both / ENOUGH_DECISIONS, 1.0),
        "balance": max(1 - abs(typical.player1 - typical.player2) - typical.drawn - typical.undecided, 0.0),
        "length": _length_part(plies if plies is not None else typical.length),
        "ending": 1 - figures.endless,
        "depth": figures.depth / (figures.depth + HALF_DEPTH),
        "drama": changes / (changes + HALF_CHANGES),
        "skill": min(max(figures.skill - 0.5, 0.0) / ENOUGH_SKILL, 1.0),
    }


def _length_part(plies: float | None) -> float:
    if not plies:
        return 0.0
    low, high = LENGTH
    return min(plies / low, high / plies, 1.0)


def worth_of(plies: int | None, figures: Figures, weights: Mapping[str, float]) -> float:
    """The score: the geometric mean of its parts by their weights, so that what lacks one has none."""
    parts = parts_of_worth(plies, figures)
    total = sum(weights.values())
    if any(parts[name] <= 0 < weight for name, weight in weights.items()):
        return 0.0
    logs = sum(weight * math.log(parts[name]) for name, weight in weights.items() if weight)
    return math.exp(logs / total)


def check_weights(changed: Mapping[str, float]) -> dict[str, float]:
    """Every part's weight, with these changed; ArgumentError if they cannot be used."""
    for name, weight in changed.items():
        if name not in WEIGHTS:
            near = nearest(name, WEIGHTS)
            known = f"did you mean {near}?" if near else f"the parts are {listed(list(WEIGHTS), 'and')}"
            raise ArgumentError(f"the score has no part {quoted(name)}; {known}")
        if not 0 <= weight <= LARGEST_WEIGHT:
            raise ArgumentError(f"the weight of {name} must be a number from 0 to {LARGEST_WEIGHT:,}")
    weights = WEIGHTS | dict(changed)
    if not sum(weights.values()) > 0:
        raise ArgumentError("at least one part of the score must have a weight above 0")
    return weights
