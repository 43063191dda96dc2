"""Plugin of pytest for mutation testing: notes what each test calls and costs, or runs chosen tests in order.

With MUTATION_TRACE=FILE it writes there, for each test that passes, its seconds of processor time, the
functions below src/numduel that it called, and whether it started other processes. With MUTATION_TESTS=FILE
it runs the tests that are named there, in their order, each for at most some seconds; tests that are not
known come last.
"""

import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterator
from types import FrameType
from typing import Any

import pytest
from hypothesis import Phase, settings

LONGEST = 6.0  # seconds of processor time of a test that is worth running again for every mutant
LONGEST_WAIT = 60.0  # seconds on the clock, of which a busy machine takes most
OUT_OF_TIME = 99  # the exit code where a test takes far longer than it did
NOT_LOADED = 98  # the exit code where code cannot be exchanged in a process that has it loaded
# What a test does that has other processes work for it; some are forked by a server that is asked for them.
STARTS = ("subprocess.Popen", "os.fork", "os.posix_spawn", "socket.connect")
SOURCES = os.path.join(os.getcwd(), "src", "numduel") + os.sep


def pytest_collection(session: pytest.Session) -> None:
    """Let no property test look for a simpler example once it has failed: one failure is enough."""
    plain = (Phase.explicit, Phase.reuse, Phase.generate)
    settings.register_profile("mutation", settings.get_profile("numduel"), phases=plain)
    settings.load_profile("mutation")


class TooLong(BaseException):
    """A test takes too long to be run for every mutant."""


def _give_up(*_: object) -> None:
    raise TooLong


class Trace:
    """Notes what each test calls."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.called: set[Any] = set()
        self.tests: dict[str, Any] = {}
        self.failed: set[str] = set()
        self.spawns = False
        sys.addaudithook(self.hear)
        threading.settrace(self.trace)
        sys.settrace(self.trace)

    def trace(self, frame: FrameType, event: str, argument: Any) -> None:
        self.called.add(frame.f_code)

    def hear(self, event: str, arguments: Any) -> None:
        self.spawns = self.spawns or event in STARTS

    def functions(self) -> list[str]:
        called, self.called = self.called, set()
        inside = [code for code in called if code.co_filename.startswith(SOURCES)]
        return sorted(f"src/numduel/{code.co_filename[len(SOURCES) :]}:{code.co_qualname}" for code in inside)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before, self.spawns = self.functions(), False
        start = time.process_time()
        sys.settrace(self.trace)  # a test may have taken it away
        done = yield
        seconds = time.process_time() - start
        noted = {"called": self.functions(), "before": before, "spawns": self.spawns}
        self.tests[item.nodeid] = {"seconds": seconds, **noted}
        return done

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        for number, timer, seconds in (
            (signal.SIGPROF, signal.ITIMER_PROF, LONGEST),
            (signal.SIGALRM, signal.ITIMER_REAL, LONGEST_WAIT),
        ):
            signal.signal(number, _give_up)
            signal.setitimer(timer, seconds)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "passed":
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        sys.settrace(None)
        passed = {name: test for name, test in self.tests.items() if name not in self.failed}
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"tests": passed, "failed": sorted(self.failed)}, file)


class Chosen:
    """Runs the tests that it was given."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            orders = json.load(file)
        self.seconds: dict[str, float] = orders["run"]
        self.known = set(orders["known"])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {name: place for place, name in enumerate(self.seconds)}
        wanted = [item for item in items if item.nodeid in places or item.nodeid not in self.known]
        items[:] = sorted(wanted, key=lambda item: places.get(item.nodeid, len(places)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        with watched(self.seconds.get(item.nodeid, 20.0)):
            return (yield)


@contextlib.contextmanager
def watched(seconds: float) -> Iterator[None]:
    """End the process where a test that took so many seconds takes far longer now."""
    most = 3 + 10 * seconds
    for number, timer, limit in (
        (signal.SIGPROF, signal.ITIMER_PROF, most),
        (signal.SIGALRM, signal.ITIMER_REAL, LONGEST_WAIT + 10 * most),  # it may wait for ever
    ):
        signal.signal(number, lambda *_: os._exit(OUT_OF_TIME))
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_configure(config: pytest.Config) -> None:
    if path := os.environ.get("MUTATION_TRACE"):
        config.pluginmanager.register(Trace(path))
    if path := os.environ.get("MUTATION_TESTS"):
        config.pluginmanager.register(Chosen(path))
