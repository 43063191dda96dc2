"""Measure: what one setting is like to play, exactly."""

from collections.abc import Mapping
from typing import Any, TypeVar

from ..core.game import Game
from ..core.registry import load
from ..engine.limits import Limits, Progress
from ..engine.values import ENDLESS, VALUES
from .chains import Imprecise, scores_of
from .fill import TooDense, check_fill
from .lookahead import (
    depth_to_understand,
    longest_only_run,
    only_moves,
    rung_depths,
    skill_ladder,
    trap_density,
)
from .measures import TRAP_DEPTHS, Decisions, Figures, Measures, Weaker, check_weights, worth_of
from .move_graph import NO_END, BeyondLimits, MoveGraph, move_graph
from .noise import EPSILONS, noise, noisy

DEFAULT_POSITIONS = 100_000
WEAKER, STRONGER = 0.3, 0.1  # how often either errs
ALIKE = 1e-9  # scores that differ by less are the same
Item = TypeVar("Item")


def measure(
    game: str | Game[Any, Any],
    limits: Limits | None = None,
    *,
    weights: Mapping[str, float] | None = None,
    progress: Progress | None = None,
    computing: Progress | None = None,
) -> Measures:
    """What a game is like to play under its settings; `game` is a spec or a game itself.

    `weights` changes how much each part of the score counts. A game of more positions than the limits allow
    (100,000 where they name none) has its value where theory knows it, and a note. `computing` is called with
    how many figures there are that take long, and how many of them are computed.

    >>> import numduel
    >>> found = numduel.measure("operation-duel:target=50,add=1-3,multiply=3/4")
    >>> found.value, found.plies, found.figures.positions, round(found.figures.decisions.share, 2)
    ('loss', 24, 49, 0.76)
    """
    game = load(game) if isinstance(game, str) else game
    used = check_weights(weights or {})
    try:
        graph = move_graph(game, positions_to_measure(limits), progress)
    except BeyondLimits as error:
        return without_figures(game, str(error))
    return measures_of(game, graph, used, computing)


def measures_of(
    game: Game[Any, Any], graph: MoveGraph, weights: Mapping[str, float], computing: Progress | None = None
) -> Measures:
    """The measures of a game that is solved; without figures where these cannot be computed."""
    plies = int(graph.plies[0])
    value, known = VALUES[graph.values[0]].value, None if plies == NO_END else plies
    try:
        figures = figures_of(graph, computing)
    except (Imprecise, TooDense) as error:
        return Measures(game.spec, value, known, None, None, str(error))
    return Measures(game.spec, value, known, figures, worth_of(known, figures, weights))


def positions_to_measure(limits: Limits | None) -> int:
    """How many positions are measured at most; never what memory happens to be free, so that rows agree."""
    limit = limits.positions if limits else None
    return DEFAULT_POSITIONS if limit is None else limit


def without_figures(game: Game[Any, Any], note: str) -> Measures:
    """What is known of a game that is beyond the limit: its value, where theory tells it."""
    theory = game.theory(game.initial())
    value, plies = ("unsolved", None) if theory is None else (theory.value.value, theory.plies)
    return Measures(game.spec, value, plies, None, None, note, beyond_limit=True)


def figures_of(graph: MoveGraph, computing: Progress | None = None) -> Figures:
    """Every figure of a solved game; TooDense or Imprecise where they cannot be computed."""
    check_fill(graph)  # before anything that takes long
    step = _Steps(len(EPSILONS) + len(rung_depths(graph)) + 1, computing)
    decisions = int(graph.is_decision.sum())
    return Figures(
        positions=len(graph),
        branching=len(graph.targets) / max(int((graph.counts > 0).sum()), 1),
        endless=float((graph.values == ENDLESS).mean()),
        longest=int(graph.plies.max()) if (graph.plies != NO_END).any() else 0,
        decisions=_decisions(graph),
        only_moves=int(only_moves(graph).sum()) / decisions if decisions else None,
        only_run=longest_only_run(graph),
        traps=tuple(trap_density(graph, depth) for depth in TRAP_DEPTHS),
        depth=depth_to_understand(graph),
        noise=tuple(step(noise(graph, epsilon)) for epsilon in EPSILONS),
        ladder=tuple(step(rung) for rung in skill_ladder(graph)),
        weaker=step(_weaker(graph)),
    )


class _Steps:
    """Figures that take long, counted for who waits."""

    def __init__(self, count: int, report: Progress | None) -> None:
        self.count, self.done, self.report = count, -1, report
        self(None)

    def __call__(self, figure: Item) -> Item:
        """The figure, after it was reported that one more is computed."""
        self.done += 1
        if self.report is not None:
            self.report(self.count, self.done)
        return figure


def _decisions(graph: MoveGraph) -> Decisions:
    first, second = (graph.is_decision[mask] for mask in graph.reachable)
    by_second = float(second.mean()) if len(second) else None  # every first move may end the game
    return Decisions(float(graph.is_decision.mean()), float(first.mean()), by_second)


def _weaker(graph: MoveGraph) -> Weaker:
    first, second = scores_of(graph, noisy(graph, WEAKER), noisy(graph, STRONGER))
    better = None if abs(first - second) < ALIKE else 1 if first > second else 2
    return Weaker(better, first, second)
