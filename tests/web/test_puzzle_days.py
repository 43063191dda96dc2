"""Daily puzzles and puzzles that come back, by a clock that is set: what belongs to which day."""

import datetime
from collections.abc import Iterator

import pytest
from puzzle_visits import ONE_OF_EACH, attempts, page_of, right, send, wrong
from web_pages import SiteClient

from numduel.learn.catalogue import find
from numduel.web.puzzles.sittings import Sittings

WIN = ONE_OF_EACH["win"]


@pytest.fixture(scope="module")
def running() -> Iterator[SiteClient]:
    with SiteClient() as client:
        yield client


@pytest.fixture
def client(running: SiteClient) -> SiteClient:
    """A browser that was never here before."""
    running.become_a_stranger()
    return running


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = datetime.datetime(2026, 11, 16, 23, 59, 59, tzinfo=datetime.UTC)

    def __call__(self) -> datetime.datetime:
        return self.now

    def set(self, text: str) -> None:
        self.now = datetime.datetime.fromisoformat(f"{text}+00:00")


@pytest.fixture
def clock(client: SiteClient) -> Iterator[Clock]:
    """The clock of the site, in our hands."""
    site, clock = client.site, Clock()
    before, site.sittings = site.sittings, Sittings(site.lobby.commits, site.solver, 100, clock)
    yield clock
    site.sittings = before


def test_the_puzzles_of_a_day_are_solved_and_the_result_is_there_to_share(
    client: SiteClient, clock: Clock
) -> None:
    for number in (1, 2, 3):
        page = page_of(client.get("/daily"))
        (begin,) = (each["href"] for each in page.with_class("main") if "href" in each)
        assert ("Begin" if number == 1 else f"Go on with puzzle {number}") in page.text
        puzzle = find(begin.partition("?")[0].rpartition("/")[2])
        page = send(client, puzzle, f"?{begin.partition('?')[2]}", do="solution")
        assert f"puzzle {number} of 3" in page.text
    page = page_of(client.get("/daily/2026-11-16"))
    assert f"numduel daily 2026-11-16 · {puzzle.game.title} · 0 of 3 · no hint" in page.text
    assert "Days in a row: 1 ." in page.text
    clock.set("2026-11-17T00:00:00")
    page = page_of(client.get("/daily"))
    assert "Begin" in page.text
    assert "Days in a row: 1 ." in page.text  # the day is still to be played
    assert client.get("/daily/2026-11-18").status_code == 404


def test_what_is_answered_after_midnight_is_no_longer_of_the_day(client: SiteClient, clock: Clock) -> None:
    page = page_of(client.get("/daily"))
    (begin,) = (each["href"] for each in page.with_class("main") if "href" in each)
    puzzle = find(begin.partition("?")[0].rpartition("/")[2])
    clock.set("2026-11-17T00:00:00")
    send(client, puzzle, "?day=2026-11-16", do="solution")
    assert "Go on with puzzle 2" in page_of(client.get("/daily/2026-11-16")).text
    assert client.get("/puzzles/progress.json").json()["streak"] == 0


def test_a_failed_puzzle_comes_back_in_a_tab_of_its_own(client: SiteClient, clock: Clock) -> None:
    send(client, WIN, answer=wrong(WIN))
    for day, solved in (("2026-11-17", 0), ("2026-11-20", 1), ("2026-11-27", 2), ("2026-12-18", 3)):
        assert client.get("/puzzles/next?failed=1").headers["location"] == "/puzzles?tab=failed"
        assert f"on {day}" in page_of(client.get("/puzzles?tab=failed")).text
        clock.set(f"{day}T00:00:00")
        assert f"since {day}, solved {solved} of 4 times" in page_of(client.get("/puzzles?tab=failed")).text
        assert client.get("/puzzles/next?failed=1").headers["location"] == f"/puzzle/{WIN.id}?failed=1"
        send(client, WIN, "?failed=1", answer=right(WIN))
    assert WIN.game.title not in page_of(client.get("/puzzles?tab=failed")).text
    assert len(attempts(client)) == 5
