"""Threads that share work: whoever is interrupted while they are waited for hears of it."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, get_ident
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


@pytest.fixture
def resting(monkeypatch: pytest.MonkeyPatch) -> list[Thread]:
    """The threads that rest, of which there are none at first."""
    nobody: list[Thread] = []
    monkeypatch.setattr(threads, "_resting", nobody)
    return nobody


def test_threads_that_were_let_go_rest_until_they_are_needed_again(resting: list[Thread]) -> None:
    one, two = Workers(3, threads=3), Workers(2, threads=2)
    used = [{*workers.run(ident_after_a_moment)} for workers in (one, two)]
    one.close()
    assert one.run(lambda span: (span, get_ident())) == [((0, 3), get_ident())]  # without them
    again = Workers(3, threads=3)
    assert {*again.run(ident_after_a_moment)} == used[0]  # not those of the other
    again.close()
    assert len(resting) == 2
    fewer = Workers(2, threads=2)
    assert {*fewer.run(ident_after_a_moment)} < used[0]
    assert len(resting) == 1
    for workers in (fewer, two):
        workers.close()


def test_of_threads_that_rest_there_are_not_too_many(
    resting: list[Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "MAX_RESTING", 3)
    several = [Workers(count, threads=count) for count in (2, 3, 3)]
    used = [thread for workers in several for thread in workers.run(lambda span: current_thread())[:-1]]
    for workers in several:
        workers.close()
    for thread in used[3:]:
        thread.join(60)
    assert [thread.is_alive() for thread in used] == [True] * 3 + [False] * 2
    assert {*resting} == {*used[:3]}


def test_threads_that_nobody_needs_for_a_while_end(
    resting: list[Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "RESTING", 0.01)
    workers = Workers(3, threads=3)
    used = workers.run(lambda span: current_thread())[:-1]
    time.sleep(0.1)
    assert all(thread.is_alive() for thread in used)  # they do not rest, and wait for their next part
    assert workers.run(lambda span: current_thread())[:-1] == used
    workers.close()
    for thread in used:
        thread.join(60)
    assert resting == []
    again = Workers(2, threads=2)
    assert again.run(str) == ["(0, 1)", "(1, 2)"]
    again.close()


def test_threads_are_kept_by_whoever_was_interrupted_while_taking_or_leaving_them(
    resting: list[Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> Thread:
        raise KeyboardInterrupt

    workers, there = Workers(4, threads=4), [threads._Worker() for _ in range(2)]
    monkeypatch.setattr(threads, "_rested_or_new", lambda: there.pop() if there else interrupt())
    with pytest.raises(KeyboardInterrupt):
        workers.run(str)
    assert len(workers._threads) == 2
    with monkeypatch.context() as changed:
        changed.setattr(threads._Worker, "rest", interrupt)
        with pytest.raises(KeyboardInterrupt):
            workers.close()
    assert len(workers._threads) == 1
    workers.close()
    assert len(resting) == 1


def test_a_forked_process_has_no_use_for_threads_of_another(
    resting: list[Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = Workers(2, threads=2)
    before = workers.run(lambda span: current_thread())[0]
    monkeypatch.setattr(threads, "getpid", lambda: -1)  # as in a child, where these threads are not
    assert workers.run(lambda span: current_thread())[0] is not before
    workers.close()


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
