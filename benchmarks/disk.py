"""Solving on disk: time, memory and room a position from 10^7 positions on; and kills at random moments.

    .venv/bin/python benchmarks/disk.py                        # 10^7 and 10^8 positions
    .venv/bin/python benchmarks/disk.py --largest 1000000000   # and 10^9: some minutes, and 5 GB of disk
    .venv/bin/python benchmarks/disk.py --kills 100 [--seed N] # a small solve, killed so often

Every size is solved in a process of its own, whose files may take so much memory (`--memory`, in MiB). The
memory shown is the most that the process had, the files that were mapped into it included. Kills go into
processes of their own as well; what they leave behind is gone on with, and in the end compared with the
verdicts of the solver that works in memory.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import print_table, print_versions

import numduel
from numduel import kernels
from numduel.engine import disk_table
from numduel.engine.disk_table import DiskTable
from numduel.engine.kernel_table import KernelTable
from numduel.engine.limits import Limits

DUEL = "operation-duel:target={}"
# With four numbers of up to so much there are about 10^7 and 10^8 positions; from 10^9 on the duel has to do.
STACKS = {10**7: 49, 10**8: 107}
STACK = "operation-stack:max_stack=4,max_value={}"
KILLED = "operation-stack:max_stack=3,max_value=60"


def solve(spec: str, folder: Path, memory: int) -> None:
    """In a process of its own: solve, and say what it took."""
    game = numduel.load(spec)
    passes: dict[str, float] = {}
    wall, cpu = time.monotonic(), time.process_time()

    def report(what: str, done: int, total: int, left: float) -> None:
        passes[what] = time.monotonic() - wall

    table = DiskTable(kernels.find(game), folder, limits=Limits(memory=memory << 20), progress=report)
    taken = {
        "positions": table.positions,
        "verdict": table[game.initial()].value.value,
        "wall": time.monotonic() - wall,
        "cpu": time.process_time() - cpu,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "disk": table.bytes,
        "found": passes["finding positions"],
        "passes": len(passes) - 1,
    }
    print(json.dumps(taken))


def measure(largest: int, memory: int, where: Path) -> None:
    rows = []
    specs = [(size, DUEL.format(size)) for size in (10**7, 10**8, 10**9) if size <= largest]
    specs += [(size, STACK.format(value)) for size, value in STACKS.items() if size <= largest]
    for _, spec in specs:
        with tempfile.TemporaryDirectory(dir=where) as folder:
            command = [sys.executable, __file__, "--worker", spec, folder, "--memory", str(memory)]
            done = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        positions = done["positions"]
        row = [spec, f"{positions:,}", f"{done['wall']:,.1f}", f"{done['cpu']:,.1f}"]
        row += [f"{1e9 * done['cpu'] / positions:.1f}", f"{done['memory']:,.0f}"]
        rows.append([*row, f"{done['disk'] / positions:.2f}", f"{done['passes']}"])
    head = [
        "setting",
        "positions",
        "seconds",
        "of a processor",
        "ns a position",
        "MiB",
        "bytes on disk",
        "passes",
    ]
    print_table(head, rows)


def kill(times: int, where: Path, seed: int) -> None:
    """Kill solves at random moments, go on, and compare every verdict in the end."""
    game = numduel.load(KILLED)
    kernel, known = kernels.find(game), dict(KernelTable(kernels.find(game), game.initial()))
    disk_table.LEAST_BLOCK = 8
    DiskTable(kernel, where / "first")
    rng, kills, solves, wrong = random.Random(seed), 0, 0, 0
    while kills < times:
        folder = where / str(solves)
        while kills < times and not _done_before(rng.uniform(0.0, 1.0), kernel, folder):
            kills += 1
        solves += 1
        wrong += dict(DiskTable(kernel, folder)) != known
        shutil.rmtree(folder)
    print(f"{kills} kills in {solves} solves of {len(known):,} positions: {wrong} ended with other verdicts.")


def _done_before(seconds: float, kernel: kernels.Kernel[object], folder: Path) -> bool:
    child = os.fork()
    if not child:
        try:
            DiskTable(kernel, folder)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.WIFEXITED(os.waitpid(child, 0)[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--largest", type=int, default=10**8, help="positions (default: 100000000)")
    parser.add_argument("--memory", type=int, default=2_048, help="MiB for files (default: 2048)")
    parser.add_argument("--where", type=Path, default=Path(tempfile.gettempdir()), help="a folder with room")
    parser.add_argument("--kills", type=int, metavar="N", help="kill so often, instead of measuring")
    parser.add_argument("--seed", type=int, default=1, help="for the moments of kills")
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        solve(options.worker[0], Path(options.worker[1]), options.memory)
        return
    print_versions("numpy", "numba")
    if options.kills:
        with tempfile.TemporaryDirectory(dir=options.where) as folder:
            kill(options.kills, Path(folder), options.seed)
        return
    measure(options.largest, options.memory, options.where)


if __name__ == "__main__":
    main()
