"""Values of many settings: who wins each, from its solved table and never from a game's theory."""

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ... import kernels
from ...core.game import Game
from ...core.settings import SettingError
from ...core.verdict import Value
from ...engine.limits import Limits
from ...solver.answers import CROSSING
from ...solver.explore import explore
from ...solver.table import Table
from .ranges import Point

DEFAULT_POSITIONS = 1_000_000  # of one setting
# Of all settings together: about two minutes, however many settings there are.
MOST_BY_KERNEL = 2_000_000_000
MOST_IN_PYTHON = 10_000_000

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
        self._left = 0

    def solve(self, points: Iterable[Point]) -> Values:
        """The values of these settings."""
        wanted = list(points)
        by_kernel = self._worth_compiling(wanted)
        self._left = MOST_BY_KERNEL if by_kernel else MOST_IN_PYTHON
        known: dict[Point, Value] = {}
        unsolved = 0
        for number, point in enumerate(wanted):
            if self.report is not None and number % 16 == 0:
                self.report(len(wanted), number)
            game = self.at(point)
            if game is None:
                continue
            value = self._value(game, by_kernel) if self._left > 0 else Value.UNSOLVED
            if value is Value.UNSOLVED:
                unsolved += 1
            else:
                known[point] = value
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
        most = self.limits.positions_in_python
        table = Table(explore(game, game.initial(), most))
        self._left -= table.positions
        return table[game.initial()].value

    def _value_by_kernel(self, kernel: kernels.Kernel[Any]) -> Value:
        from ...engine.kernel_table import KernelTable, TooLarge

        start = kernel.game.initial()
        try:
            table = KernelTable(kernel, start, self.limits)
        except TooLarge:
            self._left -= self.limits.positions or 0
            return Value.UNSOLVED
        self._left -= table.positions
        return table[start].value
