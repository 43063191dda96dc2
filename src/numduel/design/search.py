"""Search: the settings of a game that come nearest to what is wished for, found by evolution.

Random settings come first. Then the best so far are changed a little, or two of them are mixed, and now and
then one is drawn afresh, so that no hill is the only one that is climbed. Where there are few settings, all
of them are tried. The same seed finds the same.
"""

import math
from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from ..core.game import Game
from .columns import row_of
from .measure import measures_of, without_figures
from .measures import PLACES, Measures, check_weights, parts_of_worth
from .move_graph import BeyondLimits, move_graph
from .space import Space, Values
from .wishes import Wish, shortfall

Report = Callable[[int, int], None]  # called with how many settings are measured, and how many will be
DEFAULT_TRIES = 500
DEFAULT_LIMIT = 5_000  # positions of a setting
FIRST_DRAWN = 4  # one part in so many is drawn at random before anything is changed
AFRESH, MIXED = 0.15, 0.3  # how often later ones are
PARENTS = 25  # so many of the best have descendants
VAIN = 1_000  # settings in a row that cannot be used or were tried before: there are hardly any others
# Moves that are tried before the first setting that can be measured, on those that cannot: about a second.
# Of searches around 65 settings of benchmarks/refusals.py none that found anything had tried as many. Whoever
# allows more positions a setting allows more.
MOST_IN_VAIN, IN_VAIN_A_POSITION = 1_000_000, 200
TO_MAKE = 50  # moves are tried in the time that a setting takes for each move it knows, before any is tried


@dataclass(frozen=True, eq=False)
class Candidate:
    """A setting that was measured, and how far it is from the wishes."""

    values: Values
    game: Game[Any, Any]
    measures: Measures
    shortfall: float

    @cached_property
    def row(self) -> dict[str, Any]:
        """The measures by the names of their columns."""
        return row_of(self.measures)

    @property
    def rank(self) -> tuple[Any, ...]:
        """What candidates are put in order by, the best first."""
        return self.shortfall, -(self.measures.worth or 0.0), len(self.measures.spec), self.measures.spec

    @property
    def likeness(self) -> tuple[Any, ...]:
        """All that was measured: settings in which this is equal play alike."""
        return tuple(value for name, value in self.row.items() if name != "spec")

    @cached_property
    def promise(self) -> float:
        """How much its descendants are hoped to be, the less the better.

        What lacks one part of the score has none at all. To tell which lacks least, parts are added here.
        """
        assert self.measures.figures is not None
        parts = parts_of_worth(self.measures.plies, self.measures.figures)
        return round(self.shortfall + 1 - sum(parts.values()) / len(parts), PLACES)


class Search:
    """A search under way. `ranked` has all that was measured, the best first, whenever it is stopped."""

    def __init__(
        self,
        space: Space,
        wishes: Sequence[Wish],
        *,
        seed: int = 0,
        tries: int = DEFAULT_TRIES,
        limit: int = DEFAULT_LIMIT,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self.space, self.wishes, self.tries = space, tuple(wishes), tries
        self.limit, self.weights = limit, check_weights(weights or {})
        self.ranked: list[Candidate] = []
        self.measured = 0  # those without figures included
        self.note = ""  # why the last of these has none
        self.beyond_limit = False  # whether that one has more positions than the limit
        self._in_vain = 0  # moves that were tried on those without figures
        self._seen: set[Game[Any, Any]] = set()
        self._parents: list[Candidate] = []  # those with the most promise first
        self._promises: set[float] = set()
        self._rng = Random(seed)

    def run(self, report: Report | None = None) -> None:
        """Measure as many settings as there are to try."""
        every = self.space.all_settings
        few = every is not None and every.size <= self.tries
        planned = every.size if every is not None and few else self.tries
        for values in self._all() if few else self._chosen():
            game = self.space.game_of(values)
            if game is not None and game not in self._seen:
                self._seen.add(game)
                self._add(values, game)
                if report is not None:
                    report(self.measured, planned)
                if self._is_hopeless():
                    break

    def _is_hopeless(self) -> bool:
        """Whether so much was tried in vain that no setting is likely to be small enough."""
        return not self.ranked and self._in_vain > max(MOST_IN_VAIN, IN_VAIN_A_POSITION * self.limit)

    def best(self, most: int) -> list[Candidate]:
        """The best, at most so many; of settings that play alike the one that is told in fewest words."""
        found: dict[tuple[Any, ...], Candidate] = {}
        for one in self.ranked:
            found.setdefault(one.likeness, one)
            if len(found) == most:
                break
        return list(found.values())

    def _add(self, values: Values, game: Game[Any, Any]) -> None:
        measures = self._measured(game)
        self.measured += 1
        if measures.figures is None:
            self.note, self.beyond_limit = measures.note, measures.beyond_limit
        else:
            missed = shortfall(self.wishes, row_of(measures))
            candidate = Candidate(values, game, measures, missed)
            insort(self.ranked, candidate, key=lambda one: one.rank)
            if candidate.promise not in self._promises:  # of those that play alike, one is enough
                self._promises.add(candidate.promise)
                insort(self._parents, candidate, key=lambda one: one.promise)

    def _measured(self, game: Game[Any, Any]) -> Measures:
        """What a setting is like to play; what is tried in vain is counted."""
        try:
            graph = move_graph(game, self.limit)
        except BeyondLimits as error:
            self._in_vain += error.work + TO_MAKE * len(game.vocabulary())
            return without_figures(game, str(error))
        measures = measures_of(game, graph, self.weights)
        self._in_vain += len(graph.targets) if measures.figures is None else 0
        return measures

    def _all(self) -> Iterator[Values]:
        """Every setting, those that say that they are small first: others may turn out to be too large."""
        every = self.space.all_settings
        assert every is not None
        return iter(sorted((tuple(every.settings(n).values()) for n in range(every.size)), key=self._size_of))

    def _size_of(self, values: Values) -> float:
        game = self.space.game_of(values)
        return (game.size() if game else None) or math.inf

    def _chosen(self) -> Iterator[Values]:
        """Settings to try, until enough are measured or nothing new turns up."""
        vain, before = 0, -1
        while self.measured < self.tries and vain < VAIN:
            vain = 0 if self.measured > before else vain + 1
            before = self.measured
            drawn = self.measured * FIRST_DRAWN < self.tries or not self.ranked
            if drawn or self._rng.random() < AFRESH:
                yield self.space.draw(self._rng)
            else:
                yield self._descendant()

    def _descendant(self) -> Values:
        rng = self._rng
        values = self._parent().values
        if rng.random() < MIXED:
            values = self.space.cross(values, self._parent().values, rng)
        return self.space.change(values, rng)

    def _parent(self) -> Candidate:
        """One of the best, the better the likelier."""
        parents = self._parents[:PARENTS]
        return parents[int(len(parents) * self._rng.random() ** 2)]
