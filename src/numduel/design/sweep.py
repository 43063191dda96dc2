"""Sweep: many settings measured, a row each, into a file that is whole or not there."""

import heapq
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from .columns import Column
from .expression import ExpressionError
from .formats import write_rows
from .local import run_local
from .pieces import Pieces
from .plan import Plan
from .sweep_journal import SweepJournal, identity
from .work import Cells, Done

Report = Callable[[int, int], None]  # called with how many settings are done, and how many there are
ASCENDING, DESCENDING = "asc", "desc"


@dataclass(frozen=True)
class Order:
    """By which column rows are put in order, highest first unless it is ascending, and how many are kept."""

    column: str = ""
    ascending: bool = False
    top: int | None = None

    def apply(self, columns: Iterable[Column], rows: Iterable[Cells]) -> Iterable[Cells]:
        """The rows in this order; those without a value come last, and equal ones stay as they were."""
        if not self.column:
            return rows if self.top is None else _first(rows, self.top)
        at = [column.name for column in columns].index(self.column)

        def rank(row: tuple[int, Cells]) -> Any:
            cell, number = row[1][at], row[0]
            return (
                cell is None,
                _Reversed(cell) if not self.ascending and cell is not None else cell or 0,
                number,
            )

        numbered = enumerate(rows)
        ordered = (
            sorted(numbered, key=rank) if self.top is None else heapq.nsmallest(self.top, numbered, rank)
        )
        return (row for _, row in ordered)


class _Reversed:
    """A value that is the smaller the larger it is."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: "_Reversed") -> bool:
        return bool(self.value > other.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and self.value == other.value


def read_order(text: str | None, top: int | None, columns: Iterable[Column]) -> Order:
    """The order that `--sort` and `--top` name: a column, and `asc` behind it for the lowest first."""
    name, _, way = (text or "").strip().partition(" ")
    known = [column.name for column in columns]
    if text and (name not in known or way.strip() not in ("", ASCENDING, DESCENDING)):
        raise ExpressionError(
            f"--sort takes a column, with asc behind it for the lowest first, not {text[:40]!a}"
        )
    return Order(name, way.strip() == ASCENDING, top)


def _first(rows: Iterable[Cells], count: int) -> Iterator[Cells]:
    for _, row in zip(range(count), rows, strict=False):
        yield row


def sweep(
    plan: Plan,
    output: str,
    *,
    run: Callable[[Plan, Pieces], Generator[Done]] | None = None,
    order: Order | None = None,
    force: bool = False,
    report: Report | None = None,
) -> int:
    """Measure every setting of a plan, and write the rows that are wanted; how many rows those are.

    What is done is kept in a journal beside the file. After any accident the same call goes on from there.
    `run` does the work; with none given, this process does.
    """
    journal = SweepJournal(output, plan, force)
    finished = False
    try:
        pieces = Pieces(journal.missing(plan.count))
        finished_settings = journal.done
        with closing((run or _run_here)(plan, pieces)) as results:
            _tell(report, finished_settings, plan.count)
            for done in results:
                if journal.add(done):
                    finished_settings += done.stop - done.start
                _tell(report, finished_settings, plan.count)
        rows = (order or Order()).apply(plan.columns, journal.rows())
        written = write_rows(output, plan.columns, rows, identity(plan))
        finished = True
    finally:
        journal.close(finished)
    return written


def _tell(report: Report | None, done: int, count: int) -> None:
    if report is not None:
        report(done, count)


def _run_here(plan: Plan, pieces: Pieces) -> Generator[Done]:
    return run_local(plan, pieces, 1)
