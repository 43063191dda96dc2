"""Work: a stretch of a sweep, measured wherever it is sent."""

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import __version__, kernels
from ..core.errors import NumduelError
from ..core.game import Game
from ..core.settings import SettingError
from ..engine.limits import Limits
from .columns import TEXT, row_of
from .measure import measure
from .measures import Measures
from .plan import LARGEST, Plan

SLICE = 1.0  # seconds of work after which what is done is handed in, so that an accident costs little
SLOW = 0.05  # seconds for one setting
TOGETHER = 64  # settings that are measured in one go
MANY = 1_000  # settings for which compiled code is worth its start; told by the plan, so that all do alike

Cells = list[Any]


class WrongVersion(NumduelError, RuntimeError):
    """A worker would write other rows than this machine; the message says why in one sentence."""


@dataclass(frozen=True)
class Done:
    """The rows of settings from `start` up to `stop`, those that are not wanted left out."""

    start: int
    stop: int
    rows: list[Cells]


def setup(plan: Plan) -> str:
    """What decides the rows beside the plan: the version, and whether many are measured by compiled code."""
    if plan.count < MANY:
        return f"numduel {__version__}"
    return f"numduel {__version__} {'with' if kernels.available() else 'without'} numba"


def work(plan: Plan, start: int, stop: int, expected: str | None = None) -> Done:
    """Measure settings from `start` on, up to `stop` or until it is time to hand in what is done."""
    known, rows, at = _known(plan), list[Cells](), start
    if expected is not None and expected != setup(known):
        raise WrongVersion(f"a worker has {setup(known)}, and this machine has {expected}")
    end = time.thread_time() + SLICE
    while at < stop and (at == start or time.thread_time() < end):
        before = time.thread_time()
        for row in rows_of(known, known.numbers[at : min(at + TOGETHER, stop)]):
            at += 1
            if known.condition(row):
                rows.append([row[column.name] for column in known.columns])
            now = time.thread_time()
            if now > end and now - before > SLOW:
                break  # the next may take as long; those that were measured together are here already
            before = now
    return Done(start, at, rows)


@lru_cache(maxsize=4)
def _known(plan: Plan) -> Plan:
    """The plan with all that it has read already."""
    return plan


def rows_of(plan: Plan, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The rows of settings, by the names of their columns."""
    games: list[Game[Any, Any] | SettingError] = []
    for number in numbers:
        try:
            games.append(plan.grid.game_at(number))
        except SettingError as error:  # they do not go together
            games.append(error)
    measured = _measured(plan, [game for game in games if isinstance(game, Game)])
    for number, game in zip(numbers, games, strict=True):
        if isinstance(game, Game):
            yield _row(plan, row_of(next(measured)), game.settings)
        else:
            cells = {"spec": plan.grid.spec_at(number), "note": str(game)}
            yield _row(plan, cells, plan.grid.settings(number))


def _measured(plan: Plan, games: Sequence[Game[Any, Any]]) -> Iterator[Measures]:
    """What each of these games is like to play, by one call of compiled code where that is worth it."""
    weights = dict(plan.weights)
    if plan.count >= MANY and games and kernels.available():
        from .batch import measure_many

        with contextlib.suppress(kernels.NoKernel):
            yield from measure_many(games, plan.limit, weights)
            return
    for game in games:
        yield measure(game, Limits(positions=plan.limit), weights=weights)


def _row(plan: Plan, cells: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """A row with every column; cells that nothing is known of are None."""
    row = {column.name: cells.get(column.name) for column in plan.columns}
    if row["plies"] is not None and row["plies"] > LARGEST:
        row["plies"], row["note"] = None, "more plies than a column holds"
    for column, setting in plan.setting_columns:
        value = settings.get(setting.name, setting.default)
        row[column.name] = setting.kind.write(value) if column.kind == TEXT else value
    return row
