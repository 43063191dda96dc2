"""Progress of an exploration, on standard error, for a person who waits."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from ..core.hints import TYPE_CHECKING
from ..core.streams import write_error
from .interrupts import check
from .screen import columns_of, styled

if TYPE_CHECKING:
    from ..engine.limits import Progress

BEFORE_SHOWING = 0.5  # seconds; most explorations are over by then
BETWEEN_LINES = 10.0  # seconds, where each stays: in a file, say, or on paper
BEFORE_THINKING = 1.5  # seconds; all but a long search is over by then


@contextmanager
def progress(plain: bool = False, doing: str = "exploring", what: str = "positions") -> "Iterator[Progress]":
    """Something that shows how far something long is."""
    with waiting(f"{doing}: {{1:,}} of {{0:,}} {what}", plain) as show:
        yield show


@contextmanager
def waiting(form: str, plain: bool = False) -> Iterator[Callable[..., None]]:
    """Something that shows numbers in this form to who waits: in place at a terminal, else now and then."""
    started = shown = time.monotonic()
    in_place, lines = _can_be_seen(plain), _NowAndThen(started)

    def show(*numbers: int | str) -> None:
        nonlocal shown
        check()  # long work need not wait until it is looked whether a signal was lost
        now = time.monotonic()
        if in_place and now - started > BEFORE_SHOWING:
            write_error(f"\r{_in_one_line(form.format(*numbers))}\x1b[K")
            shown = now
        elif not in_place and lines.is_due(now):
            write_error(f"{form.format(*numbers)}\n")

    try:
        yield show
    finally:
        if in_place and shown > started:
            write_error("\r\x1b[K")


class _NowAndThen:
    """Tells of which reports a line is written: of one in so many seconds, and not of the first moment."""

    def __init__(self, now: float) -> None:
        self._shown = self._reported = now
        self._postponed = False

    def is_due(self, now: float) -> bool:
        """Whether what is reported now is to be shown."""
        silent, self._reported = now - self._reported > BEFORE_SHOWING, now
        if now - self._shown <= BETWEEN_LINES:
            return False
        if silent and not self._postponed:  # it has been prepared for that long, and only now begins
            self._postponed, self._shown = True, now + BEFORE_SHOWING - BETWEEN_LINES
            return False
        self._postponed, self._shown = False, now
        return True


def _in_one_line(text: str) -> str:
    """As much of a text as one line of the screen holds: a longer one could not be written over."""
    room = columns_of(2) - 1
    while len(text) > room and ", " in text:
        text = text.rpartition(", ")[0]
    return text[:room]


@contextmanager
def sweeping(plain: bool = False, doing: str = "sweeping") -> "Iterator[Progress]":
    """Something that shows how many settings are done, how fast it goes and for how long still."""
    started, before = time.monotonic(), -1

    with waiting("{}", plain) as show:

        def report(done: int, count: int) -> None:
            nonlocal before
            before = done if before < 0 else before  # what was done already says nothing about the rate
            rate = (done - before) / max(time.monotonic() - started, 0.001)
            left = f", {clock((count - done) / rate)} left" if rate else ""
            show(f"{doing}: {done:,} of {count:,} settings, {rate:,.0f} a second{left}")

        yield report


def clock(seconds: float) -> str:
    """A time as clocks show it.

    >>> clock(7), clock(3_725)
    ('0:07', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def thinking(plain: bool = False) -> Iterator[None]:
    """Say at a terminal that a computer thinks, where that takes long enough for a person to wonder."""
    if not _can_be_seen(plain):
        yield  # between two moves that somebody sends through a pipe, no thread is started
        return
    with working("thinking ...", plain):
        yield


@contextmanager
def working(words: str, plain: bool = False) -> Iterator[None]:
    """Say that something is under way, where it takes long and nothing tells how far it is."""
    from threading import Timer  # only where someone waits

    in_place, shown = _can_be_seen(plain), list[bool]()

    def show() -> None:
        shown.append(in_place)
        write_error(styled(words, "dim") if in_place else f"{words}\n")

    timer = Timer(BEFORE_THINKING if in_place else BETWEEN_LINES, show)
    timer.daemon = True
    with suppress(RuntimeError):  # where memory is so short that no thread starts, work goes on without
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
        if any(shown):
            write_error("\r\x1b[K")


def _can_be_seen(plain: bool) -> bool:
    return not plain and sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
