"""What the benchmarks share: sides that take turns, medians, tables, memory, and what was measured where."""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import numduel

Key = TypeVar("Key")
ROWS = "NUMDUEL_BENCHMARK_ROWS"  # the variable with the file into which goals are written as JSON, one a line


def own_games() -> list[str]:
    """The names of numduel's own games; tic-tac-toe beside this file is a guest."""
    return [name for name, kind in numduel.games().items() if kind.__module__.startswith("numduel.")]


def seconds(work: Callable[[], object]) -> float:
    """How long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def rounds(sides: Mapping[Key, Callable[[], float]], repeats: int) -> dict[Key, list[float]]:
    """What each side measures, so many times. They take turns, so that a busy machine slows all alike."""
    measured: dict[Key, list[float]] = {key: [] for key in sides}
    for measure in sides.values():  # once for nothing: caches fill, compilers compile
        measure()
    for _ in range(repeats):
        for key, measure in sides.items():
            measured[key].append(measure())
    return measured


def medians(sides: Mapping[Key, Callable[[], float]], repeats: int) -> dict[Key, float]:
    """The median of what each side measures."""
    return {key: statistics.median(figures) for key, figures in rounds(sides, repeats).items()}


def print_table(head: list[str], rows: list[list[str]]) -> None:
    """A table that is Markdown as well."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in [head, ["-" * width for width in widths], *rows]:
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in others)]
        print("| " + " | ".join(cells) + " |")
    print()


def print_goal(
    what: str, ratio: float, goal: float, *, at_most: bool = False, ours: str = "", peer: str = ""
) -> None:
    """Whether a figure is what it should be at least, or at most; `benchmarks/run` makes a row of it.

    `ours` and `peer` are what was measured on both sides, with its unit.
    """
    met = ratio <= goal if at_most else ratio >= goal
    bound = f"at {'most' if at_most else 'least'} {goal:g}"
    print(f"{what}: {ratio:,.2f} (goal: {bound}; {'met' if met else 'NOT met'})")
    file = os.environ.get(ROWS)
    if file:
        row = {"claim": what, "ours": ours, "peer": peer, "ratio": ratio, "goal": bound, "met": met}
        with open(file, "a", encoding="utf-8") as rows:
            rows.write(json.dumps(row) + "\n")


def print_versions(*packages: str) -> None:
    """What took part, and on what."""
    named = [f"{package} {version(package)}" for package in ("numduel", *packages)]
    print(f"Python {sys.version.split()[0]}, {', '.join(named)}, {os.cpu_count()} cores\n")


def take_memory(size: int) -> None:
    """Write to so many bytes, and let go of them.

    A virtual machine gives memory that is not in use back to its host, and to get it again may take longer
    than to solve what is put there. What was written to a moment ago is still at hand.
    """
    bytes([1]) * size


def memory(what: str = "VmHWM") -> float:
    """The memory that this process has (VmRSS), or the most it has had (VmHWM), in MiB."""
    # Not resource.getrusage: what that says begins with the memory of the process that started this one.
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith(f"{what}:")) / 1024


def extra_memory(work: Callable[[], object]) -> float:
    """The most memory that `work` takes beyond what the process had before it, in MiB."""
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted anew from here
    work()
    return memory("VmHWM") - before
