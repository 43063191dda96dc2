"""How soon every command says that it cannot, on settings that are far too large, or merely strange.

    .venv/bin/python benchmarks/refusals.py          # every command on every setting: an hour
    .venv/bin/python benchmarks/refusals.py --command solve --command graph --only operation-duel

The goal: nothing takes more than two seconds of a processor or half a gigabyte to be refused or given up.
What is answered may take longer, and is told apart; so is what was still at work when its time was up, which
may become either (--patience gives it more). A first run compiles, so the second one counts.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from timing import print_table

SECONDS, MEBIBYTES = 2.0, 512
PATIENCE = 20  # seconds of a processor, after which a run is stopped
CANNOT = (
    "not all were explored",
    "nsolved",
    "Not measured",
    "numduel: ",
    "No best line is known",
    "too large",
)
NINES = "9" * 60
HOSTILE = {
    "operation-stack": [
        "",
        ":operations=plus/minus/times/swap",
        ":max_stack=4,max_value=100",
        ":max_stack=5,max_value=100",
        ":max_stack=12,max_value=24",
        ":max_stack=3,max_value=1000000",
        ":max_stack=200,max_value=5,operations=swap",
        ":max_value=100,operations=plus/negate",
        ":max_stack=3,operations=times/double",
        ":operations=swap",
        ":numbers=1-999,operations=times/swap",
        ":max_stack=1000,max_value=1000000000000",
        ":operations=none",
        f":target=1{'0' * 400},operations=plus/times/double,max_stack=3",
        ":numbers=1,operations=none,max_stack=50000",
        ":max_stack=7,max_value=9",
        ":max_stack=2,max_value=100000000",
        ":operations=negate/double,max_stack=6",
        ":target=1,max_stack=2,max_value=2000",
        ":numbers=0-999,max_stack=3,max_value=999",
        ":numbers=0,operations=negate/swap",
        ":max_stack=2,max_value=30000,invalid=retry",
        ":numbers=0/1,operations=swap/times/negate/minus/plus,max_stack=2,max_value=1000000000",
    ],
    "digit-stack": [
        f":target={NINES},multiple=9999991",
        f":target={NINES},multiple=7,repeats=no",
        f":target={NINES}",
        f":target={'9' * 3000},reach=1",
        f":target={'9' * 3000},multiple=7",
        ":target=99999999999999,multiple=99999989",
        f":target={'1' * 500},multiple={'9' * 200}",
        ":target=9999999999999,reach=2,multiple=9999991",
        f":target={'9' * 15},repeats=no,multiple=1000003",
        f":target={'9' * 900},reach=3,multiple=99991",
        ":target=999999999999,digits=1/9",
        f":target={'8' * 5000},digits=8",
        ":target=99999999999,repeats=no,reach=4",
        f":target={'9' * 18},multiple=999983,reach=8",
        f":target={'9' * 3000},reach=2,multiple=97",
        f":target={'1' * 1800},reach=9,multiple=11",
        ":target=999999999,repeats=no,reach=8,multiple=999999937",
        f":target={'9' * 24},reach=1,multiple=100003",
        f":target={'9' * 60},multiple=1617,reach=6,repeats=no",
        f":target={'9' * 19_000},multiple={'7' * 19_000}",
        f":target={'9' * 13},multiple=8793,reach=9,repeats=no",
        f":target={'9' * 35},multiple=2669,reach=4",
    ],
    "top-stack-twelve": [
        ":limit=99,window=20",
        ":limit=1000,window=900",
        ":limit=30,window=12,tokens=1-9",
        ":supply=9,tokens=1-9",
        ":supply=99",
        ":limit=999999,window=999999,tokens=1-999",
        ":limit=40,window=16,supply=5",
        ":supply=999999999",
        ":tokens=1-999,limit=3000,window=4",
        ":tokens=1,window=50000,limit=50000",
        ":tokens=1-2,limit=90,window=80",
        ":limit=60,window=60,tokens=1/59",
        ":supply=3,window=9,limit=60",
        ":tokens=1-999,supply=1,limit=500000,window=1000",
        ":limit=200,window=3,tokens=1-199",
        ":limit=999999999999,window=2,tokens=1-999",
        ":limit=2000,window=2000,tokens=1/999",
        ":limit=99,window=3,tokens=1-99",
        ":limit=999,window=3,tokens=1-999",
        ":limit=150,window=3,tokens=1-149,supply=1",
        ":tokens=500-999,limit=1500,window=3",
        ":window=1,tokens=1-999,supply=1",
        ":window=1,tokens=1-99,supply=2",
        ":window=22,tokens=1-999",
        ":supply=36",
        ":limit=18,window=10,supply=6",
        ":limit=28,window=4,tokens=1-19,supply=4",
        ":limit=39,window=5,tokens=1-16,supply=5",
        ":limit=33,window=13,tokens=1-20,supply=1",
    ],
    "operation-obliteration": [
        ":high=1000000",
        ":high=1000000000000",
        ":high=100000000,no_repeat=both",
        f":high=1{'0' * 300}",
        ":start=999999,high=99999999999999999,multiply=any",
        ":start=97,high=999999999999,multiply=any,no_repeat=none",
        ":start=27,high=1000000000000000000,multiply=any,no_repeat=opponent",
        ":start=1,high=1",
        ":high=67108864,multiply=any,no_repeat=none",
        ":start=65536,low=0,high=999999999999999999,multiply=any,no_repeat=both",
    ],
    "operation-duel": [
        f":target={'9' * 40}",
        ":target=10000000000,add=1/3,multiply=2/3",
        f":target={'9' * 30},add=1-5,multiply=2-4",
        ":target=99999999999,add=7,multiply=3,overshoot=forbidden",
        f":target={'9' * 1000},add=1-99,multiply=2-99",
        ":target=99999999999,add=5/9,multiply=3,overshoot=forbidden",
        f":target={'7' * 5000}",
        ":target=99999999999,add=1-9",
        ":target=250000000,add=1-3",
        ":target=200,multiply=2-999,overshoot=forbidden",
        f":target=1{'0' * 19_998}",
        ":target=100000000,add=1-9",
        f":target={'9' * 17},add=1-99,multiply=none",
        ":target=999999999999,start=0,add=none,multiply=2",
        ":target=999999999999,add=1-999,multiply=2-999",
        ":target=50000,add=1,multiply=2-999,overshoot=forbidden",
        ":target=94461,add=1-78,multiply=2-72",
        ":target=1000000000,add=none,multiply=2-99,overshoot=forbidden",
        ":target=87078,add=1,multiply=12-91",
    ],
}
SETTINGS = [game + rest for game, some in HOSTILE.items() for rest in some]
OVER = {
    "operation-stack": "target=10..5000",
    "top-stack-twelve": "limit=8..5000",
    "operation-obliteration": "start=2..5000",
    "digit-stack": "target=1..5000",
    "operation-duel": "target=2..5000",
}


@dataclass(frozen=True)
class Done:
    """What a command took, and how it ended."""

    seconds: float
    mebibytes: float
    stopped: bool
    said: str

    @property
    def how(self) -> str:
        """How it ended: refused if it said that it cannot."""
        if self.stopped:
            return "stopped"
        return "refused" if any(word in self.said for word in CANNOT) else "answered"

    @property
    def late(self) -> bool:
        """Whether it took more time or memory than a refusal may."""
        return self.seconds > SECONDS or self.mebibytes > MEBIBYTES or "Traceback" in self.said

    def row(self, command: str) -> list[str]:
        """What a table says of it."""
        last = " ".join(self.said.split())[-50:]
        return [command[:70], f"{self.seconds:.1f}", f"{self.mebibytes:.0f}", self.how, last]


@dataclass(frozen=True)
class Command:
    """What is asked of a setting: arguments, what is typed, and what is to be run before."""

    arguments: list[str]
    typed: str = ""
    before: list[str] | None = None


def commands(setting: str, folder: str) -> dict[str, Command]:
    """Every command on a setting, with what is typed."""
    game, proof = setting.partition(":")[0], f"{folder}/proof.json"
    two_moves = ["play", setting, "--p1", "random", "--p2", "random", "--auto", "--max-turns", "2"]
    return {
        "solve": Command(["solve", setting]),
        "limit": Command(["solve", setting, "--limit", "99999999999"]),
        "analyze": Command(["analyze", setting]),
        "explain": Command(["explain", setting]),
        "graph": Command(["graph", setting, "-o", f"{folder}/graph.svg", "--force"]),
        "prove": Command(["prove", setting, "-o", proof, "--force"]),
        "hint": Command(["play", setting, "--seed", "1"], "hint\nwhy\nquit\n"),
        "coach": Command(["play", setting, "--coach", "--seed", "1"], "quit\n"),
        "measure": Command(["measure", setting]),
        "sweep": Command(["sweep", setting, "-o", f"{folder}/sweep.csv", "--force"]),
        "design": Command(["design", setting, "--tries", "20"]),
        "pattern": Command(["pattern", setting, "--over", OVER[game]]),
        "perfect": Command(["play", setting, "--p2", "perfect", "--seed", "1"], "quit\n"),
        "level": Command(["play", setting, "--p1", "level:5", "--seed", "1"], "quit\n"),
        "mcts": Command(["play", setting, "--p1", "mcts:200", "--seed", "1"], "quit\n"),
        "learn": Command(["learn", setting, "--json"]),
        "sheet": Command(["learn", setting, "--sheet", "5", "-o", f"{folder}/sheet.html", "--force"]),
        "review": Command(["review"], before=two_moves),
        "rules": Command(["rules", setting]),
    }


def run(command: Command, folder: str, patience: int) -> Done:
    """Run a command in a process of its own, for so many seconds of a processor at most."""
    if command.before:
        run(Command(command.before), folder, patience)
    started = subprocess.Popen(
        [sys.executable, "-m", "numduel", *command.arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "XDG_DATA_HOME": folder, "NO_COLOR": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (patience, patience + 1)),
    )
    assert started.stdin
    assert started.stdout
    started.stdin.write(command.typed.encode())
    started.stdin.close()
    timer = Timer(10 * patience, started.kill)
    timer.start()
    said = started.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(started.pid, 0)
    timer.cancel()
    started.returncode = status
    return Done(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.WIFSIGNALED(status), said)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--command", action="append", metavar="NAME", help="only this; may be repeated")
    parser.add_argument("--only", default="", metavar="TEXT", help="only settings with this in them")
    parser.add_argument("--patience", type=int, default=PATIENCE, metavar="S", help="seconds of a processor")
    parser.add_argument("--all", action="store_true", help="show every run, also those that are in order")
    options = parser.parse_args()
    settings = [setting for setting in SETTINGS if options.only in setting]
    rows, ends = [], Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "games").mkdir()
        for setting in settings:
            for name, command in commands(setting, folder).items():
                if options.command and name not in options.command:
                    continue
                done = run(command, folder, options.patience)
                row = done.row(f"{name} {setting}")
                ends[done.how] += 1
                rows += [row] * done.late
                if done.late or options.all:
                    print(*row, sep=" | ", file=sys.stderr, flush=True)
    print(
        f"{ends.total()} runs on {len(settings)} settings: {ends['refused']} were refused or given up, "
        f"{ends['answered']} answered, {ends['stopped']} still at work after {options.patience} s."
    )
    late = sum(row[3] == "refused" for row in rows)
    print(f"More than {SECONDS:g} s of a processor or {MEBIBYTES} MiB for that: {late} (goal: none).\n")
    if rows:
        print_table(["command", "seconds", "MiB", "how it ended", "its last words"], rows)


if __name__ == "__main__":
    main()
