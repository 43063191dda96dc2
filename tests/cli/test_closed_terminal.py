"""A terminal that is closed while SIGHUP is ignored, as `nohup` has it: whoever asks then gets no answer."""

import os
import pty
import sys
from collections.abc import Iterator

import pytest

from numduel.cli import terminal
from numduel.cli.console import Console, EndOfInput
from numduel.cli.keys import read_key, unheard


@pytest.fixture
def closing(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other side of the terminal that standard input is, to be closed by the test."""
    other, ours = pty.openpty()
    with open(ours, encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        monkeypatch.setattr(terminal, "_found", None)
        yield other


def test_no_key_comes_from_a_closed_terminal(closing: int) -> None:
    os.close(closing)
    with pytest.raises(EndOfInput):
        read_key(lambda: None)


def test_no_line_comes_from_a_closed_terminal(closing: int) -> None:
    console = Console()
    assert console.typed
    os.close(closing)
    with pytest.raises(EndOfInput):
        console.ask("Your move: ")


@pytest.mark.parametrize("early", [True, False])
def test_a_computer_moves_on_before_a_closed_terminal(closing: int, early: bool) -> None:
    if early:
        os.close(closing)
    with unheard():
        if not early:
            os.close(closing)
