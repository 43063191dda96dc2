"""Progress of an exploration, on standard error, for a person who waits."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..core.streams import write_error
from ..engine.limits import Progress
from .screen import styled

BEFORE_SHOWING = 0.5  # seconds; most explorations are over by then
BEFORE_THINKING = 1.5  # seconds; all but a long search is over by then


@contextmanager
def progress(
    plain: bool = False, doing: str = "exploring", what: str = "positions"
) -> Iterator[Progress | None]:
    """Something that shows how far something long is, or None where nobody would see it."""
    started, shown = time.monotonic(), False

    def show(found: int, looked_at: int) -> None:
        nonlocal shown
        if time.monotonic() - started > BEFORE_SHOWING:
            write_error(f"\r{doing}: {looked_at:,} of {found:,} {what}\x1b[K")
            shown = True

    try:
        yield show if _can_be_seen(plain) else None
    finally:
        if shown:
            write_error("\r\x1b[K")


@contextmanager
def thinking(plain: bool = False) -> Iterator[None]:
    """Say that a computer thinks, where that takes long enough for a person to wonder."""
    if not _can_be_seen(plain):
        yield
        return
    from threading import Timer  # only where someone waits

    shown: list[bool] = []

    def show() -> None:
        shown.append(True)
        write_error(styled("thinking ...", "dim"))

    timer = Timer(BEFORE_THINKING, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if shown:
            write_error("\r\x1b[K")


def _can_be_seen(plain: bool) -> bool:
    return not plain and sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
