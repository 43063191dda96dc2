"""Runs the numduel command in a process of its own: through pipes, in a shell, or at a terminal."""

import os
import re
import shlex
import subprocess
import sys
import termios
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect
import prepared

REPOSITORY = Path(__file__).resolve().parent.parent
COMMAND = (sys.executable, "-m", "numduel")
# Far beyond what any run here takes: it only keeps a hanging test from hanging the whole suite.
PATIENCE = 120
WAY_BACK = "To go on: "

# What the surroundings of a test run may say about encodings, colours and paths must not decide a test.
_FROM_OUTSIDE = re.compile(
    r"PYTHON(?!PATH$)\w+|LC_\w+|LANG(UAGE)?|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|NUMDUEL\w*"
)


@dataclass(frozen=True)
class Run:
    """What a command said, and the code it ended with."""

    out: str
    err: str
    code: int
    # The command that goes on with an unfinished game: its number depends on what was played before.
    way_back: str = field(default="", compare=False)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def complaint(self) -> str:
        """The one sentence on standard error; fails where there is not exactly one."""
        assert self.err.startswith("numduel: "), f"not a complaint: {self.err!r}"
        assert self.err.count("\n") == 1, f"not one line: {self.err!r}"
        assert self.err.endswith("\n"), f"an unfinished line: {self.err!r}"
        assert self.err.rstrip("\n").isprintable(), f"something unprintable: {self.err!r}"
        assert len(self.err) < 400, f"not a sentence that anyone reads: {self.err!r}"
        return self.err


def environment(**changes: str | None) -> dict[str, str]:
    """This process's environment in a known state, with `changes`; None takes a variable away."""
    kept = {name: value for name, value in os.environ.items() if not _FROM_OUTSIDE.fullmatch(name)}
    # Where this worker keeps its games (conftest.py): nothing is written among anyone's own.
    known = {
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "PYTHONWARNINGS": "error",
        "NUMDUEL_DB": os.environ["NUMDUEL_DB"],
        "NUMDUEL_KEY": "",
    }
    return {name: value for name, value in {**kept, **known, **changes}.items() if value is not None}


def run(
    command: tuple[str | bytes | Path, ...],
    said: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    installed: str | Path | None = None,
) -> Run:
    """Run a command that gets `said` on its standard input. No traceback is ever allowed.

    Where a folder is `installed`, Python finds the packages in it, too.
    """
    said = said.encode() if isinstance(said, str) else said
    env = environment() if env is None else env
    as_usual = prepared.of_python(env) == prepared.of_python(environment())
    if installed is not None:
        env = {**env, "PYTHONPATH": os.pathsep.join([str(installed), *filter(None, [env.get("PYTHONPATH")])])}
    done: prepared.Done | subprocess.CompletedProcess[bytes]
    if command[:3] == COMMAND and as_usual:
        words = [os.fsencode(word) for word in command[3:]]
        done = prepared.run_prepared(words, said, env, cwd, PATIENCE, environment(), installed)
    else:
        done = subprocess.run(command, input=said, capture_output=True, env=env, cwd=cwd, timeout=PATIENCE)
    # Strictly: whatever went in, what comes out is UTF-8.
    err, _, way_back = done.stderr.decode().partition(WAY_BACK)
    result = Run(done.stdout.decode(), err, done.returncode, way_back.strip())
    assert "Traceback" not in result.out + result.err, result.out + result.err
    return result


def numduel(
    *arguments: str | bytes,
    said: str | bytes = b"",
    installed: str | Path | None = None,
    **changes: str | None,
) -> Run:
    """Run `numduel` with `arguments`, with `said` on standard input and `changes` to the environment."""
    return run((*COMMAND, *arguments), said, environment(**changes), installed=installed)


def play(
    spec: str,
    *answers: str,
    options: tuple[str, ...] = (),
    installed: str | Path | None = None,
    **changes: str | None,
) -> Run:
    """Run `numduel play`, each of `answers` a line on standard input."""
    said = "".join(f"{answer}\n" for answer in answers)
    return numduel("play", spec, *options, said=said, installed=installed, **changes)


def in_shell(script: str, said: str | bytes = b"", **changes: str | None) -> Run:
    """Run a shell script in which `numduel` is the command, for redirections that only a shell can make."""
    return run(_shell_command(script), said, environment(**changes))


def _shell_command(script: str) -> tuple[str, ...]:
    return "/bin/sh", "-c", f'numduel() {{ {shlex.join(COMMAND)} "$@"; }}\n{script}'


class Terminal:
    """The command, or a shell script, at a real pseudo-terminal, with someone who types."""

    def __init__(
        self,
        *arguments: str,
        script: str = "",
        columns: str = "80",
        rows: str = "40",
        **changes: str | None,
    ) -> None:
        self.seen = ""
        program, *rest = _shell_command(script) if script else (*COMMAND, *arguments)
        with warnings.catch_warnings():
            # Python 3.12 and newer warn of forking beside the threads of pytest-xdist. It does no harm
            # here: the child does nothing but start the command.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._child: Any = pexpect.spawn(
                program,
                rest,
                env=environment(**changes),
                timeout=20,
                dimensions=(int(rows), int(columns)),
            )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close(force=True)
        assert "Traceback" not in self.seen, self.seen

    def expect(self, text: str) -> str:
        """What is shown up to and with `text`, which is waited for."""
        self._child.expect_exact(text.replace("\n", "\r\n").encode())
        return self._remember(self._child.before + self._child.after)

    def type(self, keys: str | bytes) -> None:
        """Press keys, none of them Enter unless said so."""
        self._child.send(keys)

    def wait_for_keys(self) -> None:
        """Wait until keys are taken one by one."""
        until = time.monotonic() + 20
        while termios.tcgetattr(self._child.fileno())[3] & termios.ICANON:
            assert time.monotonic() < until, self.seen
            time.sleep(0.01)

    def enter(self, line: str) -> None:
        """Type a line."""
        self._child.send(f"{line}\r")

    @property
    def process(self) -> int:
        """The number of its process."""
        return int(self._child.pid)

    def resign(self) -> None:
        """Give the game up, and confirm it."""
        self.enter("resign")
        self.expect("Give the game up? (yes or no): ")
        self.enter("yes")

    def leave(self) -> None:
        """Play no other game."""
        self.expect("Press a key: ")
        self.type("b")

    def finish(self) -> str:
        """What is shown until the command ends."""
        self._child.expect(pexpect.EOF)
        return self._remember(self._child.before)

    @property
    def code(self) -> int:
        """The exit code, once the command has ended."""
        self._child.close()
        assert self._child.signalstatus is None, f"ended by signal {self._child.signalstatus}"
        return int(self._child.exitstatus)

    def _remember(self, shown: bytes) -> str:
        text = shown.decode(errors="backslashreplace").replace("\r\n", "\n")
        # Some builds of readline tell the terminal to mark what is pasted; nobody sees that.
        text = re.sub(r"\x1b\[\?2004[hl]\r?", "", text)
        self.seen += text
        return text
