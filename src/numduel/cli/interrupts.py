"""Ctrl-C at the wrong moment: put off until what must not be torn apart is done."""

import contextlib
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Put Ctrl-C off to the end of a block, which must be short."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # one that has just come is raised here
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
