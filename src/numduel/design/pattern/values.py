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
MOST_BEFORE_ENOUGH = MOST_WORK // 500  # and before there are enough that were solved
FEWEST_SETTINGS = 12  # for a pattern
# Once so many are solved, each larger than the one before, and took so much, it is looked ahead.
FEWEST_GROWING, LOOK_AHEAD = 5, MOST_WORK // 50_000
MOVES_A_POSITION = 10  # usually; where there are more, a position counts for more
NEAR = 5_000 * MOVES_A_POSITION  # moves that are tried where there is no end of positions
WORK_IN_PYTHON = 500  # a position in plain Python takes as long as so many in a kernel
WORK_IN_VAIN = 8  # so does one in a kernel that finds more than it may

Report = Callable[[int, int], None]  # called with how many settings there are, and how many are solved


@dataclass(frozen=True)
class Values:
    """The value at the start of each setting that was solved, for player 1, and how many were not.

    Settings that a game does not allow are neither. Where it showed that fewer can be solved than are needed,
    `too_large` is one from which on there are too many positions; not all before it were looked at.
    """

    known: dict[Point, Value]
    unsolved: int
    too_large: Point | None = None


class _Tried(NamedTuple):
    """What came of a setting: its value, how many positions were found, and what that counts for."""

    value: Value
    positions: int
    work: int


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

    def solve(self, points: Iterable[Point], needed: int = 0) -> Values:
        """The values of these settings; of some, where it shows that fewer than `needed` can be solved."""
        wanted = list(points)
        by_kernel = self._worth_compiling(wanted)
        known: dict[Point, Value] = {}
        sizes: list[int] = []
        unsolved, to_ask = 0, 0 < needed < len(wanted)
        for number, point in enumerate(wanted):
            if self.report is not None:
                self.report(len(wanted), number)
            game = self.at(point)
            if game is None:
                continue
            tried = self._tried(game, by_kernel)
            if tried.value is Value.UNSOLVED:
                unsolved += 1
                if self._gives_up(len(known)):  # others are not even looked at
                    return Values(known, len(wanted) - len(known))
                continue
            known[point] = tried.value
            sizes.append(tried.positions)
            if to_ask and not unsolved and self._looks_ahead(sizes):
                to_ask = False
                if self._are_too_large((wanted[needed - 1], wanted[-1]), by_kernel):
                    self._left = 0
                    return Values(known, len(wanted) - len(known), wanted[needed - 1])
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

    def _gives_up(self, known: int) -> bool:
        """Whether so much was done in vain that no more is tried, and too few are known for a pattern."""
        enough = known >= FEWEST_SETTINGS
        if self._in_vain > (MOST_IN_VAIN if enough else MOST_BEFORE_ENOUGH):
            self._left = 0
        return not (self._left or enough)

    def _looks_ahead(self, sizes: list[int]) -> bool:
        """Whether it is time to ask how many more can be solved, as each was larger than the one before."""
        growing = len(sizes) >= FEWEST_GROWING and all(one < next_ for one, next_ in pairwise(sizes))
        return growing and self._left < MOST_WORK - LOOK_AHEAD

    def _are_too_large(self, points: Iterable[Point], by_kernel: bool) -> bool:
        """Whether none of these settings can be solved; not counted as work, for they may come again."""
        games = map(self.at, points)
        return all(game and self._value(game, by_kernel).value is Value.UNSOLVED for game in games)

    def _tried(self, game: Game[Any, Any], by_kernel: bool) -> _Tried:
        """What comes of a setting, counted; nothing, where enough was done already."""
        if self._left <= 0:
            return _Tried(Value.UNSOLVED, 0, 0)
        tried = self._value(game, by_kernel)
        self._left -= tried.work
        self._in_vain += tried.work if tried.value is Value.UNSOLVED else 0
        return tried

    def _value(self, game: Game[Any, Any], by_kernel: bool) -> _Tried:
        """The value at the start, by the game's kernel if it has one under these settings."""
        if by_kernel:
            with suppress(kernels.NoKernel):
                return self._value_by_kernel(kernels.find(game))
        if (game.size() or 0) <= HOPELESS * self.limits.most_in_memory:
            return _value_in_python(game, self._in_python)
        tried = _value_in_python(game, 1)  # a win at once needs no more
        near = NEAR // max(MOVES_A_POSITION, len(game.moves(game.initial())))
        return tried if tried.value is Value.WIN else _value_in_python(game, min(near, self._in_python))

    def _value_by_kernel(self, kernel: kernels.Kernel[Any]) -> _Tried:
        from ...engine.kernel_table import KernelTable, TooLarge

        start = kernel.game.initial()
        try:
            table = KernelTable(kernel, start, self.limits)
        except TooLarge:
            most = self.limits.positions or 0
            return _Tried(Value.UNSOLVED, most, _work(most, kernel) * WORK_IN_VAIN)
        return _Tried(table[start].value, table.positions, _work(table.positions, kernel))


def _value_in_python(game: Game[Any, Any], most: int) -> _Tried:
    """The value at the start, as far as so many positions tell it."""
    graph = Graph(game, game.initial(), Limits(positions=most))
    graph.grow(most)
    value = Table(graph)[game.initial()].value
    work = max(len(graph), len(graph.targets) // MOVES_A_POSITION)  # with what it took to close the graph
    return _Tried(value, len(graph), work * WORK_IN_PYTHON)


def _work(positions: int, kernel: kernels.Kernel[Any]) -> int:
    """What so many positions of a kernel count for: each of its actions is tried in each of them."""
    return max(positions, positions * kernel.actions // MOVES_A_POSITION)
