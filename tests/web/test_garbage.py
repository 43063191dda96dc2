"""Garbage: what is new is looked through again and again, everything in quiet moments."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from numduel.web.serving.garbage import (
    LONGEST_SECONDS,
    NEW,
    QUIET_SECONDS,
    STEP_SECONDS,
    Garbage,
    leave_what_is_old,
)


class Cycle:
    """Something that only a collection gets rid of."""

    def __init__(self) -> None:
        self.itself = self


class Busy:
    """A server that does something every second, and its garbage."""

    def __init__(self) -> None:
        self.done = 0
        self.garbage = Garbage(lambda: self.done)

    def work(self, seconds: float = 1.0) -> None:
        self.done += 1
        self.garbage.look(seconds)

    def rest(self) -> None:
        self.garbage.look(1.0)


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.collect()
    leave_what_is_old()
    yield
    gc.set_threshold(*usual)


def in_use(server: Busy) -> "tuple[list[Cycle], weakref.ref[Cycle]]":
    """Something that was in use when it was last looked through."""
    used = [Cycle()]
    server.work()
    return used, weakref.ref(used[0])


def test_what_is_new_is_collected_after_work() -> None:
    server = Busy()
    dropped = weakref.ref(Cycle())
    server.work(STEP_SECONDS)
    assert dropped() is None


def test_what_is_new_is_also_collected_between_two_looks_where_much_is_made() -> None:
    dropped = weakref.ref(Cycle())
    assert len([[] for _ in range(NEW + 1)]) > NEW
    assert dropped() is None


def test_a_moment_without_work_is_no_quiet_moment_yet() -> None:
    server = Busy()
    used, dropped = in_use(server)
    used.clear()
    for _ in range(int(0.9 * QUIET_SECONDS / STEP_SECONDS)):
        server.garbage.look(STEP_SECONDS)
    assert dropped() is not None
    server.garbage.look(0.2 * QUIET_SECONDS)
    assert dropped() is None


def test_what_was_in_use_is_collected_in_the_next_quiet_moment() -> None:
    server = Busy()
    used, dropped = in_use(server)
    used.clear()
    server.work()
    assert dropped() is not None
    server.rest()
    assert dropped() is None


def test_without_quiet_moments_everything_is_looked_through_in_the_end() -> None:
    server = Busy()
    used, dropped = in_use(server)
    used.clear()
    server.work(LONGEST_SECONDS)
    assert dropped() is None


def test_an_idle_server_does_not_look_again_and_again() -> None:
    server = Busy()
    server.work()
    server.rest()
    dropped = weakref.ref(Cycle())
    for _ in range(int(2 * LONGEST_SECONDS)):
        server.rest()
    assert dropped() is not None
