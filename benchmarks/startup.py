"""What commands take beside `python -c pass`, by CPU time, and `./numduel` beside the command it runs.

    .venv/bin/python benchmarks/startup.py [--repeats N]

All are started in turn, so that a busy machine slows all alike, and what counts is the time of the processor,
user and system, which others disturb least. The goals are at most 3.0 times bare Python for `rules`, 3.5 for
`list`, 4.0 for `play`, `history` and `solve`, and 1.15 times the command for `./numduel`.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import print_goal, print_table, print_versions

BARE, COMMAND = "python -c pass", str(Path(sys.executable).with_name("numduel"))
SCRIPT = Path(__file__).resolve().parents[1] / "numduel"
GOALS = {
    "rules digit-stack": 3.0,
    "list": 3.5,
    "play digit-stack": 4.0,
    "history": 4.0,
    "solve operation-duel": 4.0,
}
THROUGH_SCRIPT, SCRIPT_GOAL = "./numduel rules digit-stack", 1.15
SAID = b"5\nresign\n"


def processor_seconds(command: list[str], said: Path, environment: dict[str, str]) -> float:
    """The CPU time that a process takes, with all that it starts."""
    with (
        open(said, "rb") as typed,
        subprocess.Popen(
            command, stdin=typed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        ) as process,
    ):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=40)
    repeats = parser.parse_args().repeats
    commands = {BARE: [sys.executable, "-c", "pass"]}
    commands |= {words: [COMMAND, *words.split()] for words in GOALS}
    commands[THROUGH_SCRIPT] = [str(SCRIPT), *THROUGH_SCRIPT.split()[1:]]
    times: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        # Compiled files are kept, as for any user: the first run of each command writes them.
        environment = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["NUMDUEL_DB"] = f"{folder}/games.db"
        said = Path(folder) / "said"
        said.write_bytes(SAID)
        for number in range(repeats + 1):
            for name, command in commands.items():
                times[name] += [processor_seconds(command, said, environment)] * (number > 0)
    taken = {name: statistics.median(some) for name, some in times.items()}
    print_versions()
    print(f"Milliseconds of the processor, medians of {repeats}, load {os.getloadavg()[0]:.1f}\n")
    rows = [[name, f"{1000 * one:.1f}", f"{one / taken[BARE]:.2f}"] for name, one in taken.items()]
    print_table(["command", "ms", "times bare Python"], rows)
    bare = {"peer": f"{1000 * taken[BARE]:.1f} ms, {BARE}"}
    for name, goal in GOALS.items():
        ours = f"{1000 * taken[name]:.1f} ms"
        print_goal(f"start: {name}", taken[name] / taken[BARE], goal, at_most=True, ours=ours, **bare)
    ours, peer = (f"{1000 * taken[name]:.1f} ms" for name in (THROUGH_SCRIPT, "rules digit-stack"))
    ratio = taken[THROUGH_SCRIPT] / taken["rules digit-stack"]
    print_goal("start: ./numduel, times the command", ratio, SCRIPT_GOAL, at_most=True, ours=ours, peer=peer)


if __name__ == "__main__":
    main()
