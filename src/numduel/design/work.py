"""Work: a stretch of a sweep, measured wherever it is sent."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import __version__, kernels
from ..core.errors import NumduelError
from ..core.settings import SettingError
from ..engine.limits import Limits
from .columns import TEXT, row_of
from .measure import measure
from .plan import LARGEST, Plan

SLICE = 1.0  # seconds after which what is done is handed in, so that little is lost by an accident
TOGETHER = 64  # settings that are measured in one go

Cells = list[Any]


class WrongVersion(NumduelError, RuntimeError):
    """A worker would write other rows than this machine; the message says why in one sentence."""


@dataclass(frozen=True)
class Done:
    """The rows of settings from `start` up to `stop`, those that are not wanted left out."""

    start: int
    stop: int
    rows: list[Cells]


def setup() -> str:
    """What decides the rows beside the plan: the version, and whether kernels are compiled."""
    return f"numduel {__version__} {'with' if kernels.available() else 'without'} numba"


def work(plan: Plan, start: int, stop: int, expected: str | None = None) -> Done:
    """Measure settings from `start` on, up to `stop` or until it is time to hand in what is done."""
    if expected is not None and expected != setup():
        raise WrongVersion(f"a worker has {setup()}, and this machine has {expected}")
    known, began, rows = _known(plan), time.monotonic(), list[Cells]()
    at = start
    while at < stop and (at == start or time.monotonic() - began < SLICE):
        upto = min(at + TOGETHER, stop)
        for row in rows_of(known, known.numbers[at:upto]):
            at += 1
            if known.condition(row):
                rows.append([row[column.name] for column in known.columns])
            if time.monotonic() - began > SLICE:
                break
    return Done(start, at, rows)


@lru_cache(maxsize=4)
def _known(plan: Plan) -> Plan:
    """The plan with all that it has read already."""
    return plan


def rows_of(plan: Plan, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The rows of settings, by the names of their columns."""
    weights, limits = dict(plan.weights), Limits(positions=plan.limit)
    for number in numbers:
        settings = plan.grid.settings(number)
        try:
            game = plan.grid.game_at(number)
        except SettingError as error:  # they do not go together
            yield _row(plan, {"spec": plan.grid.spec_at(number), "note": str(error)}, settings)
        else:
            yield _row(plan, row_of(measure(game, limits, weights=weights)), game.settings)


def _row(plan: Plan, cells: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """A row with every column; cells that nothing is known of are None."""
    row = {column.name: cells.get(column.name) for column in plan.columns}
    if row["plies"] is not None and row["plies"] > LARGEST:
        row["plies"], row["note"] = None, "more plies than a column holds"
    for column, field in plan.setting_columns:
        value = settings.get(field.name, field.default)
        row[column.name] = field.metadata["kind"].write(value) if column.kind == TEXT else value
    return row
