"""Threads that share work: whoever is interrupted while they are waited for hears of it."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType

import pytest

from numduel.engine.threads import Span, Workers


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """A Ctrl-C after some time."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_an_interruption_during_the_wait_for_others_after_a_failure_is_not_lost() -> None:
    begun, done = Event(), []

    def work(span: Span) -> None:
        if span[0] == 0:  # by a thread; the last part is done here
            begun.set()
            time.sleep(1)
            done.append(span)
        else:
            begun.wait()
            raise ValueError("too large")

    with interrupted_after(0.3), pytest.raises(KeyboardInterrupt) as caught:
        Workers(2, threads=2).run(work)
    assert done == [(0, 1)]  # nobody is at it any more
    assert isinstance(caught.value.__context__, ValueError)


def test_a_failure_is_told_as_it_is_where_nobody_interrupts() -> None:
    def work(span: Span) -> None:
        if span[0] == 1:
            raise ValueError("too large")

    with pytest.raises(ValueError, match="too large"):
        Workers(2, threads=2).run(work)


def test_while_python_ends_its_threads_end_with_it_and_what_is_gone_is_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers = Workers(2, threads=2)
    workers.run(str)
    with monkeypatch.context() as changed:
        changed.setattr("numduel.engine.threads.getpid", None)  # as in a module that is taken apart
        workers.__del__(lambda: True)
    assert workers.run(str) == ["(0, 1)", "(1, 2)"]  # nobody was let go of
    workers.close()
