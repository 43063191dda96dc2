"""Ctrl-C, SIGTERM and SIGHUP at any moment: one line, exit code 130, and the terminal as it was."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commandline import COMMAND, PATIENCE, REPOSITORY, Run, Terminal, environment, numduel, run
from interrupting import SIGNALS, python_path

DIGIT = "please choose a digit (1-9): "
LINE = "numduel: interrupted\n"
GAME = '[spec "digit-stack"] 2 5 8 9'


# While the program is loaded


@pytest.mark.parametrize(
    "module",
    [
        "numduel.core.deferred",  # the first that the package itself loads
        "numduel.core.game",
        "numduel.__main__",
        "numduel.cli.interrupts",
        "numduel.cli.main",
        "numduel.cli.commands.list",
    ],
)
def test_ctrl_c_while_the_program_is_loaded_is_one_sentence(module: str, tmp_path: Path) -> None:
    path = python_path(tmp_path, module)
    assert numduel("list", PYTHONPATH=path) == Run("", LINE, 130)


@pytest.mark.parametrize("number", SIGNALS[1:])
@pytest.mark.parametrize("module", ["numduel.core.game", "numduel.cli.main", "numduel.cli.commands.list"])
def test_so_are_the_other_signals_also_several_of_them(
    module: str, number: signal.Signals, tmp_path: Path
) -> None:
    path = python_path(tmp_path, module, number, times=3)
    assert numduel("list", PYTHONPATH=path) == Run("", LINE, 130)


ANOTHER = """
import os, signal
from numduel.cli import interrupts

write = os.write

def write_and_be_told_again(descriptor, data):
    written = write(descriptor, data)
    os.kill(os.getpid(), signal.SIGTERM)
    return written

os.write = write_and_be_told_again
interrupts.answer()
os.kill(os.getpid(), signal.SIGHUP)
"""


def test_a_signal_that_comes_right_after_the_line_does_not_bring_it_again() -> None:
    assert run((sys.executable, "-c", ANOTHER), env=environment()) == Run("", LINE, 130)


def test_the_installed_command_answers_from_its_first_line_on(tmp_path: Path) -> None:
    script = tmp_path / "bin" / "numduel"
    script.parent.mkdir()
    script.write_text("import sys\nfrom numduel.__main__ import main\nsys.exit(main())\n")
    path = python_path(tmp_path, "numduel.core.game")
    assert run((sys.executable, script, "list"), env=environment(PYTHONPATH=path)) == Run("", LINE, 130)


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_without_anyone_to_read_the_line_only_the_code_is_left(redirection: str, tmp_path: Path) -> None:
    path = python_path(tmp_path, "numduel.cli.main")
    command = f"{shlex.join(COMMAND)} list {redirection}"
    assert run(("/bin/sh", "-c", command), env=environment(PYTHONPATH=path)) == Run("", "", 130)


UNHEARD = """
import signal, sys, time

class Unheard:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def raised_where_nobody_hears(*_):
    Unheard()

def noisy(*_):
    left = open(__file__)  # Python warns of it, here by an exception, when it is forgotten
    signal.raise_signal(signal.SIGTERM)

def dropped(*_):
    try:
        signal.raise_signal(signal.SIGHUP)
    except BaseException:
        pass
    for _ in range(100):  # go on as though nothing had happened
        time.sleep(0.1)

def shown(*_):
    try:
        signal.raise_signal(signal.SIGHUP)
    except BaseException:
        sys.excepthook(*sys.exc_info())  # as C code does that needs numpy and cannot import it
    raise KeyboardInterrupt

import numduel.cli.main
numduel.cli.main.main = {what}
import numduel.__main__
numduel.__main__.main()
"""


@pytest.mark.parametrize("what", ["raised_where_nobody_hears", "noisy", "dropped", "shown"])
def test_what_python_ignores_is_no_noise_and_no_signal_is_lost_by_it(what: str, tmp_path: Path) -> None:
    script = tmp_path / "own.py"
    script.write_text(UNHEARD.format(what=what))
    assert run((sys.executable, script)) == Run("", LINE, 130)


MEANT_FOR_SOMEBODY_ELSE = """
import signal, sys
from numduel.cli import interrupts

