"""Every page in a real browser: what it says, what it weighs, and that everyone can use it."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote

import pytest
from browsing import Visitor, too_small, too_wide, violations
from playwright.sync_api import expect

import numduel
from numduel.learn.catalogue import catalogue

pytestmark = pytest.mark.browser

MOST_BYTES = 60_000  # of a first visit
PLAYED = {  # tables by what is to be seen there: game, moves
    "table": ("top-stack-twelve:two-of-each", ("2", "3")),
    "stack": ("operation-stack", ("6", "9", "-", "4")),
    "digits": ("digit-stack:sevens", ("4", "3", "5")),
    "track": ("operation-obliteration:any-multiply", ("divide", "add")),
    "grid": ("tic-tac-toe", ("b2", "a1")),
    "plain": ("countdown", ("3", "1")),
    "won": ("operation-duel:target=5", ("+1", "*2", "+1")),
}
PAGES = {
    "home": ("/", 200, "numduel: number games for two"),
    "setup": ("/play/top-stack-twelve:two-of-each", 200, "Top Stack Twelve · numduel"),
    "games": ("/games", 200, "Your games · numduel"),
    "analysis": (
        "/analysis/top-stack-twelve:limit=11,supply=2?moves=2",
        200,
        "Top Stack Twelve: two of each",
    ),
    "thousands": (f"/analysis/operation-duel:target={'7' * 1_000}", 200, "Operation Duel: "),
    "practice": ("/analysis/operation-duel:target=31?as=1", 200, ": try it from here · numduel"),
    "embed": ("/embed/operation-duel?moves=%2B1", 200, "Operation Duel: Player"),
    "lessons": ("/learn", 200, "Lessons · numduel"),
    "lesson": ("/learn/digit-stack:sevens?step=9", 200, "Lesson: Digit Stack: sevens · numduel"),
    "import": ("/review", 200, "Review a record · numduel"),
    "nothing": ("/nothing/here", 404, "There is nothing here · numduel"),
    "illegal": ("/analysis/operation-duel?moves=%2B1+%2B7", 400, "This cannot be done · numduel"),
    "unknown": ("/play/operation-dual", 404, "There is no such game · numduel"),
    "no table": ("/g/aaaaaaaaaa", 404, "There is no such table · numduel"),
}


TREE = """
- main:
  - 'heading "Top Stack Twelve: two of each" [level=1]'
  - region "Game":
    - list:
      - listitem: "Player 1: Ann"
      - listitem: "Player 2: Ben"
    - paragraph: Ann to move
    - paragraph: Ben played 3.
    - heading "Board" [level=2]
    - paragraph: stack
    - list "stack, from top to bottom":
      - listitem: "3"
      - listitem: "2"
    - paragraph: sum of the top 3 numbers
    - 'img "sum of the top 3 numbers: 5 on a scale from 0 to 11; 11 must not be reached"'
    - status:
      - paragraph: "Ben played 3: stack 3, 2 from the top. Ann to move."
      - paragraph
    - heading "Your choices" [level=2]
    - list:
      - listitem:
        - button "1 leads to sum 6 2 left"
      - listitem:
        - button "2 leads to sum 7 1 left"
      - listitem:
        - button "3 leads to sum 8 1 left"
      - listitem:
        - button "4 leads to sum 9 2 left"
      - listitem:
        - button "5 leads to sum 10 2 left"
      - listitem:
        - button "6 leads to sum 11 2 left"
    - paragraph:
      - button "Hint"
      - button "Why?"
      - button "Take back 3"
      - button "Offer a draw"
      - button "Resign"
  - complementary "About this game":
    - heading "Moves" [level=2]
    - list:
      - listitem: "2"
      - listitem: "3"
    - heading "Rules" [level=2]
    - group: How this game goes
    - heading "Type a move" [level=2]
    - paragraph:
      - textbox "Words of a move, as at the terminal"
      - button "Play"
    - paragraph:
      - button "Show keys"
    - heading "Share" [level=2]
    - paragraph:
      - textbox "Address of this game"
      - button "Copy"
    - paragraph:
      - button "Make a seat link"
