"""Single key presses from a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from .console import EndOfInput


def read_key() -> str:
    """The next key pressed, without waiting for Enter; Enter itself is a line end."""
    sys.stdout.flush()
    with _key_by_key():
        key = sys.stdin.buffer.raw.read(1) if hasattr(sys.stdin.buffer, "raw") else sys.stdin.buffer.read(1)
    if key in (b"", b"\x04"):
        raise EndOfInput
    return "\n" if key in (b"\r", b"\n") else (key or b"").decode("ascii", "replace")


@contextmanager
def _key_by_key() -> Iterator[None]:
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSANOW)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
