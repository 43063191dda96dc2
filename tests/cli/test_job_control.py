"""Ctrl-Z and `fg` in a shell: the terminal is set anew, and what was asked is asked again."""

import os
import shlex
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from commandline import COMMAND, Terminal, play

from numduel.cli.interrupts import continuing

KEY, READY, CTRL_Z = "Press a key: ", "ready> ", "\x1a"


@pytest.fixture
def shell() -> Iterator[Terminal]:
    """A shell with jobs, at a terminal."""
    with Terminal(script=f"PS1={READY!r} exec sh -i") as terminal:
        terminal.expect(READY)
        yield terminal


def begin(shell: Terminal, *arguments: str) -> None:
    shell.enter(shlex.join([*COMMAND, *arguments]))


def stop_and_come_back(shell: Terminal) -> None:
    """Stop the command, and come back with a terminal that gives lines, as shells leave it."""
    shell.wait_for_keys()
    shell.type(CTRL_Z)
    shell.expect(READY)
    shell.enter("stty sane; fg")


def test_the_menu_takes_keys_again_after_it_was_stopped(shell: Terminal) -> None:
    begin(shell)
    shell.expect(KEY)
    stop_and_come_back(shell)
    shell.expect(KEY)
    shell.type("q")  # and no Enter
    shell.expect(READY)


def test_a_replay_goes_on_key_by_key_after_it_was_stopped(shell: Terminal, tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play("digit-stack", "2", "5", "8", options=("--db", db))
    begin(shell, "replay", "1", "--db", db)
    shell.expect("Keys: ")
    shell.expect("Current number: empty")
    stop_and_come_back(shell)
    shell.expect(shlex.join(COMMAND))  # `fg` says what goes on
    shell.type("f")
    shell.expect("1. ")
    shell.type("q")
    shell.expect(READY)


def test_a_command_that_was_stopped_ends_by_a_signal_in_one_line(shell: Terminal) -> None:
    begin(shell)
    shell.expect(KEY)
    shell.wait_for_keys()
    shell.type(CTRL_Z)
    shell.expect(READY)
    shell.enter("kill %1; fg")
    shell.expect("numduel: interrupted")
    shell.expect(READY)
    shell.enter("echo code $?")
    shell.expect("code 130")


def test_who_comes_back_many_times_is_asked_again_but_never_within_a_question() -> None:
    asked, within = 0, []

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked < 100:
            os.kill(os.getpid(), signal.SIGCONT)  # while it is asked
            within.append(asked)

    with continuing(ask):
        os.kill(os.getpid(), signal.SIGCONT)
    assert asked == 100
    assert within == [*range(1, 100)]  # each question was over before the next began
    assert signal.getsignal(signal.SIGCONT) is signal.SIG_DFL


def test_keys_are_read_beside_the_main_thread_too() -> None:
    def read() -> None:
        with continuing(lambda: None):
            entered.append(True)

    entered: list[bool] = []
    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert entered == [True]