"""
ERRORS = {"illegal", "unknown", "no table"}  # which look like another one


def open_page(visitor: Visitor, name: str) -> None:
    """Go where a page is to be seen; tables are played at first."""
    if name in PLAYED:
        spec, moves = PLAYED[name]
        visitor.start(spec, name="Ann", name2="Ben")
        visitor.table.play(*moves)
    elif name == "review":
        open_page(visitor, "won")
        visitor.page.get_by_role("link", name="Where was it decided?").click()
        expect(visitor.page).to_have_title(re.compile("^Review: Operation Duel.* · numduel$"))
    elif name == "wrong":
        visitor.visit("/play/operation-duel")
        visitor.page.get_by_label("Your own settings").check()
        visitor.page.get_by_role("textbox", name="target").fill("many")
        visitor.allow("status of 400")
        visitor.page.get_by_role("button", name="Start the game").click()
        expect(visitor.page.get_by_role("alert")).to_be_visible()
    else:
        visitor.visit(*PAGES[name][:2])


def check_first_visit(somebody: Visitor, name: str) -> None:
    """Check the title of a page that somebody has just come to, and how much it weighs."""
    _, status, title = PAGES[name]
    assert title in somebody.page.title()
    assert 1_000 < somebody.weight() <= MOST_BYTES
    assert {response.status for response in somebody.responses} == {200, status}


@pytest.mark.parametrize("name", sorted(ERRORS))
def test_a_page_that_says_what_is_wrong_has_its_title_and_is_light(name: str, somebody: Visitor) -> None:
    open_page(somebody, name)
    check_first_visit(somebody, name)


@pytest.mark.parametrize("name", [*sorted(PAGES.keys() - ERRORS), *PLAYED, "review", "wrong"])
def test_a_page_is_light_and_for_everyone_in_light_in_dark_and_on_a_phone(
    name: str, somebody: Visitor
) -> None:
    open_page(somebody, name)
    if name in PAGES.keys() - {"thousands"}:
        check_first_visit(somebody, name)
    page = somebody.page
    page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []  # all that may differ
    for width in (640, 320, 360):  # a screen at 200 %, what WCAG asks for, and a phone
        page.set_viewport_size({"width": width, "height": 740})
        assert too_wide(page) == []
    assert violations(page) == []
    assert too_small(page) == []


@pytest.mark.parametrize("spec", [f"operation-duel:target={10**300}", "top-stack-twelve:two-of-each"])
def test_reviews_and_lists_of_games_fit_a_narrow_window(spec: str, somebody: Visitor) -> None:
    page = somebody.page
    address = somebody.start(spec, name="Ann", name2="Ben")
    somebody.table.play(*(("+1", "*2") if "duel" in spec else ("6", "2", "1")))
    somebody.table.act("Resign")
    page.locator("#ask-yes").click()
    expect(page.locator("#actions .links")).to_be_visible()
    for shown in (f"{address}/review", "/games"):
        somebody.visit(shown)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert too_wide(page) == []


def test_every_game_can_be_set_up_and_says_what_it_comes_to(somebody: Visitor) -> None:
    somebody.visit("/")
    games = somebody.page.locator(".shelf")
    expect(games).to_have_count(len(numduel.games()) + 2)
    addresses = [card.get_attribute("href") for card in games.locator("li:last-child a.game").all()]
    for address in addresses:
        somebody.visit(address or "")
        expect(somebody.page.get_by_role("button", name="Start the game")).to_be_visible()
        expect(somebody.page.get_by_label("As in the rulebook")).to_be_checked()
        expect(somebody.page.locator("#verdict")).to_have_text(
            re.compile(r"(wins|never ends|draw|large).*\.")
        )


def test_a_table_is_light_on_a_first_visit(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    address = ann.start("top-stack-twelve:two-of-each")
    ben.sit_at(address)
    assert 5_000 < ben.weight() <= MOST_BYTES


def test_the_tree_of_a_table_is_the_one_that_readers_of_screens_expect(somebody: Visitor) -> None:
    open_page(somebody, "table")
    expect(somebody.page.locator("main")).to_match_aria_snapshot(TREE)


class Elsewhere(BaseHTTPRequestHandler):
    """Another site, whose pages show a page of ours in a frame."""

    def do_GET(self) -> None:
        """Answer with a page that holds the address asked for."""
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(f'<iframe src="{unquote(self.path[1:])}" title="numduel"></iframe>'.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_only_the_small_pages_of_positions_and_puzzles_may_be_shown_by_others(
    somebody: Visitor, elsewhere: str
) -> None:
    somebody.allow("another host", "frame-ancestors", "favicon|404")
    page, frame = somebody.page, somebody.page.frame_locator("iframe")
    page.goto(f"{elsewhere}/{quote(f'{somebody.url}/embed/operation-duel', safe='')}")
    expect(frame.locator(".verdict")).to_contain_text("Player 2 wins in 14 moves with best play.")
    frame.get_by_role("link", name="+1").click()
    expect(frame.locator(".turn")).to_contain_text("Player 2 to move")
    puzzle = next(each for each in catalogue() if each.task == "win" and each.name == "operation-duel")
    page.goto(f"{elsewhere}/{quote(f'{somebody.url}/embed/puzzle/{puzzle.id}', safe='')}")
    frame.locator("#choices a").first.click()  # no cookie is sent from there
    expect(frame.locator(".said")).to_contain_text(re.compile("Right|Try again"))
    page.goto(f"{elsewhere}/{quote(somebody.url, safe='')}")
    expect(frame.get_by_role("link", name="Your games")).to_have_count(0)
