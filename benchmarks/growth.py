"""How time and memory a position grow with the number of positions to be solved, from 10^5 to 10^8.

    .venv/bin/python benchmarks/growth.py

They should stay the same. Every size is solved by its kernel in a process of its own: the value and the
plies of each position. It is solved once before the clock runs, so that meanwhile no code is loaded, no first
thread is started and no memory is asked of the machine's host: a virtual machine gives memory that is not in
use back, and to get it again takes longer than to solve what is put there. A small game is solved several
times over, up to fifty million positions in all: 7 ms tell more of how threads wake than of solving. With
--cold only a smaller game is solved before, and each size once. Processes take turns, and the median of each
size counts.

Memory is the most that solving took beyond what the process had before it; it is measured in another process,
after a tiny game, as what a game lets go of is used again.
"""

import argparse
import dataclasses
import gc
import json
import statistics
import subprocess
import sys
from collections.abc import Callable

from timing import extra_memory, print_goal, print_table, print_versions, seconds

import numduel
from numduel import kernels
from numduel.engine.kernel_table import KernelTable
from numduel.engine.limits import Limits


@dataclasses.dataclass(frozen=True)
class Ladder:
    """A game in ever larger sizes: every code there is (`whole`), or what can be reached from the start.

    `first` loads all the code: it is large enough for two threads, and has positions that are won.
    """

    name: str
    first: str
    spec: Callable[[int], str]
    sizes: tuple[int, ...]
    whole: bool


# With three numbers of 2 * max_value + 1 values each, the boxes hold about 10^5, 10^6, 10^7 and 10^8 stacks.
FLAT = 1.5  # the goal: most by least
AT_LEAST = 5 * 10**7  # positions that are solved while it runs, a small game again and again
LADDERS = {
    ladder.name: ladder
    for ladder in (
        Ladder(
            "operation-duel",
            "operation-duel:target=70000",
            "operation-duel:target={}".format,
            (10**5, 10**6, 10**7, 10**8),
            whole=False,
        ),
        Ladder(
            "operation-stack",
            "operation-stack:target=10,max_stack=3,max_value=21",
            "operation-stack:max_stack=3,max_value={}".format,
            (22, 49, 107, 231),
            whole=True,
        ),
    )
}


def solve(spec: str, whole: bool) -> KernelTable:
    game = numduel.load(spec)
    return KernelTable(kernels.find(game), None if whole else game.initial(), Limits(memory=1 << 32))


def time_of(ladder: Ladder, size: int, cold: bool) -> dict[str, float]:
    """In a process of its own: how many positions there are, and the seconds that solving them takes."""
    solve(ladder.first if cold else ladder.spec(size), ladder.whole)
    codes = kernels.find(numduel.load(ladder.spec(size))).size
    gc.collect()  # by chance it would come now, and take longer than the smallest game
    found, times = list[KernelTable](), list[float]()

    def solve_anew() -> None:
        found.append(solve(ladder.spec(size), ladder.whole))

    for _ in range(1 if cold else max(1, AT_LEAST // codes)):
        found.clear()  # one table at a time, as of the largest: two small ones would take turns in memory
        times.append(seconds(solve_anew))
    return {"positions": found[0].positions, "seconds": statistics.median(times)}


def memory_of(ladder: Ladder, size: int) -> dict[str, float]:
    """In a process of its own, where no memory was let go of that could be used again: the bytes it takes."""
    solve(ladder.spec(10), ladder.whole)
    return {"bytes": extra_memory(lambda: solve(ladder.spec(size), ladder.whole)) * 2**20}


def run(*worker: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--worker", *worker]
    output: dict[str, float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return output


def measure(ladder: Ladder, repeats: int, cold: bool) -> None:
    what = "cold" if cold else "time"
    runs = [{size: run(ladder.name, str(size), what) for size in ladder.sizes} for _ in range(repeats)]
    rows, times, weights = [], [], []
    for size in ladder.sizes:
        positions = runs[0][size]["positions"]
        taken = statistics.median(one[size]["seconds"] for one in runs)
        times.append(1e9 * taken / positions)
        weights.append(run(ladder.name, str(size), "memory")["bytes"] / positions)
        rows.append([ladder.spec(size), f"{positions:,}", f"{taken:,.3f}"])
        rows[-1] += [f"{times[-1]:.1f}", f"{weights[-1]:.1f}"]
    print_table(["setting", "positions", "seconds", "ns a position", "bytes a position"], rows)
    spread = [max(figures) / min(figures) for figures in (times, weights)]
    for each, ratio in zip(("time", "memory"), spread, strict=True):
        print_goal(f"growth, {ladder.name}: {each} a position, most by least", ratio, FLAT, at_most=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--cold", action="store_true", help="solve no size before the clock runs")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        name, size, what = options.worker
        ladder = LADDERS[name]
        told = (
            memory_of(ladder, int(size)) if what == "memory" else time_of(ladder, int(size), what == "cold")
        )
        print(json.dumps(told))
        return
    print_versions("numpy", "numba")
    for ladder in LADDERS.values():
        measure(ladder, options.repeats, options.cold)


if __name__ == "__main__":
    main()
