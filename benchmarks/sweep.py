"""How fast settings are measured and swept: one by one, many in one call, by one process and by two.

    .venv/bin/python benchmarks/sweep.py                # all of it: some minutes
    .venv/bin/python benchmarks/sweep.py batch          # only many in one call against one by one
    .venv/bin/python benchmarks/sweep.py processes      # only one process against two
    .venv/bin/python benchmarks/sweep.py duel           # only 100,000 settings of Operation Duel
    .venv/bin/python benchmarks/sweep.py tasks          # only what a task costs on a cluster of one worker

Prints times, and how far figures of both ways are apart. Exit code 1 if a goal is missed.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil

from numduel.design.batch import measure_many
from numduel.design.columns import row_of
from numduel.design.grid import chosen_numbers, read_pattern
from numduel.design.local import run_local
from numduel.design.measure import measure
from numduel.design.pieces import Pieces
from numduel.design.plan import Plan
from numduel.design.sweep import sweep

PATTERNS = {
    "operation-duel": "operation-duel:target=10..200,add=1-3|1/2/5|2/4,multiply=2|2/3",
    "digit-stack": "digit-stack:target=99..2000,digits=1-5|1-9,multiple=2..30",
    "top-stack-twelve": "top-stack-twelve:limit=5..12,window=2..3,tokens=1-3|1-4,supply=1..2",
}
TIMES, SCALING = 20, 0.9  # the goals
HUNDRED_THOUSAND = Plan(
    "operation-duel:target=10..209,start=1..5,add=1|2|3|1/2|1-3|1/4|2/3|1/2/5|2-4|3/5,"
    "multiply=none|2|3|4|2/3|2/4|2/5|3/4|3/5|4/5"
)


def batch(count: int = 100) -> bool:
    """Whether many in one call are so many times as fast as one by one."""
    good = True
    for name, pattern in PATTERNS.items():
        grid = read_pattern(pattern)
        games = [grid.game_at(number) for number in chosen_numbers(grid.size, count, seed=1)]
        list(measure_many(games[:1], 100_000, {}))  # compiles
        began = time.perf_counter()
        together = list(measure_many(games, 100_000, {}))
        middle = time.perf_counter()
        alone = [measure(game) for game in games]
        times = (time.perf_counter() - middle) / (middle - began)
        worst = max(
            abs(one - other)
            for found, expected in zip(together, alone, strict=True)
            for one, other in zip(row_of(found).values(), row_of(expected).values(), strict=True)
            if isinstance(one, float) and isinstance(other, float)
        )
        rate = len(games) / (middle - began)
        print(
            f"{name}: {rate:,.0f} settings a second, {times:.0f} times one by one, at most {worst:.0e} apart"
        )
        good &= times >= TIMES and worst < 1e-8
    return good


def processes() -> bool:
    """Whether two processes are nearly twice as fast as one, once they have started.

    Where others use the machine as well, their time says little; the time that processors were at work says
    what sharing the work costs.
    """
    plan = Plan("operation-duel:target=10..1200,add=1-3|1/2/5,multiply=2|2/3|3/5")
    alone, together = (_rates(plan, count) for count in (1, 2))
    scaling = together[0] / (2 * alone[0])
    print(f"one process {alone[0]:,.0f} settings a second, two {together[0]:,.0f}: {scaling:.2f} of linear")
    print(
        f"in a second of processors' work {alone[1]:,.0f} and {together[1]:,.0f}: "
        f"{together[1] / alone[1]:.2f} of linear"
    )
    return scaling >= SCALING


def _rates(plan: Plan, count: int) -> tuple[float, float]:
    """How many settings so many processes measure in a second, and in a second of processors' work.

    From the middle on, when all have started; their work is counted from there on too.
    """
    began, work, done, skipped = 0.0, 0.0, 0, 0
    crew = run_local(plan, Pieces([(0, plan.count)], piece=128), count)
    for result in crew:
        done += result.stop - result.start
        if not skipped and done >= plan.count // 2:
            began, work, skipped = time.perf_counter(), _work_of_all(), done
        if done == plan.count:
            seconds, worked = time.perf_counter() - began, _work_of_all() - work
    return (done - skipped) / seconds, (done - skipped) / worked


def _work_of_all() -> float:
    """The seconds for which processors have worked for this process and those that it has started."""
    me = psutil.Process()
    each = [process.cpu_times() for process in (me, *me.children(recursive=True))]
    return float(sum(times.user + times.system for times in each))


def duel() -> bool:
    """How long 100,000 small settings take, from the command to the file."""
    with tempfile.TemporaryDirectory() as folder:
        out, began = Path(folder) / "duel.parquet", time.perf_counter()
        rows = sweep(HUNDRED_THOUSAND, str(out), run=partial(run_local, processes=2))
        seconds = time.perf_counter() - began
    times = os.times()
    work = times.user + times.system + times.children_user + times.children_system
    print(f"{rows:,} settings of Operation Duel in {seconds:.0f} s, {work:.0f} s of processors' work")
    return rows == 100_000


def tasks() -> bool:
    """What a task costs on a cluster: pieces of one small setting, in one worker process here and in none."""
    from distributed import LocalCluster

    from numduel.design.cluster import run_on_cluster

    plan, pieces = Plan("operation-duel:target=2..1001"), 500
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        there = partial(run_on_cluster, plan, address=cluster.scheduler_address)
        deque(there(Pieces([(0, 20)], piece=1)), 0)  # the worker has loaded everything
        far = _each(lambda: deque(there(Pieces([(0, pieces)], piece=1)), 0), pieces)
    near = _each(lambda: deque(run_local(plan, Pieces([(0, pieces)], piece=1), 1), 0), pieces)
    for what, one, other in zip(("a task takes", "of processors' work"), far, near, strict=True):
        print(f"{what} {1000 * one:.1f} ms on a cluster, {1000 * other:.1f} ms here")
    return True


def _each(run: Callable[[], object], pieces: int) -> tuple[float, float]:
    """The seconds that each piece takes, and the seconds of processors' work."""
    began, work = time.perf_counter(), _work_of_all()
    run()
    return (time.perf_counter() - began) / pieces, (_work_of_all() - work) / pieces


PARTS: dict[str, Callable[[], bool]] = {"batch": batch, "processes": processes, "duel": duel, "tasks": tasks}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all, where none is named")
    good = [PARTS[part]() for part in parser.parse_args().parts or PARTS]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
