"""Sends Ctrl-C, SIGTERM and SIGHUP, one or several, at random moments, and looks at how each command ends.

    .venv/bin/python benchmarks/interrupts.py [--tries N] [--within SECONDS] [--seed N] [--only NAME]

Each try starts a command (a game through pipes, a game and the menu at a terminal, a long search, a server,
`./numduel`), waits for a random time up to 0.6 seconds, or as long again as the command takes to be ready,
and sends one to four signals to it and everything it has started. What must hold:

- it ends with exit code 130 and says one line, or in a game that it is unfinished and how to go on; a server
  that is at work ends silently, and with 0 if it gets SIGTERM alone; never a traceback;
- it ends soon, and the terminal is set as it was.

Until the system has loaded the shell, or Python its own modules, nobody can answer: such an end, by the
signal or in a traceback without a line of ours, is counted apart, as `too early`. With `./numduel` this is
only the millisecond in which a process starts. Prints counts, and exits 1 if anything does not hold.
"""

import argparse
import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent.parent
NUMDUEL = (sys.executable, "-m", "numduel")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 15.0
LINE = b"numduel: interrupted\n"


@dataclass(frozen=True)
class Kind:
    """A command to interrupt."""

    name: str
    command: tuple[str, ...]
    within: float = 0.6  # seconds
    at_terminal: bool = False
    server: bool = False


@dataclass(frozen=True)
class End:
    """How a try ended."""

    code: int
    out: bytes
    err: bytes
    restored: bool = True


def kinds() -> list[Kind]:
    """The commands that are tried."""
    found = [
        Kind("game", (*NUMDUEL, "play", "digit-stack")),
        Kind("game at a terminal", (*NUMDUEL, "play", "digit-stack"), 1.0, at_terminal=True),
        Kind("menu", NUMDUEL, 1.0, at_terminal=True),
        Kind("search", (*NUMDUEL, "solve", "top-stack-twelve:tokens=1-9,window=8,limit=60"), 1.5),
        Kind("server", (*NUMDUEL, "web", "--no-open", "--port", "0", "--log", "none"), 3.0, server=True),
    ]
    if (HERE / ".venv" / "ready-run").exists():  # else it would be set up first
        found.append(Kind("./numduel", (str(HERE / "numduel"), "play", "digit-stack")))
    return found


def environment(db: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMDUEL")}
    return {**kept, "NUMDUEL_DB": str(db), "TERM": "xterm"}


def send(process: subprocess.Popen[bytes], numbers: list[signal.Signals], chance: Random) -> None:
    """Send signals to a command and all that it has started."""
    for number in numbers:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        time.sleep(chance.choice((0, 0.001, 0.02)))


def in_pipes(kind: Kind, db: Path, moment: float, numbers: list[signal.Signals], chance: Random) -> End:
    """Interrupt a command that talks through pipes."""
    with subprocess.Popen(
        kind.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(db),
        start_new_session=True,
    ) as process:
        time.sleep(moment)
        send(process, numbers, chance)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            err += b"did not end"
        return End(process.returncode, out, err)


def at_terminal(kind: Kind, db: Path, moment: float, numbers: list[signal.Signals], chance: Random) -> End:
    """Interrupt a command at a terminal, and compare how that is set."""
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    process = subprocess.Popen(
        kind.command, stdin=slave, stdout=slave, stderr=slave, env=environment(db), start_new_session=True
    )
    shown, until = b"", time.monotonic() + moment
    while (left := until - time.monotonic()) > 0:
        if select.select([master], [], [], left)[0]:
            shown += os.read(master, 1 << 16)
    send(process, numbers, chance)
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        if select.select([master], [], [], 0.05)[0]:
            shown += os.read(master, 1 << 16)
    while select.select([master], [], [], 0)[0]:
        shown += os.read(master, 1 << 16)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        shown += b"did not end"
    code, restored = process.wait(), termios.tcgetattr(slave) == before
    os.close(slave)
    os.close(master)
    return End(code, b"", shown.replace(b"\r\n", b"\n"), restored)


def verdict(kind: Kind, end: End, numbers: list[signal.Signals]) -> str:
    """What to count a try as."""
    ours = b"numduel/" in end.err or b"Interrupted" in end.out
    if not ours and (-end.code in numbers or (b"Traceback" in end.err and LINE not in end.err)):
        return "too early"
    if b"Traceback" in end.err + end.out or b"Warning" in end.err or b"did not end" in end.err:
        return "WRONG: noise"
    if not end.restored:
        return "WRONG: the terminal"
    if end.code == 0 and kind.server and signal.SIGTERM in numbers:
        return "0"
    if kind.server and b"http://" in end.out and set(numbers) == {signal.SIGTERM}:
        return "WRONG: SIGTERM to a server that is ready"
    if end.code != 130:
        return f"WRONG: code {end.code}"
    if LINE in end.err:
        return "130, one line" if kind.at_terminal or end.err == LINE else "WRONG: more than a line"
    in_game = b"Interrupted: " in end.out + end.err  # the game is unfinished, or has not begun
    return "130, unfinished" if in_game else "130, silent" if kind.server else "WRONG: no line"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tries", type=int, default=60, help="of each command")
    parser.add_argument("--within", type=float, help="seconds in which signals come")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one command, by its name")
    options = parser.parse_args()
    chance, wrong = Random(options.seed), 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds():
            if options.only not in (None, kind.name):
                continue
            tally: Counter[str] = Counter()
            for number in range(options.tries):
                numbers = chance.choices(SIGNALS, k=chance.choice((1, 1, 2, 4)))
                moment = chance.uniform(0, options.within or kind.within)
                interrupt = at_terminal if kind.at_terminal else in_pipes
                end = interrupt(kind, Path(folder, "games.db"), moment, numbers, chance)
                found = verdict(kind, end, numbers)
                tally[found] += 1
                if found.startswith("WRONG"):
                    wrong += 1
                    print(f"{kind.name}, try {number}: {numbers} after {moment:.3f} s: {end}")
            counts = ", ".join(f"{count} × {found}" for found, count in tally.most_common())
            print(f"{kind.name}: {options.tries} tries: {counts}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
