"""Values of many settings: who wins each, from its solved table and never from a game's theory."""

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from ... import kernels
from ...core.game import Game
from ...core.settings import SettingError
from ...core.verdict import Value
from ...engine.limits import Limits
from ...solver.answers import CROSSING, HOPELESS
from ...solver.explore import Graph
from ...solver.table import Table
from .ranges import Point

DEFAULT_POSITIONS = 1_000_000  # of one setting,
DEFAULT_IN_PYTHON = 50_000  # and where no kernel explores them
# Of all settings together, counted as positions that a kernel solves: a minute or two, however many settings.
MOST_WORK = 2_000_000_000
MOST_IN_VAIN = MOST_WORK // 20  # on settings that turned out too large,
MOST_BEFORE_ENOUGH = MOST_WORK // 150  # and before there are enough that were solved
FEWEST_SETTINGS = 12  # for a pattern
NEAR = 5_000  # positions that are explored where there is no end of them
MOVES_A_POSITION = 10  # usually; where there are more, a position counts for more
WORK_IN_PYTHON = 250  # a position in plain Python takes as long as so many in a kernel
WORK_IN_VAIN = 8  # so does one in a kernel that finds more than it may

Report = Callable[[int, int], None]  # called with how many settings there are, and how many are solved


@dataclass(frozen=True)
class Values:
    """The value at the start of each setting that was solved, for player 1, and how many were not.

    Settings that a game does not allow are neither.
    """

    known: dict[Point, Value]
    unsolved: int


class Surveyor:
    """Solves settings of a game, one after the other, and stops solving where that gets too much in all."""

    def __init__(
        self,
        game: Game[Any, Any],
        names: Sequence[str],
        limits: Limits | None = None,
        report: Report | None = None,
    ) -> None:
        limits = limits or Limits()
        self.game, self.names, self.report = game, tuple(names), report
        # Tables are small and many: sharing one among threads would cost more than it saves.
        self.limits = replace(limits, positions=limits.positions or DEFAULT_POSITIONS, threads=1)
        most = self.limits.positions_in_python
        self._in_python = most if limits.positions else min(most, DEFAULT_IN_PYTHON)
        self._left, self._in_vain = MOST_WORK, 0

    def solve(self, points: Iterable[Point]) -> Values:
        """The values of these settings."""
        wanted = list(points)
        by_kernel = self._worth_compiling(wanted)
        known: dict[Point, Value] = {}
        unsolved = 0
        for number, point in enumerate(wanted):
            if self.report is not None and number % 16 == 0:
                self.report(len(wanted), number)
            game = self.at(point)
            if game is None:
                continue
            value = self._value(game, by_kernel) if self._left > 0 else Value.UNSOLVED
            if value is not Value.UNSOLVED:
                known[point] = value
                continue
            unsolved += 1
            enough = len(known) >= FEWEST_SETTINGS
            if self._in_vain > (MOST_IN_VAIN if enough else MOST_BEFORE_ENOUGH):
                self._left = 0
            if not (self._left or enough):  # nor will there be: they are not even looked at
                return Values(known, len(wanted) - len(known))
        return Values(known, unsolved)

    def at(self, point: Point) -> Game[Any, Any] | None:
        """The game under these settings; None where it does not allow them."""
        settings = {**self.game.settings, **dict(zip(self.names, point, strict=True))}
        with suppress(SettingError):
            return type(self.game)(**settings)
        return None

    def _worth_compiling(self, points: list[Point]) -> bool:
        """Whether plain Python would take longer than it takes to have compiled code ready."""
        games = (self.at(point) for point in reversed(points))
        largest = next((game.size() for game in games if game is not None), 0)
        return (largest or math.inf) * len(points) > CROSSING and kernels.available()

    def _value(self, game: Game[Any, Any], by_kernel: bool) -> Value:
        """The value at the start, by the game's kernel if it has one under these settings."""
        if by_kernel:
            with suppress(kernels.NoKernel):
                return self._value_by_kernel(kernels.find(game))
        if (game.size() or 0) <= HOPELESS * self.limits.most_in_memory:
            return self._value_in_python(game, self._in_python)
        value = self._value_in_python(game, 1)  # a win at once needs no more
        return value if value is Value.WIN else self._value_in_python(game, min(NEAR, self._in_python))

    def _value_in_python(self, game: Game[Any, Any], most: int) -> Value:
        """The value at the start, as far as so many positions tell it."""
        graph = Graph(game, game.initial(), Limits(positions=most))
        graph.grow(most)
        value = Table(graph)[game.initial()].value
        work = max(len(graph), len(graph.targets) // MOVES_A_POSITION)
        self._count(work * WORK_IN_PYTHON, value)
        return value

    def _value_by_kernel(self, kernel: kernels.Kernel[Any]) -> Value:
        from ...engine.kernel_table import KernelTable, TooLarge

        start = kernel.game.initial()
        try:
            table = KernelTable(kernel, start, self.limits)
        except TooLarge:
            self._count((self.limits.positions or 0) * WORK_IN_VAIN, Value.UNSOLVED)
            return Value.UNSOLVED
        self._count(table.positions, table[start].value)
        return table[start].value

    def _count(self, work: int, value: Value) -> None:
        """Count work that was done, and what was done in vain."""
        self._left -= work
        self._in_vain += work if value is Value.UNSOLVED else 0
