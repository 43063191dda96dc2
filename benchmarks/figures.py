"""All benchmarks, one after the other, and one table of what they claim: `benchmarks/run` starts this.

    benchmarks/run --quick          # fewer repeats and smaller sizes: some minutes
    benchmarks/run                  # everything, and the table goes into docs/benchmarks.md
    benchmarks/run startup solve    # only these

Each script prints its own tables, and tells its goals by `timing.print_goal`, which also writes them into the
file that the variable NUMDUEL_BENCHMARK_ROWS names, one JSON object a line. Of each script it is noted how
busy the machine was (the load before and after) and what it took by the clock and of the processor: where
these lie far apart, others were at work. Goals that were missed stay in the table, with the cause.
"""

import argparse
import dataclasses
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from timing import ROWS

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures: made by benchmarks/run -->\n", "<!-- end of figures -->\n"
# What is run, with what is given in addition where it shall be quick.
SCRIPTS = {
    "startup": ["--repeats", "11"],
    "solve": ["--repeats", "5"],
    "position": ["--repeats", "5", "--plies", "5000"],
    "single_environment": ["--repeats", "5"],
    "vector": ["--repeats", "3"],
    "playouts": ["--repeats", "5", "--positions", "50"],
    "mcts": ["--repeats", "1"],
    "solve_bounded": ["--repeats", "3"],
    "growth": ["--repeats", "1"],
    "long_games": ["--repeats", "2"],
    "store_growth": ["--many", "20000", "--repeats", "5"],
    "web_load": ["--games", "200", "--seconds", "5", "--turns", "1", "--kills", "5"],
}
# Why goals are missed, by how their claims begin; what is met again needs no line here any more.
CAUSES = {
    "web, 5,000 pages: 99 of 100": "a commit waits for the disk five times; see below",
    "web: the same among readers": "the slowest moves wait for the disk, on both sides, and move by a half",
    "start: ./numduel": "a shell that checks whether all is set up, and env, which holds signals back",
    "start: play": "77 modules and 138 classes of our own, SQLite, JSON, and a durable commit",
    "start: history": "SQLite, and the twenty modules of the store",
    "start: ": "argparse alone, with what it needs, takes 1.6 times as long as bare Python",
    "minimax solver the first time: operation-duel": "19 positions: code that runs for the first time takes "
    "three to four times as long as the second time",
    "minimax solver again: operation-duel": "19 positions: setting up takes as long as solving",
    "minimax solver the first time: tic-tac-toe": "a quarter is the rules themselves, in plain Python",
    "minimax solver again: tic-tac-toe": "a quarter is the rules themselves, in plain Python",
    "one environment: operation-stack": "positions are new each time: rules, features and packing are half",
    "one environment: ": "at the bound, and moves with the machine",
    "one environment of PettingZoo's API, raw": "two new arrays a step, the loop, and agents that leave",
    "medians, ": "pgx has both cores at work within a call, ours one: the ratio moves with the machine",
    "best rounds, ": "pgx has both cores at work within a call, ours one: the ratio moves with the machine",
    "8,161,204 stacks, times": "threads and memory are shared with others on the same machine",
    "million of these a second": "threads and memory are shared with others on the same machine",
    "growth, ": "the smallest size waits for its second thread, and the largest for memory",
    "mcts as it decides": "what compiled code takes to load differs between machines",
    "review of 20,000 moves": "at the bound, and moves with the machine",
}


@dataclasses.dataclass(frozen=True)
class Told:
    """What a script has told, and what it took."""

    script: str
    rows: list[dict[str, Any]]
    load: tuple[float, float]  # before and after
    clock: float  # seconds
    processor: float
    failed: str = ""


def run(script: str, options: list[str]) -> Told:
    """Run a script, with what it prints shown; what it told."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        environment = {**os.environ, ROWS: file.name}
        load, start, before = os.getloadavg()[0], time.perf_counter(), _processor()
        command = [sys.executable, str(HERE / f"{script}.py"), *options]
        done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True)
        rows = [json.loads(line) for line in file.read().decode().splitlines()]
    failed = ""
    if not rows:
        failed = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    clock, processor = time.perf_counter() - start, _processor() - before
    return Told(script, rows, (load, os.getloadavg()[0]), clock, processor, failed)


def _processor() -> float:
    """The seconds of a processor that processes started here have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cause_of(row: dict[str, Any]) -> str:
    """Why a goal was missed; nothing where it was met."""
    if row["met"]:
        return ""
    return next((why for begin, why in CAUSES.items() if row["claim"].startswith(begin)), "not known yet")


def as_markdown(all_told: Iterable[Told]) -> Iterator[str]:
    """The lines of both tables: claims, and what the scripts took."""
    told = list(all_told)
    yield "| claim | ours | peer | ratio | goal | met | cause |"
    yield "|---|---|---|--:|--:|---|---|"
    for one in told:
        if one.failed:
            yield f"| `{one.script}.py` | | | | | not measured | {one.failed[:120]} |"
        for row in one.rows:
            met = "yes" if row["met"] else "**no**"
            figure = f"{row['ratio']:,.2f}"
            cells = [row["claim"], row["ours"], row["peer"], figure, row["goal"], met, cause_of(row)]
            yield f"| {' | '.join(cells)} |"
    yield ""
    yield "| script | load before and after | seconds by the clock | of the processor |"
    yield "|---|--:|--:|--:|"
    for one in told:
        before, after = one.load
        yield f"| `{one.script}.py` | {before:.1f}, {after:.1f} | {one.clock:.0f} | {one.processor:.0f} |"


def write_into_page(lines: Iterable[str]) -> None:
    """Put the tables into the page, in the place of those before."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(
        "".join([before, BEGIN, "\n", *(f"{line}\n" for line in lines), "\n", END, after]), "utf-8"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks/run", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT", help=f"of {', '.join(SCRIPTS)} (else all)")
    parser.add_argument("--quick", action="store_true", help="fewer repeats, smaller sizes; the page stays")
    options = parser.parse_args()
    unknown = [script for script in options.scripts if script not in SCRIPTS]
    if unknown:
        parser.error(f"there is no script {unknown[0]!r}; they are {', '.join(SCRIPTS)}")
    told = [
        run(script, SCRIPTS[script] if options.quick else []) for script in options.scripts or list(SCRIPTS)
    ]
    lines = list(as_markdown(told))
    print("\n".join(["", *lines]))
    if not options.quick and not options.scripts:
        write_into_page(lines)
    return 0 if all(one.rows and all(row["met"] for row in one.rows) for one in told) else 1


if __name__ == "__main__":
    sys.exit(main())
