"""How the terminal is set while a line is read, and afterwards."""

import contextlib
import os
import pty
import select
import termios

import pytest

from numduel.cli import terminal


def test_what_is_typed_before_ctrl_c_is_dropped_afterwards_and_not_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys, screen = pty.openpty()
    with open(keys, "wb", buffering=0) as keyboard, open(screen, "rb", buffering=0) as typed:
        monkeypatch.setattr("sys.stdin", typed)
        monkeypatch.setattr(terminal, "_found", None)
        before = termios.tcgetattr(screen)
        with contextlib.suppress(KeyboardInterrupt), terminal.reading():
            assert termios.tcgetattr(screen)[3] & termios.NOFLSH
            os.write(keyboard.fileno(), b"a line\n")
            assert select.select([typed], [], [], 5)[0]
            raise KeyboardInterrupt
        assert termios.tcgetattr(screen) == before
        assert not select.select([typed], [], [], 0)[0]
