"""How long the command `rules digit-stack` takes beside `python -c pass`, both measured in this run.

    .venv/bin/python benchmarks/startup.py

The goal is a ratio of at most 4. The two are started in turn, so that a busy machine slows both alike.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

REPEATS = 40
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "rules digit-stack": [str(Path(sys.executable).with_name("numduel")), "rules", "digit-stack"],
}


def seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def main() -> None:
    # Compiled files are kept, as for any user: the first run of each command writes them.
    environment = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    for command in COMMANDS.values():
        seconds(command, environment)
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(REPEATS):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command, environment))
    base, ours = (statistics.median(times[name]) for name in COMMANDS)
    for name in COMMANDS:
        print(f"{name:26} {1000 * statistics.median(times[name]):6.1f} ms (median of {REPEATS})")
    print(f"{'ratio':26} {ours / base:6.2f}    (goal: at most 4)")


if __name__ == "__main__":
    main()