def work():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        interrupts.forget()
    print(signal.getitimer(signal.ITIMER_REAL))
    return 0

interrupts.answer()
sys.exit(interrupts.run(work))
"""


def test_a_signal_that_was_meant_for_somebody_else_leaves_no_alarm_behind() -> None:
    # It would end the process while Python winds up, and answers no signal any more.
    assert run((sys.executable, "-c", MEANT_FOR_SOMEBODY_ELSE)) == Run("(0.0, 0.0)\n", "", 0)


def test_a_program_that_uses_the_package_keeps_its_signals(tmp_path: Path) -> None:
    script = tmp_path / "own.py"
    script.write_text(
        "import signal, numduel\n"
        "print(signal.pthread_sigmask(signal.SIG_BLOCK, ()), signal.getsignal(signal.SIGTERM).name)\n"
        "signal.raise_signal(signal.SIGINT)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment())
    assert done.stdout == "set() SIG_DFL\n"
    assert done.stderr.endswith("KeyboardInterrupt\n")


def test_signals_that_are_ignored_stay_ignored() -> None:
    def ignore() -> None:
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)

    with playing(before=ignore) as process:
        until(process, DIGIT)
        for number in (signal.SIGINT, signal.SIGHUP):
            process.send_signal(number)
        out, err = process.communicate(b"2\n5\n8\n9\n", timeout=PATIENCE)
        assert out.endswith(b"Player 1 wins!\n")
        assert (err, process.returncode) == (b"", 0)


# In a game


@contextmanager
def playing(*arguments: str, before: Callable[[], None] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A game through pipes."""
    with subprocess.Popen(
        (*COMMAND, "play", "digit-stack", *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=before,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def until(process: subprocess.Popen[bytes], prompt: str) -> None:
    """Wait for a prompt."""
    assert process.stdout is not None
    shown = b""
    while not shown.endswith(prompt.encode()):
        shown += os.read(process.stdout.fileno(), 4096) or pytest.fail(f"no prompt in {shown!r}")


@pytest.mark.parametrize("number", SIGNALS)
def test_each_signal_leaves_a_game_that_can_be_gone_on_with(number: signal.Signals) -> None:
    with playing() as process:
        assert process.stdin is not None
        process.stdin.write(b"5\n")
        process.stdin.flush()
        until(process, f"Player 2, {DIGIT}")
        for _ in range(5):
            process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        assert out.decode() == "\nInterrupted: the game is unfinished, after 1 turn.\n"
        assert err.startswith(b"To go on: numduel resume ")
        assert err.count(b"\n") == 1
        assert process.returncode == 130


INTO_FULL_PIPES = """
import os, signal, time
from numduel.__main__ import main
from numduel.cli import interrupts

interrupts.PATIENCE = interrupts.LOOK = 0.05
interrupts.answer()
if not os.fork():
    time.sleep(0.3)
    os.kill(os.getppid(), signal.SIGTERM)
    os._exit(0)
main()
"""


@contextmanager
def full_pipe() -> Iterator[int]:
    """A pipe that nobody reads and that takes no more: the end that is written to."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writing, bytes(4096))
    os.set_blocking(writing, True)
    yield writing
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("deaf", ["output", "both"])
def test_who_does_not_read_is_not_waited_for_after_a_signal(deaf: str) -> None:
    command = sys.executable, "-c", INTO_FULL_PIPES, "play", "digit-stack", "--no-save"
    with (
        full_pipe() as full,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=full,
            stderr=full if deaf == "both" else subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        try:
            assert process.wait(PATIENCE) == 130
            assert process.stderr is None or process.stderr.read().decode() == LINE
        finally:
            process.kill()


# At a terminal


@contextmanager
def in_shell_at_terminal(tmp_path: Path, *arguments: str, **changes: str) -> Iterator[tuple[Terminal, Path]]:
    """The command in a shell that looks whether its terminal is as it was; and where its number is told."""
    told = tmp_path / "pid"
    command = f"echo $$ >{shlex.quote(str(told))}; exec {shlex.join((*COMMAND, *arguments))}"
    script = f"""
    before=$(stty -g)
    sh -c {shlex.quote(command)}
    code=$?
    [ "$before" = "$(stty -g)" ] && echo "unchanged, $code"
    """
    with Terminal(script=script, rows="12", **changes) as terminal:
        yield terminal, told


@pytest.mark.parametrize("number", SIGNALS[1:])
@pytest.mark.parametrize(
    ("arguments", "prompt"),
    [
        (("replay", "GAME"), "Current number: empty\n"),
        ((), "Press a key: "),
        (("play", "digit-stack"), DIGIT),
        (("rules", "digit-stack"), "begun"),  # by a pager that does not care
    ],
    ids=["replay", "menu", "play", "pager"],
)
def test_the_terminal_is_as_it_was_after_a_signal(
    arguments: tuple[str, ...], prompt: str, number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "GAME").write_text(GAME)
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nstty -echo -icanon </dev/tty\necho begun\nexec sleep 60\n")
    pager.chmod(0o755)
    named = [str(tmp_path / word) if word == "GAME" else word for word in arguments]
    with in_shell_at_terminal(tmp_path, *named, PAGER=str(pager)) as (terminal, told):
        terminal.expect(prompt)
        with contextlib.suppress(ProcessLookupError):  # the first may have ended it
            for _ in range(3):
                os.kill(int(told.read_text()), number)
        terminal.expect("unchanged, 130")


LATE = """
import os, runpy, signal, subprocess, sys

class Late(subprocess.Popen):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        signal.raise_signal(signal.SIGINT)

subprocess.Popen = Late
sys.argv = ["numduel", "rules", "digit-stack"]
runpy.run_module("numduel", run_name="__main__", alter_sys=True)
"""


def test_a_pager_is_not_left_alone_with_the_terminal_however_often_ctrl_c_comes(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(LATE)
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nfor _ in 1 2; do kill -INT $PPID; sleep 0.2; done; cat; echo and its end\n")
    pager.chmod(0o755)
    script = f"{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'late.py'))}; echo code $?"
    with Terminal(script=script, rows="12", PAGER=str(pager)) as terminal:
        terminal.expect("and its end\ncode 0\n")
        assert "digit-stack:sevens" in terminal.seen


def test_sigterm_right_after_ctrl_c_ends_a_pager_and_the_program(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nkill -INT $PPID; kill -TERM $PPID; exec sleep 60\n")
    pager.chmod(0o755)
    with in_shell_at_terminal(tmp_path, "rules", "digit-stack", PAGER=str(pager)) as (terminal, _):
        terminal.expect(f"{LINE}unchanged, 130")


def test_ctrl_c_in_a_command_of_the_menu_ends_the_program(tmp_path: Path) -> None:
    with in_shell_at_terminal(tmp_path, NUMDUEL_DB=str(tmp_path / "games.db")) as (terminal, told):
        numduel("play", "digit-stack", said="5\n", NUMDUEL_DB=str(tmp_path / "games.db"))
        terminal.expect("Press a key: ")
        terminal.type("h")
        terminal.expect("Press a key: ")
        terminal.type("c")
        terminal.expect(DIGIT)
        os.kill(int(told.read_text()), signal.SIGTERM)
        terminal.expect("unchanged, 130")


# At random moments


@pytest.mark.parametrize("kind", ["game", "game at a terminal", "search"])
def test_a_few_random_moments_end_as_they_should(kind: str) -> None:
    script = REPOSITORY / "benchmarks" / "interrupts.py"  # which tries many more
    done = run((sys.executable, script, "--tries", "3", "--seed", "7", "--only", kind))
    assert done.code == 0, done.out
    assert done.out.startswith(f"{kind}: 3 tries: ")
