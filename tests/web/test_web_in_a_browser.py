"""Pages in a real browser: for everyone, on every screen, by keyboard alone, and over a bad connection."""

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import PHONE, SCREEN, TABLET, browser, small_targets, too_wide, violations, visiting
from playwright.sync_api import Browser, Page, expect
from webserver import WebServer

import numduel

pytestmark = pytest.mark.browser

GAMES = sorted(numduel.games())
SPECS = {name: f"{name}:{kind.variants[0].name}" for name, kind in numduel.games().items()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with WebServer(tmp_path_factory.mktemp("web") / "games.db") as running:
        yield running


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as running:
        yield running


def start(page: Page, spec: str, against: str = "here", **fields: str) -> None:
    """Fill in the form, and wait until a move can be made."""
    page.goto(f"/play/{spec}")
    page.locator(f"[name=against][value={against}]").check()
    for name, value in fields.items():
        page.fill(f"#{name}", value)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("main[data-room]:not(.stale)")


def ready(page: Page) -> None:
    """Wait until it is our turn, or the game is over."""
    page.wait_for_selector(
        "#choices button:not([aria-disabled]), #board button:not([aria-disabled]), #actions .links"
    )


LOOKS: list[dict[str, Any]] = [
    {"size": PHONE},
    {"size": SCREEN},
    {"size": TABLET, "color_scheme": "dark"},
    {"size": PHONE, "color_scheme": "dark"},
]


@pytest.mark.parametrize("look", LOOKS, ids=["phone", "screen", "dark", "dark phone"])
def test_every_page_is_for_everyone(server: WebServer, opened: Browser, look: dict[str, Any]) -> None:
    with visiting(opened, server.url, **look) as page:

        def check() -> None:
            assert violations(page) == [], page.url
            assert too_wide(page) <= 0, page.url
            assert small_targets(page) == [], page.url

        for address in ("/", "/play/top-stack-twelve:two-of-each", "/games", "/play/chess"):
            page.goto(address)
            check()
        page.goto("/play/digit-stack")
        page.locator("[name=rules][value=own]").check()
        page.locator("details.more summary").click()
        check()
        start(page, "top-stack-twelve:two-of-each", "friend", name="Ann")
        check()
        page.locator("#choices button").first.click()
        page.get_by_role("button", name="Show keys").click()
        check()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Resign").click()
        check()
        page.locator("#ask-yes").click()
        page.wait_for_selector("#actions .links")
        check()
        page.goto("/games")
        check()


@pytest.mark.parametrize("name", GAMES)
def test_every_board_fits_a_phone_and_is_for_everyone(server: WebServer, opened: Browser, name: str) -> None:
    with visiting(opened, server.url, size=PHONE) as page:
        start(page, SPECS[name])
        for _ in range(4):
            ready(page)
            if page.locator("#actions .links").count():
                break
            number = page.locator("#moves li").count()
            page.locator("#choices button:not([aria-disabled])").last.click()
            page.wait_for_selector(f"#moves li:nth-child({number + 1})")
        assert violations(page) == []
        assert too_wide(page) <= 0
        assert small_targets(page) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_keyboard_alone(server: WebServer, opened: Browser, name: str) -> None:
    with visiting(opened, server.url) as page:
        page.goto(f"/play/{SPECS[name]}")
        _tab_to(page, "document.activeElement.name === 'against'")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")  # two people here
        _tab_to(page, "document.activeElement.textContent === 'Start the game'")
        page.keyboard.press("Enter")
        page.wait_for_selector("main[data-room]:not(.stale)")
        for move in range(60):
            ready(page)
            if page.locator("#actions .links").count():
                break
            keys = page.locator("#choices [data-key]:not([aria-disabled])")
            page.keyboard.press(keys.nth(move % keys.count()).get_attribute("data-key") or "")
            page.wait_for_selector(f"#moves li[value='{move + 1}'], #actions .links")
        else:
            _tab_to(page, "document.activeElement.id.startsWith('resign-')")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        expect(page.locator("#actions .links")).to_be_visible()
        expect(page.locator("#status")).to_contain_text("wins")


def _tab_to(page: Page, found: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(found):
            return
    raise AssertionError(f"the keyboard does not get to where {found}")


def test_the_focus_stays_on_the_tile_that_was_pressed(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url) as page:
        start(page, "top-stack-twelve", "computer")
        page.locator("#play-1").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#moves li:nth-child(2)")
        ready(page)
        assert page.evaluate("document.activeElement.id") == "play-1"


def test_the_focus_goes_to_another_choice_where_the_tile_is_blocked_afterwards(
    server: WebServer, opened: Browser
) -> None:
    with visiting(opened, server.url) as page:
        start(page, "top-stack-twelve:limit=100,supply=1")
        page.keyboard.press("3")
        page.wait_for_selector("#play-3.blocked")
        assert page.evaluate("document.activeElement.closest('#choices') !== null")


def test_the_same_news_twice_is_said_twice(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url) as page:
        start(page, "top-stack-twelve:limit=100")
        page.evaluate(
            """() => { window.said = []; new MutationObserver((changes) => changes.forEach((change) =>
            change.addedNodes.forEach((node) => window.said.push(node.textContent)))).observe(
            document.getElementById("news"), { childList: true, subtree: true }); }"""
        )
        for refused in range(2):
            page.fill("#line", "banana")
            page.keyboard.press("Enter")
            expect(page.locator("#news")).to_contain_text("Invalid number")
            page.evaluate(f"new Promise((done) => setInterval(() => said.length > {refused} && done(), 20))")
        first, second = page.evaluate("window.said")
        assert first == second
        assert "Invalid number" in first


def test_typed_words_play_and_a_forbidden_attempt_is_asked_about(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url) as page:
        start(page, "operation-stack")
        page.fill("#line", "push")
        page.keyboard.press("Enter")
        expect(page.locator("#words")).to_contain_text("Go on with")
        page.locator("#line").press_sequentially("5")
        page.keyboard.press("Enter")
        expect(page.locator("#moves li")).to_have_count(1)
        page.fill("#line", "operate +")
        page.keyboard.press("Enter")
        expect(page.locator("#ask")).to_contain_text("loses the game")
        page.keyboard.press("Escape")
        expect(page.locator("#actions .links")).to_have_count(0)
        page.locator("#line").press("Enter")
        page.locator("#ask-yes").click()
        expect(page.locator("#status")).to_contain_text("which the rules forbid")


def test_keys_can_be_switched_off(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url) as page:
        start(page, "digit-stack")
        page.keyboard.press("?")
        page.get_by_label("Single keys play moves").uncheck()
        page.get_by_role("button", name="Close").click()
        page.keyboard.press("5")
        page.reload()
        page.keyboard.press("5")
        page.locator("#play-1").click()
        expect(page.locator("#moves li")).to_have_text(["1"])


def test_a_dead_connection_is_noticed_and_mended_and_no_move_is_lost(
    server: WebServer, opened: Browser
) -> None:
    with visiting(opened, server.url) as page:
        cut: list[Any] = []
        silent = [False]

        def between(socket: Any) -> None:
            there = socket.connect_to_server()
            socket.on_message(lambda text: None if silent[0] else there.send(text))
            there.on_message(lambda text: None if silent[0] else socket.send(text))
            cut.append(socket)

        page.route_web_socket("**/live/**", between)
        start(page, "top-stack-twelve:limit=100")
        silent[0] = True  # nothing gets through, and nobody says so
        page.locator("#play-2").click()
        page.wait_for_selector("main.stale", timeout=9_000)
        assert "may be old" in (page.locator("#connection").text_content() or "")
        assert page.locator("#choices button:not([aria-disabled])").count() == 0
        silent[0] = False
        page.wait_for_selector("main:not(.stale)")
        expect(page.locator("#moves li")).to_have_text(["2"])
        assert len(cut) > 1


def test_two_browsers_play_by_link_and_a_third_looks_on(server: WebServer, opened: Browser) -> None:
    with (
        visiting(opened, server.url) as ann,
        visiting(opened, server.url, size=PHONE) as ben,
        visiting(opened, server.url) as carl,
    ):
        start(ann, "top-stack-twelve:two-of-each", "friend", name="Ann")
        address = ann.url
        carl.goto(address)
        ben.goto(address)
        ben.fill("[id^=name-]", "Ben")
        ben.get_by_role("button", name="Take this seat").click()
        expect(ann.locator("#score")).to_contain_text("Ben")
        ann.locator("#play-5").click()
        expect(ben.locator("#status")).to_contain_text("Your move")
        expect(carl.locator("#status")).to_contain_text("Ben to move")
        assert carl.locator("#choices button:not([aria-disabled])").count() == 0
        ann.get_by_role("button", name="Ask to take back 5").click()
        expect(ben.locator("#offers")).to_contain_text("Ann asks to take back the last move: 5.")
        assert not carl.get_by_role("button", name="Agree").is_visible()
        ben.get_by_role("button", name="Agree").click()
        expect(ann.locator("#status")).to_contain_text("Your move")
        expect(ann.locator("#moves li")).to_have_count(0)


def test_a_seat_goes_to_another_device_by_a_link(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url) as computer, visiting(opened, server.url, size=PHONE) as phone:
        start(computer, "digit-stack", "friend", name="Ann")
        computer.get_by_role("button", name="Make a seat link").click()
        computer.wait_for_selector("#seat-made:not([hidden])")
        phone.goto(computer.locator("#seat-address").input_value())
        expect(phone.locator("#words")).to_contain_text("You have the seat on this device now.")
        expect(phone.locator("#status")).to_contain_text("Your move")
        assert "#" not in phone.url
        phone.locator("#play-1").click()
        expect(computer.locator("#moves li")).to_have_text(["1"])


def test_a_form_says_at_once_what_settings_come_to(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url) as page:
        page.goto("/play/operation-duel")
        expect(page.locator("#verdict")).to_contain_text("wins in")
        page.locator("[name=rules][value=own]").check()
        page.fill("#set-target", "many")
        expect(page.locator("#verdict")).to_contain_text("must be a whole number of at least 1")
        page.fill("#set-target", "21")
        expect(page.locator("#verdict")).to_contain_text("wins in")


def test_the_board_is_there_within_a_second(server: WebServer, opened: Browser) -> None:
    with visiting(opened, server.url) as page:
        start(page, "top-stack-twelve")
        page.reload()
        page.wait_for_selector("#choices button:not([aria-disabled])")
        took = page.evaluate("performance.now()")
        assert took < 1_000


def test_at_twice_the_size_nothing_is_cut_off(server: WebServer, opened: Browser) -> None:
    # A window of 1280 pixels at 200 % has room for 640.
    with visiting(opened, server.url, size=(640, 450), device_scale_factor=2) as page:
        start(page, "operation-stack")
        for address in (page.url, "/", "/play/operation-stack", "/games"):
            page.goto(address)
            assert too_wide(page) <= 0
