"""Sends a signal to ./numduel at every system call of its shell, until Python runs, and looks at how it ends.

    .venv/bin/python benchmarks/shell_signals.py [--script FILE] [--signal NAME] [--last N]

A signal must not be lost: the command ends with 130 and a line, or by the signal itself. `--last` tries only
that many calls, the last before Python runs: there the shell looks for what to run, and a trap is of no use
any more. A shell that is told of the end of a tool in the midst of a call makes that call again, so that two
runs differ by a few calls: where one ended before its signal was sent, it is run again. Linux only, and .venv
must be there. Prints counts, and exits 1 if a signal was lost.
"""

import argparse
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from system_calls import Traced

HERE = Path(__file__).resolve().parent.parent
SHELL = os.path.realpath("/bin/sh")
COUNTS = 5  # runs that are counted; the fewest calls of them are what nearly every run makes
TRIES = 20  # runs until one makes as many


def starting(script: Path, output: int) -> Callable[[Callable[[], None]], None]:
    """What a process does to become the script."""

    def work(_note: Callable[[], None]) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.execv("/bin/sh", ["/bin/sh", str(script), "--version"])

    return work


def count_calls(script: Path) -> int:
    """How many calls the shell makes where no signal is sent."""
    with tempfile.TemporaryFile() as output:
        calls = Traced(starting(script, output.fileno())).interrupt(signal.SIGINT, None, SHELL)
        output.seek(0)
        said = output.read().decode(errors="replace")
    if not said.startswith("numduel "):
        sys.exit(f"it does not even run without a signal: {said!r}")
    return calls


def try_at(script: Path, number: signal.Signals, call: int) -> str:
    """How the command ends that gets a signal at a call of its shell."""
    for _ in range(TRIES):
        with tempfile.TemporaryFile() as output:
            traced = Traced(starting(script, output.fileno()))
            sent = traced.interrupt(number, call, SHELL) >= call
            output.seek(0)
            said = output.read().decode(errors="replace")
        if sent:
            break
    else:
        return f"WRONG: call {call} was not made in {TRIES} runs"
    if traced.code == 130 and said.endswith(" interrupted\n"):
        return "130 and a line"
    return "by the signal" if traced.code == -number else f"WRONG: code {traced.code}, {said!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--script", type=Path, default=HERE / "numduel")
    parser.add_argument("--signal", choices=("INT", "TERM", "HUP"), default="INT")
    parser.add_argument("--last", type=int, help="only so many calls before Python runs")
    options = parser.parse_args()
    number = signal.Signals[f"SIG{options.signal}"]
    calls = min(count_calls(options.script) for _ in range(COUNTS))
    first = 1 if options.last is None else max(1, calls - options.last + 1)
    tally = Counter(try_at(options.script, number, call) for call in range(first, calls + 1))
    print(f"SIG{options.signal} at {sum(tally.values())} of {calls} system calls")
    for found, count in tally.most_common():
        print(f"  {count:>4} × {found}")
    return 1 if any(found.startswith("WRONG") for found in tally) else 0


if __name__ == "__main__":
    sys.exit(main())
