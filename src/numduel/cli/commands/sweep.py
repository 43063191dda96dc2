"""`numduel sweep`: many settings measured, a row each, on one machine or many."""

import argparse
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import ArgumentError, NumduelError
from ...core.integers import count
from ...core.text import quoted, visible
from ...engine.limits import Progress
from ..console import Console, Failed, UsageError, complain
from ..files import Output
from ..interrupts import INTERRUPTED, heard
from ..laboratory import needed
from ..options import named_pattern, whole
from ..progress import sweeping
from .measure import read_weights

if TYPE_CHECKING:
    from ...design.pieces import Pieces
    from ...design.plan import Plan
    from ...design.sweep import Order
    from ...design.work import Done

SWEEP_ONLY = ("random", "seed", "limit", "weights", "processes", "cluster", "most")
SHOW_ONLY = ("columns", "heat", "scatter", "curves")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "pattern",
        nargs="?",
        metavar="PATTERN",
        help="a spec with ranges a..b, alternatives x|y, or * for all",
    )
    parser.add_argument("-o", dest="output", metavar="FILE", help="what to write: .parquet, .csv or .jsonl")
    parser.add_argument("--force", action="store_true", help="overwrite a file, and begin anew")
    parser.add_argument("--where", default="", metavar="CONDITION", help="only such rows: 'decisions > 0.4'")
    parser.add_argument("--sort", metavar="COLUMN", help="highest first; 'COLUMN asc' for the lowest")
    parser.add_argument("--top", type=whole(1), metavar="N", help="only the first N rows")
    parser.add_argument(
        "--random", type=whole(1), metavar="N", help="N settings of the pattern, drawn at random"
    )
    parser.add_argument("--seed", type=whole(0), metavar="S", help="draw the same settings for the same seed")
    parser.add_argument("--limit", type=whole(1), metavar="N", help="explore at most N positions a setting")
    parser.add_argument("--weights", type=read_weights, metavar="PART=N,…", help="as for measure")
    parser.add_argument("--processes", type=whole(1), metavar="N", help="share the work (else one a core)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="work on a Dask cluster, such as tcp://host:8786"
    )
    parser.add_argument("--most", type=whole(1), metavar="N", help="allow sweeps of up to N settings")
    parser.add_argument("--show", metavar="FILE", help="show rows of such a file; with -o as a picture")
    parser.add_argument("--columns", metavar="NAME,…", help="with --show, these columns")
    parser.add_argument("--heat", metavar="X,Y,COLUMN", help="draw a heat map over two settings")
    parser.add_argument("--scatter", metavar="X,Y[,COLUMN]", help="draw a dot a row")
    parser.add_argument("--curves", action="store_true", help="draw player 1's chance over noise")


def run(console: Console, options: argparse.Namespace) -> int:
    """Sweep, or show what was swept; the exit code."""
    if options.show is not None:
        _refuse(options, SWEEP_ONLY, "goes with a pattern, not with --show")
        if options.pattern is not None:
            raise UsageError("--show takes a file of results, and no pattern beside it")
        from ..results import show

        return show(console, options)
    _refuse(options, SHOW_ONLY, "goes with --show FILE")
    if options.pattern is None or options.output is None:
        raise UsageError("a sweep takes a pattern and -o FILE, such as -o results.parquet")
    with needed("sweeping"):
        return _sweep(console, options)


def _refuse(options: argparse.Namespace, names: tuple[str, ...], why: str) -> None:
    for name in names:
        if getattr(options, name):
            raise UsageError(f"--{name} {why}")


class _Counted:
    """How many settings are done, for a person who watches and for who is interrupted."""

    def __init__(self, report: Progress) -> None:
        self._report, self.done = report, 0

    def __call__(self, done: int, count: int) -> None:
        self.done = done
        self._report(done, count)


def _sweep(console: Console, options: argparse.Namespace) -> int:
    from ...design.sweep import sweep

    plan, order = _plan(options)
    Output(console, options.output, options.force)
    if Path(options.output).is_dir():
        raise Failed(f"{quoted(options.output)} is a folder; give the name of a file")
    run = partial(_run, options)
    with sweeping(options.plain) as report:
        counted = _Counted(report)
        try:
            rows = sweep(plan, options.output, run=run, order=order, force=options.force, report=counted)
        except KeyboardInterrupt:
            heard()
            stopped = f"{counted.done:,} of {count(plan.count, 'setting')} are kept"
            complain(f"interrupted; {stopped}, and the same command goes on from there")
            return INTERRUPTED
        except NumduelError as error:
            raise Failed(str(error)) from None
    where = visible(options.output, most=1000)
    console.say(f"{count(plan.count, 'setting')} measured, {count(rows, 'row')} in {where}.")
    return 0


def _plan(options: argparse.Namespace) -> "tuple[Plan, Order]":
    """What is to be swept, and the order of rows; UsageError where it cannot be."""
    from ...design.expression import ExpressionError
    from ...design.formats import check_suffix
    from ...design.measure import DEFAULT_POSITIONS
    from ...design.measures import check_weights
    from ...design.plan import Plan, TooManyRows
    from ...design.sweep import read_order

    if options.seed is not None and options.random is None:
        raise UsageError("--seed goes with --random N")
    plan = Plan(
        pattern=named_pattern(options.pattern),
        draws=options.random,
        seed=options.seed or 0,
        limit=options.limit or DEFAULT_POSITIONS,
        weights=tuple(sorted((options.weights or {}).items())),
        where=options.where,
    )
    try:
        if check_suffix(options.output) == ".parquet":
            import pyarrow  # noqa: F401 - who lacks it is told before any work is done
        check_weights(dict(plan.weights))
        plan.check(options.most)
        return plan, read_order(options.sort, options.top, plan.columns)
    except (ArgumentError, ExpressionError, TooManyRows) as error:
        raise UsageError(str(error)) from None


def _run(options: argparse.Namespace, plan: "Plan", pieces: "Pieces") -> "Generator[Done]":
    if options.cluster is not None:
        from ...design.cluster import run_on_cluster

        return run_on_cluster(plan, pieces, options.cluster)
    from ...design.local import processes_to_use, run_local

    return run_local(plan, pieces, processes_to_use(options.processes, plan.limit))
