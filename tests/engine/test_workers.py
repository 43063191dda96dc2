"""Threads that share work: whoever is interrupted while they are waited for hears of it."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, get_ident
from types import FrameType

import pytest

from numduel.engine import threads
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


def ident_after_a_moment(span: Span) -> int:
    """The thread at work, long enough for each to get a part."""
    time.sleep(0.05)
    return get_ident()


def test_threads_that_were_let_go_rest_until_they_are_needed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_resting", {})
    one, two = Workers(3, threads=3), Workers(2, threads=2)
    used = [{*workers.run(ident_after_a_moment)} for workers in (one, two)]
    one.close()
    assert one.run(lambda span: (span, get_ident())) == [((0, 3), get_ident())]  # without them
    again = Workers(3, threads=3)
    assert {*again.run(ident_after_a_moment)} == used[0]  # not those of the other
    again.close()
    two.close()


def test_of_threads_that_rest_there_are_only_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_resting", {})
    several = [Workers(2, threads=2) for _ in range(threads.MAX_RESTING + 2)]
    used = [workers.run(lambda span: current_thread())[0] for workers in several]
    for workers in several:
        workers.close()
    for thread in used[threads.MAX_RESTING :]:
        thread.join(60)
    assert [thread.is_alive() for thread in used] == [True] * threads.MAX_RESTING + [False] * 2


def test_a_forked_process_has_no_use_for_threads_that_rest_in_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "_resting", {})
    workers = Workers(2, threads=2)
    workers.run(str)
    workers.close()
    monkeypatch.setattr(threads, "getpid", lambda: -1)  # as in a child, where these threads are not
    child = Workers(2, threads=2)
    assert child.run(str) == ["(0, 1)", "(1, 2)"]
    assert [len(queues) for queues in threads._resting.values()] == [1]
    child.close()


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
