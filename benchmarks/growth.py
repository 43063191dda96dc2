"""How time and memory a position grow with the number of positions to be solved, from 10^5 to 10^8.

    .venv/bin/python benchmarks/growth.py

They should stay the same. Every size is solved by its kernel in a process of its own, after a small game of
the same kind, so that nothing is compiled while the clock runs: the value and the plies of each position.
Processes take turns, and the median of each size counts. Memory is the most that solving took beyond what the
process had before it.

A virtual machine gives memory that is not in use back to its host, and to get it again may take longer than
to solve what is put there; that falls on the largest size. So as much as a size takes is written to and let
go of before the clock runs. With --cold it is not.
"""

import argparse
import dataclasses
import json
import statistics
import subprocess
import sys
from collections.abc import Callable

import numpy as np
from timing import extra_memory, print_goal, print_table, print_versions, seconds

import numduel
from numduel import kernels
from numduel.engine.kernel_table import KernelTable
from numduel.engine.limits import Limits


@dataclasses.dataclass(frozen=True)
class Ladder:
    """A game in ever larger sizes: every code there is (`whole`), or what can be reached from the start."""

    name: str
    spec: Callable[[int], str]
    sizes: tuple[int, ...]
    whole: bool


# With three numbers of 2 * max_value + 1 values each, the boxes hold about 10^5, 10^6, 10^7 and 10^8 stacks.
FLAT = 1.5  # the goal: most by least
BYTES = 32  # a position, that are written to before the clock runs
LADDERS = {
    ladder.name: ladder
    for ladder in (
        Ladder("operation-duel", "operation-duel:target={}".format, (10**5, 10**6, 10**7, 10**8), False),
        Ladder(
            "operation-stack", "operation-stack:max_stack=3,max_value={}".format, (22, 49, 107, 231), True
        ),
    )
}


def solve(spec: str, whole: bool) -> KernelTable:
    game = numduel.load(spec)
    return KernelTable(kernels.find(game), None if whole else game.initial(), Limits(memory=1 << 32))


def work(name: str, size: int, cold: bool) -> None:
    """In a process of its own: solve one size once, and say what it took."""
    ladder, found = LADDERS[name], list[KernelTable]()
    solve(ladder.spec(10), ladder.whole)
    if not cold:
        np.ones(BYTES * kernels.find(numduel.load(ladder.spec(size))).size, np.uint8)
    taken = 0.0

    def timed() -> None:
        nonlocal taken
        taken = seconds(lambda: found.append(solve(ladder.spec(size), ladder.whole)))

    mebibytes = extra_memory(timed)
    print(json.dumps({"positions": found[0].positions, "seconds": taken, "bytes": mebibytes * 2**20}))


def run(name: str, size: int, cold: bool) -> dict[str, float]:
    command = [sys.executable, __file__, "--worker", name, str(size), *["--cold"] * cold]
    output: dict[str, float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return output


def measure(ladder: Ladder, repeats: int, cold: bool) -> None:
    runs = [{size: run(ladder.name, size, cold) for size in ladder.sizes} for _ in range(repeats)]
    rows, times, weights = [], [], []
    for size in ladder.sizes:
        positions = runs[0][size]["positions"]
        taken, weight = (statistics.median(one[size][what] for one in runs) for what in ("seconds", "bytes"))
        times.append(1e9 * taken / positions)
        weights.append(weight / positions)
        rows.append([ladder.spec(size), f"{positions:,}", f"{taken:,.3f}"])
        rows[-1] += [f"{times[-1]:.1f}", f"{weights[-1]:.1f}"]
    print_table(["setting", "positions", "seconds", "ns a position", "bytes a position"], rows)
    spread = [max(figures) / min(figures) for figures in (times, weights)]
    for what, ratio in zip(("time", "memory"), spread, strict=True):
        print_goal(f"growth, {ladder.name}: {what} a position, most by least", ratio, FLAT, at_most=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--cold", action="store_true", help="write to no memory beforehand")
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.worker[0], int(options.worker[1]), options.cold)
        return
    print_versions("numpy", "numba")
    for ladder in LADDERS.values():
        measure(ladder, options.repeats, options.cold)


if __name__ == "__main__":
    main()
