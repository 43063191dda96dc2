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
from collections.abc import Callable
from functools import partial
from pathlib import Path

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
    """Whether two processes are nearly twice as fast as one, once they have started."""
    plan = Plan("operation-duel:target=10..1200,add=1-3|1/2/5,multiply=2|2/3|3/5")
    rates = {count: _rate(plan, count, plan.count) for count in (1, 2)}
    scaling = rates[2] / (2 * rates[1])
    print(f"one process {rates[1]:,.0f} settings a second, two {rates[2]:,.0f}: {scaling:.2f} of linear")
    return scaling >= SCALING


def _rate(plan: Plan, count: int, settings: int) -> float:
    """How many settings a second processes measure between the first and the last that they hand in."""
    os.environ["NUMBA_NUM_THREADS"] = "1"
    began, done = 0.0, 0
    for result in run_local(plan, Pieces([(0, settings)], piece=128), count):
        if began == 0.0 or done < settings // 5:  # the start of processes is told apart
            began, skipped = time.perf_counter(), done + result.stop - result.start
        done += result.stop - result.start
    return (done - skipped) / (time.perf_counter() - began)


def duel() -> bool:
    """How long 100,000 small settings take, from the command to the file."""
    with tempfile.TemporaryDirectory() as folder:
        out, began = Path(folder) / "duel.parquet", time.perf_counter()
        rows = sweep(HUNDRED_THOUSAND, str(out), run=partial(run_local, processes=2))
        seconds = time.perf_counter() - began
        print(f"{rows:,} settings of Operation Duel in {seconds:.0f} s: {rows / seconds:,.0f} a second")
    return rows == 100_000


def tasks() -> bool:
    """What a task costs on a cluster: the time of pieces of one trivial setting, in a worker process here."""
    from distributed import LocalCluster

    from numduel.design.cluster import run_on_cluster

    plan, pieces = Plan("operation-duel:target=2..1001"), 500
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        for _ in run_on_cluster(plan, Pieces([(0, 20)], piece=1), cluster.scheduler_address):
            pass  # the worker has loaded everything
        began = time.perf_counter()
        for _ in run_on_cluster(plan, Pieces([(0, pieces)], piece=1), cluster.scheduler_address):
            pass
        each = (time.perf_counter() - began) / pieces
    began = time.perf_counter()
    for _ in run_local(plan, Pieces([(0, pieces)], piece=1), 1):
        pass
    alone = (time.perf_counter() - began) / pieces
    print(
        f"a task takes {1000 * each:.1f} ms on a cluster and {1000 * alone:.1f} ms here: "
        f"{1000 * (each - alone):.1f} ms are overhead"
    )
    return True


PARTS: dict[str, Callable[[], bool]] = {"batch": batch, "processes": processes, "duel": duel, "tasks": tasks}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all, where none is named")
    good = [PARTS[part]() for part in parser.parse_args().parts or PARTS]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
