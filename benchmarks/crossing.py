"""From how many positions on a kernel answers sooner than plain Python, as the solver assumes (CROSSING).

    .venv/bin/python benchmarks/crossing.py

Each measurement is a process of its own, so that what a kernel needs first is counted: loading numba, and
code that an earlier run has compiled. Both sides solve the same game from its start.
"""

import argparse
import subprocess
import sys

from timing import medians, print_table, print_versions

from numduel.solver.answers import CROSSING

# Growing games of two kinds: stacks with many ways to go, and a number with few.
SPECS = [f"operation-stack:max_stack=3,max_value={most},numbers=1-4" for most in (10, 20, 30, 45, 60)]
SPECS += [f"operation-duel:add=1-3,multiply=2/3,target={target}" for target in (10_000, 50_000, 100_000)]

COMMON = """
import sys, time
import numduel
game = numduel.load(sys.argv[1])
begun = time.perf_counter()
"""
PLAIN = """
from numduel.solver.explore import explore
from numduel.solver.table import Table
table = Table(explore(game, game.initial(), 10**9))
print(time.perf_counter() - begun, table.positions)
"""
KERNEL = """
from numduel import kernels
from numduel.engine.kernel_table import KernelTable
table = KernelTable(kernels.find(game), game.initial())
print(time.perf_counter() - begun, table.positions)
"""


def run(program: str, spec: str) -> tuple[float, int]:
    """Seconds from the game to its table, and how many positions that has."""
    command = [sys.executable, "-c", COMMON + program, spec]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, positions = done.stdout.split()
    return float(seconds), int(positions)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    print_versions("numba")
    rows, crossed = [], []
    for spec in SPECS:
        _, positions = run(KERNEL, spec)  # compiles, where nothing has been kept yet
        sides = {
            "plain": lambda spec=spec: run(PLAIN, spec)[0],
            "kernel": lambda spec=spec: run(KERNEL, spec)[0],
        }
        taken = medians(sides, repeats)
        rows.append([spec, f"{positions:,}", f"{taken['plain']:.2f}", f"{taken['kernel']:.2f}"])
        crossed.append((positions, taken["plain"] > taken["kernel"]))
    print_table(["game", "positions", "plain Python, s", "kernel, s"], rows)
    slower = max((positions for positions, sooner in crossed if not sooner), default=0)
    sooner = min((positions for positions, sooner in crossed if sooner and positions > slower), default=0)
    print(
        f"\nThe kernel is sooner from between {slower:,} and {sooner:,} positions; CROSSING is {CROSSING:,}."
    )


if __name__ == "__main__":
    main()
