"""How fast a bounded Operation Stack of 8.16 million positions is solved, beside sweeps in plain NumPy.

    .venv/bin/python benchmarks/solve_bounded.py

The value and the plies of every stack of at most three numbers from -100 to 100, with the rulebook's numbers,
operations and target. The goal is that numduel is at least 5 times as fast as plain sweeps, solves 20 million
positions a second once its code is compiled, and takes at most 30 bytes a position. Each side solves in fresh
processes, which take turns; a small box is solved first, so that nothing is compiled or loaded while the
clock runs, and as much memory as a side takes is written to and let go of (`timing.take_memory`; with --cold
it is not). Every value and every number of plies must be equal on all sides.

Two peers, both in benchmarks/numpy_sweeps.py: "plain sweeps" know nothing but where each move leads, as
numduel does. "Sweeps by axes" are written for this one game; what they gain shows what its shape is worth.
"""

import argparse
import hashlib
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy_sweeps import ENDLESS, LOSS, WIN, Array, Box, by_axes, by_codes, values
from timing import extra_memory, print_goal, print_table, print_versions, seconds, take_memory

import numduel
from numduel import kernels
from numduel.core.verdict import Value
from numduel.engine.kernel_table import KernelTable
from numduel.solver.explore import explore
from numduel.solver.table import Table

GOAL, MILLIONS_A_SECOND, MOST_BYTES = 5, 20, 30
BOX = Box(max_stack=3, max_value=100)
SMALL = (Box(2, 4), Box(3, 4, target=4), Box(3, 12, target=10), Box(4, 3, target=2))
BYTES = 64  # a position: more than any side takes
NUMBERS = {Value.WIN: WIN, Value.LOSS: LOSS, Value.ENDLESS: ENDLESS}


def game_of(box: Box) -> Any:
    bounds = {"max_stack": str(box.max_stack), "max_value": str(box.max_value), "target": str(box.target)}
    return numduel.load("operation-stack", bounds)


def by_numduel(box: Box) -> KernelTable:
    return KernelTable(kernels.find(game_of(box)))


def read_sweeps(solved: tuple[Array, Array]) -> tuple[Array, Array]:
    worth, plies = solved
    return values(worth), plies


def read_table(table: KernelTable) -> tuple[Array, Array]:
    return table.values, np.where(table.values == ENDLESS, -1, table.plies)


# How each side solves a box, and how to read values and plies from that afterwards, off the clock.
SIDES: dict[str, tuple[Callable[[Box], Any], Callable[[Any], tuple[Array, Array]]]] = {
    "numduel": (by_numduel, read_table),
    "plain sweeps": (by_codes, read_sweeps),
    "sweeps by axes": (by_axes, read_sweeps),
}


def work(side: str, cold: bool = False) -> None:
    """In a process of its own: solve the box once, and say what it took and what was found."""
    (solve, read), solved = SIDES[side], list[Any]()
    solve(SMALL[0])
    if not cold:
        take_memory(BYTES * BOX.size)
    taken = seconds(lambda: solved.append(solve(BOX)))
    digest = hashlib.sha256()
    for part, kind in zip(read(solved.pop()), (np.int8, np.int32), strict=True):
        digest.update(np.ascontiguousarray(part, dtype=kind).tobytes())
    print(json.dumps({"seconds": taken, "digest": digest.hexdigest()}))


def weigh(side: str) -> None:
    """In a process of its own: solve the box once, and say how many bytes a position it took."""
    solve, _ = SIDES[side]
    solve(SMALL[0])
    print(json.dumps({"bytes": extra_memory(lambda: solve(BOX)) * 2**20 / BOX.size}))


TASKS: dict[str, Callable[[str], None]] = {"work": work, "cold": partial(work, cold=True), "weigh": weigh}


def run(task: str, side: str) -> dict[str, Any]:
    command = [sys.executable, __file__, "--task", task, side]
    output: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return output


def agrees_with_rules(side: str) -> bool:
    """Whether a side finds, in small boxes, what numduel finds by its rules in plain Python."""
    solve, read = SIDES[side]
    for box in SMALL:
        found, plies = read(solve(box))
        game = game_of(box)
        table = Table(explore(game, game.initial(), box.size))
        for state, verdict in table:
            position = code(box, state)
            known = NUMBERS[verdict.value], -1 if verdict.plies is None else verdict.plies
            if known != (found[position], plies[position]):
                return False
    return True


def code(box: Box, stack: tuple[int, ...]) -> int:
    digits = 0
    for number in stack:
        digits = digits * box.base + number + box.offset
    return box.firsts[len(stack)] + digits


def compare(repeats: int, task: str) -> None:
    runs: dict[str, list[dict[str, Any]]] = {side: [] for side in SIDES}
    for _ in range(repeats):
        for side in SIDES:
            runs[side].append(run(task, side))
    taken = {side: statistics.median(one["seconds"] for one in runs[side]) for side in SIDES}
    weight = {side: run("weigh", side)["bytes"] for side in SIDES}
    print(f"Solving {game_of(BOX).spec}, {BOX.size:,} stacks, medians of {repeats}\n")
    rows = [
        [side, f"{taken[side]:.3f}", f"{taken[side] / taken['numduel']:.1f}", f"{weight[side]:.1f}"]
        for side in SIDES
    ]
    print_table(["side", "seconds", "times as long as numduel", "bytes a position"], rows)
    equal = len({one["digest"] for some in runs.values() for one in some}) == 1
    right = all(map(agrees_with_rules, SIDES))
    print(f"Every value and number of plies is equal on all sides: {'yes' if equal else 'NO'}.")
    print(f"In small boxes they are as in plain Python: {'yes' if right else 'NO'}.")
    ours, theirs = taken["numduel"], taken["plain sweeps"]
    print_goal(
        f"{BOX.size:,} stacks, times plain sweeps",
        theirs / ours,
        GOAL,
        ours=f"{ours:.2f} s",
        peer=f"{theirs:.2f} s, NumPy",
    )
    print_goal("million of these a second", BOX.size / ours / 1e6, MILLIONS_A_SECOND)
    print_goal("bytes a position", weight["numduel"], MOST_BYTES, at_most=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--cold", action="store_true", help="write to no memory beforehand")
    parser.add_argument("--task", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.task:
        task, side = options.task
        TASKS[task](side)
        return
    print_versions("numpy", "numba")
    compare(options.repeats, "cold" if options.cold else "work")


if __name__ == "__main__":
    main()
