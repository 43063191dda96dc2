"""What tests share: how property tests draw, where games are kept, folders for pages, people at browsers."""

import atexit
import contextlib
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from numduel.store.base import Store

if TYPE_CHECKING:
    from browsing import Come, Visitor
    from playwright.sync_api import Browser
    from webserver import WebServer

# The same examples on every run, however slow the machine: a check that guards a repo should not waver.
settings.register_profile(
    "numduel", derandomize=True, deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("numduel")
# Others on every run, and many of them: pytest --hypothesis-profile=thorough
settings.register_profile("thorough", settings.get_profile("numduel"), derandomize=False, max_examples=500)

# A job in the background may have been started deaf to Ctrl-C, and what tests start would be so too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test writes into the games of whoever runs it: each worker keeps its own, and so does what it starts.
_kept = tempfile.mkdtemp(prefix="numduel-test-")
atexit.register(shutil.rmtree, _kept, ignore_errors=True)
os.environ["NUMDUEL_DB"] = os.path.join(_kept, "games.db")
os.environ["NUMDUEL_KEY"] = ""  # nor are they sealed with anyone's key


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile everything before there are workers: else each of them would, all at the same time."""
    config = session.config
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        return
    import compiling

    compiling.compile_tests(config)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples only in modules that show any: each worker would load all others to find none."""
    collected = yield
    if file_path.suffix != ".py" or b">>>" in file_path.read_bytes():
        return collected
    return [each for each in collected if not isinstance(each, DoctestModule)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run what waits beside what computes, where there are workers."""
    if hasattr(config, "workerinput"):
        from ordering import spread_out

        items[:] = spread_out(items, lambda item: item.nodeid.partition("::")[0])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector from looking through what is there to stay: it takes a sixth of all time.

    While tests are collected it would find nothing, for a second in each worker. After that, let it look
    less often through what is new: that takes another twentieth.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
        gc.set_threshold(20_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def certificates_that_are_read_once() -> Iterator[None]:
    """Keep httpx from reading all certificates for each request: it takes 40 ms, and no server has any."""
    with pytest.MonkeyPatch.context() as patch:
        if httpx := sys.modules.get("httpx"):  # some test that was asked for needs it
            once = cache(httpx.create_ssl_context)
            patch.setattr("httpx._transports.default.create_ssl_context", once)
        yield


@pytest.fixture(autouse=True)
def digits_that_python_writes() -> Iterator[None]:
    """Keep what a command in this process has set from the next test."""
    usual = sys.get_int_max_str_digits()
    yield
    sys.set_int_max_str_digits(usual)


@pytest.fixture(params=["memory", "sqlite"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store, empty; each of its implementations in turn."""
    from stored import new_store

    with contextlib.closing(new_store(request.param, tmp_path)) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store may be made."""
    return tmp_path / "games.db"


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with games of every kind: 1 to 5, of which 3 has no moves and 5 came from outside."""
    from stored import filled_file

    return filled_file(tmp_path_factory.mktemp("original") / "games.db")


@pytest.fixture(autouse=True)
def folder_of_the_reader(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run a page of docs/ in a new folder that holds the files which it has its reader write."""
    if request.path.suffix != ".md" or request.path.parent.name != "docs":
        yield
        return
    import pages

    folder, patch = request.getfixturevalue("tmp_path"), request.getfixturevalue("monkeypatch")
    written = pages.files(f"docs/{request.path.name}")
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    patch.chdir(folder)
    patch.syspath_prepend(folder)
    yield
    for name in written:
        sys.modules.pop(name.removesuffix(".py"), None)


class SharedBrowser:
    """A browser for all the tests that need one and follow each other.

    While it is open no other event loop can run in this thread, so it must not outlive them.
    """

    def __init__(self) -> None:
        self._open: list[Browser] = []
        self._until_closed = contextlib.ExitStack()

    def get(self) -> "Browser":
        """The browser, which is started where none is running."""
        from browsing import a_browser

        if not (self._open and self._open[0].is_connected()):
            self.close()
            self._open.append(self._until_closed.enter_context(a_browser()))
        return self._open[0]

    def close(self) -> None:
        """End the browser, if there is one."""
        self._open.clear()
        self._until_closed.close()


shared_browser = SharedBrowser()


@pytest.fixture
def chromium() -> "Browser":
    """The browser of this worker; each visitor has a profile of their own in it."""
    return shared_browser.get()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before a test that needs none."""
    if "chromium" not in getattr(nextitem, "fixturenames", ()):
        shared_browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[WebServer]":
    """A server on which two guests are installed, one of them with moves that are squares."""
    from packages import EXAMPLE, GRID, Packages
    from webserver import WebServer

    guests = Packages(tmp_path_factory.mktemp("guests"))
    guests.install("countdown", EXAMPLE)
    guests.install("three_in_a_row", GRID, {"tic-tac-toe": "three_in_a_row:TicTacToe"})
    with WebServer(tmp_path_factory.mktemp("site") / "games.db", PYTHONPATH=guests.path) as server:
        yield server


@pytest.fixture
def come(chromium: "Browser") -> "Iterator[Come]":
    """Let somebody come to a site; when the test ends they leave, and nothing may have gone wrong."""
    from browsing import Visitor

    here: list[Visitor] = []

    def one(url: str, **options: Any) -> Visitor:
        here.append(Visitor(chromium, url, **options))
        return here[-1]

    yield one
    wrong = [complaint for visitor in here for complaint in visitor.leave()]
    assert not wrong, wrong


@pytest.fixture
def somebody(come: "Come", site: "WebServer") -> "Visitor":
    """Somebody who has come to the site."""
    return come(site.url)


@pytest.fixture
def two(come: "Come", site: "WebServer") -> "tuple[Visitor, Visitor]":
    """Two people who have come to the site, each with a browser of their own."""
    return come(site.url), come(site.url)
