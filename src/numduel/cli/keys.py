"""Single key presses from a terminal."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from . import terminal
from .console import Console, EndOfInput
from .interrupts import continuing, waiting

PROMPT = "Press a key: "


def press(console: Console, *keys: str) -> str:
    """The first key pressed that is one of `keys`."""
    console.say_part(PROMPT)
    try:
        while (key := console.key(PROMPT).lower()) not in keys:
            pass
    except EndOfInput:
        console.say("")  # whatever follows begins on a line of its own
        console.flush()
        raise
    console.say("" if key == "\n" else key)
    console.flush()
    return key


# How terminals send the keys that have a name: what follows Escape and "[" or "O".
NAMED = {
    b"A": "up", b"B": "down", b"C": "right", b"D": "left", b"H": "home", b"F": "end",
    b"1~": "home", b"7~": "home", b"4~": "end", b"8~": "end",
}  # fmt: skip


def read_key(go_on: Callable[[], object]) -> str:
    """The next key pressed, without waiting for Enter; Enter itself is a line end, an arrow its name.

    `go_on` is called where the person comes back after Ctrl-Z, and no longer sees what was asked.
    """
    descriptor = sys.stdin.fileno()
    try:
        with _key_by_key(descriptor, go_on), waiting():
            key = os.read(descriptor, 1)
            if key == b"\x1b":
                return NAMED.get(_rest_of_sequence(descriptor), "\x1b")
    except terminal.lost():
        raise EndOfInput from None
    if key in (b"", b"\x04"):
        raise EndOfInput
    return "\n" if key in (b"\r", b"\n") else key.decode("ascii", "replace")


def _rest_of_sequence(descriptor: int) -> bytes:
    """The rest of an arrow or function key: several bytes, none of which is a key of its own."""

    def following() -> bytes:
        return os.read(descriptor, 1) if select.select([descriptor], [], [], 0.05)[0] else b""

    rest = b""
    if following() in (b"[", b"O"):
        while byte := following():
            rest += byte
            if b"@" <= byte <= b"~":
                break
    return rest


@contextmanager
def unheard() -> Iterator[None]:
    """Let what is typed meanwhile be neither shown nor kept."""
    import termios

    descriptor, before = sys.stdin.fileno(), None
    try:
        with suppress(*terminal.lost()):  # whoever reads or writes next will say so
            terminal.remember()
            before = termios.tcgetattr(descriptor)
            silent = [*before]
            silent[3] &= ~termios.ECHO
            termios.tcsetattr(descriptor, termios.TCSANOW, silent)
        yield
    finally:
        if before is not None:
            with suppress(*terminal.lost()):
                termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)


@contextmanager
def _key_by_key(descriptor: int, go_on: Callable[[], object]) -> Iterator[None]:
    import termios
    import tty

    def set_again() -> None:
        """Set the terminal as it was before a shell had it; what was typed for that is no key of ours."""
        with suppress(*terminal.lost()):
            tty.setcbreak(descriptor, termios.TCSAFLUSH)
            go_on()

    terminal.remember()
    before = termios.tcgetattr(descriptor)
    try:
        with continuing(set_again):
            tty.setcbreak(descriptor, termios.TCSANOW)
            yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
