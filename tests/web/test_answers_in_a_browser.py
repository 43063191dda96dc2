"""The pages of exact answers and reviews in a real browser: for everyone, on every screen."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import quote, unquote

import pytest
from browsing import PHONE, SCREEN, browser, small_targets, too_wide, violations, visiting
from playwright.sync_api import Browser, Page, expect
from webserver import WebServer

LOOKS: list[dict[str, Any]] = [
    {"size": PHONE},
    {"size": SCREEN},
    {"size": SCREEN, "color_scheme": "dark"},
    {"size": PHONE, "color_scheme": "dark"},
]
RECORD = (
    '[spec "operation-duel:target=50,add=1-3,multiply=3/4"]\n[player1 "Ann"]\n\n1. *4 +3 2. +3 *4 3. +1 *3\n'
)
PAGES = [
    "/analysis/operation-duel?moves=%2B1",
    "/analysis/top-stack-twelve:limit=11,supply=2?moves=2+3",
    "/analysis/operation-stack",
    "/analysis/operation-obliteration",
    "/analysis/digit-stack?moves=5+5",
    "/analysis/digit-stack:target=" + "9" * 2_000,
    "/analysis/operation-duel?moves=%2B1&as=2",
    "/embed/operation-duel",
    "/review",
    "/analysis/operation-dual",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with WebServer(tmp_path_factory.mktemp("web") / "games.db") as one:
        yield one


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as one:
        yield one


def check(page: Page) -> None:
    for details in page.locator("details").all():
        details.evaluate("element => { element.open = true; }")
    assert (violations(page), too_wide(page), small_targets(page)) == ([], 0, []), page.url


def hand_in(page: Page, record: str) -> None:
    page.goto("/review")
    page.get_by_label("Record").fill(record)
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("heading", name="The course of the game")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=["phone", "screen", "dark", "dark phone"])
def test_every_page_is_for_everyone(server: WebServer, opened: Browser, look: dict[str, Any]) -> None:
    with visiting(opened, server.url, **look, bypass_csp=True) as page:
        for path in PAGES:
            page.goto(path)
            check(page)
        hand_in(page, RECORD)
        check(page)


def test_best_play_is_stepped_through_and_the_browser_s_own_buttons_work_without_scripts(
    server: WebServer, opened: Browser
) -> None:
    with visiting(opened, server.url, java_script_enabled=False) as page:
        page.goto("/analysis/operation-duel:target=5?moves=%2B1")
        expect(page.locator(".verdict")).to_contain_text("Player 2 wins in 3 moves.")
        page.get_by_role("link", name="Best move").click()
        expect(page.locator(".turn")).to_contain_text("Player 1 to move")
        page.get_by_role("link", name="End", exact=True).click()
        expect(page.locator(".turn")).to_contain_text("Player 2 has won: the target was reached")
        page.go_back()
        expect(page.locator(".turn")).to_contain_text("Player 1 to move")
        page.go_back()
        expect(page.locator(".turn")).to_contain_text("Player 2 to move")
        page.go_forward()
        expect(page.locator(".turn")).to_contain_text("Player 1 to move")
        page.get_by_role("link", name="First").click()
        assert page.url == f"{server.url}/analysis/operation-duel:target=5"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_are_seen(server: WebServer, opened: Browser, scheme: Any) -> None:
    with visiting(opened, server.url, color_scheme=scheme) as page:
        page.goto("/analysis/top-stack-twelve:limit=11,supply=2?moves=2+3")
        image = page.locator(".picture img")
        image.scroll_into_view_if_needed()
        page.wait_for_function("document.querySelector('.picture img').naturalWidth > 100")
        assert ("dark=1" in str(image.evaluate("image => image.currentSrc"))) == (scheme == "dark")
        hand_in(page, RECORD)
        page.wait_for_function("document.querySelector('.chart img').naturalWidth > 100")


def test_a_mistake_is_tried_again_against_best_replies(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url, size=PHONE) as page:
        hand_in(page, '[spec "operation-duel:target=5"]\n\n1. +1 *2 2. +1\n')
        expect(page.locator("#turning-point")).to_contain_text("*2")
        page.get_by_role("link", name="Try it again from here").click()
        expect(page.locator(".turn")).to_contain_text("Player 2 to move")
        expect(page.locator(".worth")).to_have_count(0)
        page.get_by_role("link", name="+1").click()
        expect(page.locator("#words")).to_contain_text("Player 2's +1 kept the win")
        expect(page.locator(".turn")).to_contain_text("Player 2 to move")
        page.get_by_role("link", name="+1").click()
        expect(page.locator(".turn")).to_contain_text("Player 2 has won")


class Elsewhere(BaseHTTPRequestHandler):
    """Another site, whose pages show a position of ours."""

    def do_GET(self) -> None:  # as the library calls it
        """Answer with a page that holds the address asked for in a frame."""
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(f'<iframe src="{unquote(self.path[1:])}" title="a position"></iframe>'.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def test_another_site_can_show_a_position(server: WebServer, opened: Browser) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as other, visiting(opened, server.url) as page:
        Thread(target=other.serve_forever).start()
        try:
            site = f"http://127.0.0.1:{other.server_port}/"
            page.goto(site + quote(f"{server.url}/embed/operation-duel", safe=""))
            frame = page.frame_locator("iframe")
            expect(frame.locator(".verdict")).to_contain_text("Player 2 wins in 14 moves.")
            frame.get_by_role("link", name="+1").click()
            expect(frame.locator(".turn")).to_contain_text("Player 2 to move")
        finally:
            other.shutdown()
