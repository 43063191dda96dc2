"""A browser for each worker, a server that has every game and two guests, and people who come and go."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import ARGUMENTS, Come, Visitor, browser_path
from commandline import REPOSITORY
from packages import EXAMPLE, Packages
from playwright.sync_api import Browser, sync_playwright
from webserver import WebServer

GRID = (REPOSITORY / "tests" / "three_in_a_row.py").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a worker; each visitor has a profile of their own in it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server with the guest of docs/add-a-game.md and one whose moves are squares, both installed."""
    guests = Packages(tmp_path_factory.mktemp("guests"))
    guests.install("countdown", EXAMPLE)
    guests.install("three_in_a_row", GRID, {"tic-tac-toe": "three_in_a_row:TicTacToe"})
    path = tmp_path_factory.mktemp("site") / "games.db"
    with WebServer(path, PYTHONPATH=guests.path) as server:
        yield server


@pytest.fixture
def come(chromium: Browser) -> Iterator[Come]:
    """Let somebody come to a site; when the test ends they leave, and nothing may have gone wrong."""
    here: list[Visitor] = []

    def one(url: str, **options: Any) -> Visitor:
        here.append(Visitor(chromium, url, **options))
        return here[-1]

    yield one
    wrong = [complaint for visitor in here for complaint in visitor.leave()]
    assert not wrong, wrong


@pytest.fixture
def somebody(come: Come, site: WebServer) -> Visitor:
    """Somebody who has come to the site."""
    return come(site.url)


@pytest.fixture
def two(come: Come, site: WebServer) -> tuple[Visitor, Visitor]:
    """Two people who have come to the site, each with a browser of their own."""
    return come(site.url), come(site.url)


@pytest.fixture
def database(site: WebServer) -> Path:
    """The file in which the site keeps its games."""
    return Path(site.said[-1].removeprefix("Games are kept in ").partition(". Ctrl-C")[0])
