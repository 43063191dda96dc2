"""Plan: all that decides what a sweep writes, and what its rows look like."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..core.errors import NumduelError
from ..core.integers import show_integer
from ..core.settings import Setting, Whole
from . import expression
from .columns import FIGURES, FIRST, LAST, TEXT, WHOLE, Column
from .grid import Axis, Grid, chosen_numbers, read_pattern, told_size
from .measure import DEFAULT_POSITIONS

MOST_ROWS = 10_000_000  # unless more are allowed
LARGEST = 2**63 - 1  # what a column of whole numbers holds


class TooManyRows(NumduelError, ValueError):
    """A sweep has more rows than are allowed; the message says how many, and what to do."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """A sweep: the pattern, how many of its settings are drawn by which seed, and what is asked of each.

    Two sweeps with equal plans, in equal versions, write the same rows.
    """

    pattern: str
    draws: int | None = None
    seed: int = 0
    limit: int = DEFAULT_POSITIONS
    weights: tuple[tuple[str, float], ...] = ()
    where: str = ""

    @cached_property
    def grid(self) -> Grid:
        """The settings that the pattern names."""
        return read_pattern(self.pattern)

    @cached_property
    def numbers(self) -> Sequence[int]:
        """The settings that are swept, by their numbers in the grid, in order."""
        return chosen_numbers(self.grid.size, self.draws, self.seed)

    @property
    def count(self) -> int:
        """How many settings are swept."""
        return self.grid.size if self.draws is None else min(self.draws, self.grid.size)

    def __reduce__(self) -> Any:
        return Plan, dataclasses.astuple(self)  # without what it has read already

    @cached_property
    def setting_columns(self) -> tuple[tuple[Column, Setting], ...]:
        """The columns of the settings, each with the setting that it is about."""
        taken = {column.name for column in (*FIRST, *FIGURES, *LAST)}
        axes = {axis.name: axis for axis in self.grid.axes}
        return tuple(
            (
                Column(
                    f"setting_{name}" if name in taken else name,
                    WHOLE if isinstance(one.kind, Whole) and _fits(axes.get(name), one) else TEXT,
                    name,
                ),
                one,
            )
            for name, one in self.grid.game.declared.items()
        )

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns: what every sweep begins with, the settings, the figures."""
        return (*FIRST, *(column for column, _ in self.setting_columns), *FIGURES, *LAST)

    @cached_property
    def condition(self) -> Callable[[Mapping[str, Any]], bool]:
        """Which rows are wanted."""
        return read_where(self.where, self.columns)

    def check(self, most: int | None = None) -> None:
        """Raise an error, in one sentence, where this plan cannot be carried out."""
        allowed = MOST_ROWS if most is None else most
        if self.count > allowed:
            raise TooManyRows(
                f"that is a sweep of {told_size(self.count)}, more than {show_integer(allowed, ',')}: "
                "narrow it, draw some with --random N, or allow as many with --most N"
            )
        _ = self.condition


def read_where(where: str, columns: Sequence[Column]) -> Callable[[Mapping[str, Any]], bool]:
    """Which rows a condition means; all, where there is none."""
    if not where.strip():
        return lambda row: True
    kinds = {one.name: expression.TEXT if one.kind == TEXT else expression.NUMBER for one in columns}
    return expression.read_condition(where, kinds)


def _fits(axis: Axis | None, setting: Setting) -> bool:
    """Whether a column of whole numbers can hold all that a setting is."""
    parts: Sequence[Any] = ((setting.default,),) if axis is None else axis.parts
    ends = [end for part in parts for end in (part[0], part[-1])]
    return all(end is None or -LARGEST <= end <= LARGEST for end in ends)
