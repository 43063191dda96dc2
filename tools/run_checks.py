"""Runs every check. Run by ./test in .venv, with the arguments for pytest.

mypy and import-linter keep one core busy for half a minute, so they run beside the tests, and what they say
comes after. Without $NUMDUEL_BROWSER nothing is tested in a browser; under $CI that is a failure.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from types import FrameType

FIRST = {"ruff: lint": ("ruff", "check", "."), "ruff: format": ("ruff", "format", "--check", ".")}
BESIDE = {"mypy": ("mypy",), "import-linter": ("lint-imports", "--no-logo")}
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
# Two workers more than cores, as some tests wait; each has its part of the tests, in order, so that those of
# a module share what it sets up, and who is done first takes from the others.
TESTS = ("python", "-m", "pytest", "-n", str(CORES + 2), "--dist", "worksteal")
PATIENCE = 2  # seconds until a check ends that has heard of Ctrl-C
LOOK = 0.05  # seconds between two looks at a check
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
WITHOUT_BROWSER = ("-m", "not browser and not slow")

# The signals that have come. They are noted, and looked for while a check runs: raised at once, one could
# fall between the start of a check and the moment when it is known what to end.
heard: list[int] = []


class Beside:
    """A check that runs beside others; what it says is kept until it is asked for."""

    def __init__(self, name: str, command: tuple[str, ...]) -> None:
        self.name = name
        self.said = tempfile.TemporaryFile()  # noqa: SIM115 (until the check is stopped)
        self.process = subprocess.Popen(command, stdout=self.said, stderr=subprocess.STDOUT)

    def passes(self) -> bool:
        """Wait for the check, and say what it has said; whether it holds."""
        code = finish(self.process)
        announce(self.name)
        self.said.seek(0)
        sys.stdout.buffer.write(self.said.read())
        sys.stdout.flush()
        return code == 0

    def stop(self) -> None:
        """End the check, if it is still running."""
        self.process.kill()
        self.process.wait()
        self.said.close()


def main(arguments: list[str]) -> int:
    """Run every check, whichever fail; 0 if all hold."""
    # Else pytest would rewrite the assertions of all tests anew in every worker and every run.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # else someone wants it ignored
            signal.signal(number, note)
    try:
        held = all(run_all(arguments))
    except KeyboardInterrupt:
        return 130
    if heard:
        return 130
    if held:
        print("\nAll checks passed.")
    else:
        print("\nSome checks failed.", file=sys.stderr)
    return 0 if held else 1


def run_all(arguments: list[str]) -> list[bool]:
    """Run every check; whether each holds."""
    browser = bool(os.environ.get("NUMDUEL_BROWSER"))
    tests = (*TESTS, *(() if browser else WITHOUT_BROWSER), *arguments)
    held = [browser or not os.environ.get("CI")]
    held += [passes(name, command) for name, command in FIRST.items()]
    beside: list[Beside] = []
    try:
        beside += (Beside(name, command) for name, command in BESIDE.items())
        return [*held, passes("pytest", tests), *[check.passes() for check in beside]]
    finally:
        for check in beside:
            check.stop()


def passes(name: str, command: tuple[str, ...]) -> bool:
    """Run a check that says at once what it has to say; whether it holds."""
    announce(name)
    process = subprocess.Popen(command)
    try:
        return finish(process) == 0
    except KeyboardInterrupt:
        end_in_order(process)
        raise


def finish(process: subprocess.Popen[bytes]) -> int:
    """Wait for a check; its exit code. KeyboardInterrupt if a signal has come."""
    while not heard and process.poll() is None:
        time.sleep(LOOK)
    if heard:
        raise KeyboardInterrupt
    return process.returncode


def end_in_order(process: subprocess.Popen[bytes]) -> None:
    """Let a check end what it has started; if it has heard of no interruption, tell it."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    told = len(heard)
    while process.poll() is None:
        if len(heard) > told:  # who asks again does not want to wait any more
            process.kill()
        time.sleep(LOOK)


def announce(name: str) -> None:
    """Say which check comes now."""
    print(f"\n== {name}", flush=True)


def note(number: int, frame: FrameType | None) -> None:
    """Remember that a signal has come."""
    heard.append(number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
