"""Two people, each with a browser of their own, at one table by a link."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from browsing import CUT, Come, Visitor
from playwright.sync_api import expect
from proxy import Proxy
from webserver import WebServer

pytestmark = pytest.mark.browser

SPEC = "top-stack-twelve:two-of-each"
VALUES = re.compile(r"(wins|loses|holds|draws) in|✓|✗|∞|worth")
REGIONS = ("board", "choices", "status", "moves")
STALE = re.compile(r"\bstale\b")


def seated(ann: Visitor, ben: Visitor, spec: str = SPEC, **fields: str) -> str:
    """Ann starts a game and Ben takes the other seat by her link; the table's address."""
    address = ann.start(spec, against="friend", name="Ann", **fields)
    ben.sit_at(address)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take this seat").click()
    ben.table.wait_until_current()
    expect(ann.page.locator("#score")).to_contain_text("Ben")
    return address


@pytest.fixture
def line(site: WebServer) -> Iterator[Proxy]:
    """A bad connection to the site."""
    with Proxy(site.port) as proxy:
        yield proxy


def test_a_friend_joins_by_link_and_both_see_the_same(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    address = ann.start(SPEC, against="friend", name="Ann")
    invite = ann.page.get_by_role("textbox", name="Address of this game").first
    expect(invite).to_have_value(f"{ann.url}{address}")
    expect(ann.page.get_by_role("heading", name="Waiting for the other player")).to_be_visible()
    ben.sit_at(address)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take this seat").click()
    expect(ann.table.news).to_contain_text("Ben is Player 2.")
    ann.table.expect_turn("Your move")
    ben.table.expect_turn("Ann to move")
    ann.table.play("3")
    expect(ben.table.news).to_contain_text("Ann played 3: stack 3. Your move.")
    ben.table.expect_turn("Your move")
    ben.table.play("4")
    for each in two:
        each.table.expect_moves("3", "4")


def test_looking_at_a_link_takes_no_seat(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    address = ann.start(SPEC, against="friend", name="Ann")
    preview = httpx.get(f"{ann.url}{address}", headers={"User-Agent": "a program that previews links"})
    assert preview.status_code == 200
    assert "set-cookie" not in preview.headers
    ben.sit_at(address)
    expect(ben.page.get_by_role("button", name="Take this seat")).to_be_visible()


def test_it_is_not_the_others_turn(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    seated(ann, ben)
    ben.table.expect_ours(False)
    ben.press("3")
    expect(ben.table.words).to_have_text("Ann to move.")
    ben.table.say("3")
    expect(ben.table.words).to_have_text("It is not your turn.")
    expect(ann.table.moves).to_have_count(0)


def test_who_watches_can_press_nothing(two: tuple[Visitor, Visitor], come: Come) -> None:
    ann, ben = two
    address = seated(ann, ben)
    carl = come(ann.url)
    carl.sit_at(address)
    ann.table.play("3")
    carl.table.expect_turn("Ben to move")
    carl.table.expect_ours(False)
    carl.table.choice("2").click(force=True)
    carl.press("2")
    expect(carl.page.locator("#line")).to_be_hidden()
    for words in ("Hint", "Resign", "Take this seat", "Make a seat link", "Offer a draw"):
        expect(carl.page.get_by_role("button", name=words)).to_be_hidden()
    ann.table.expect_moves("3")


def test_a_takeback_names_the_move_and_needs_a_yes(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    seated(ann, ben)
    ann.table.play("3")
    ann.table.act("Ask to take back 3")
    expect(ann.table.offers).to_contain_text("You asked to take back 3. Ben has not answered yet.")
    expect(ben.table.offers).to_contain_text("Ann asks to take back the last move: 3.")
    expect(ann.table.offers.get_by_role("button")).to_have_count(0)
    ben.table.act("Decline")
    expect(ann.table.news).to_contain_text("Ben says no")
    ann.table.expect_moves("3")
    ann.table.act("Ask to take back 3")
    ben.table.act("Agree")
    expect(ann.table.moves).to_have_count(0)
    ann.table.expect_turn("Your move")


def test_an_offer_that_is_no_longer_open_cannot_be_accepted_by_accident(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    seated(ann, ben)
    ann.table.play("3")
    ann.table.act("Ask to take back 3")
    agree = ben.page.get_by_role("button", name="Agree")
    expect(agree).to_be_visible()
    ben.table.play("2")
    expect(agree).to_be_hidden()
    ann.table.expect_moves("3", "2")


def test_a_draw_is_offered_and_accepted(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    seated(ann, ben)
    ann.table.act("Offer a draw")
    expect(ben.table.offers).to_contain_text("Ann offers a draw.")
    ben.table.act("Accept")
    for each in two:
        each.table.expect_turn("A draw")


def test_resigning_asks_and_a_rematch_changes_the_seats(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    seated(ann, ben)
    ann.table.act("Resign")
    ask = ann.page.get_by_role("dialog")
    expect(ask).to_contain_text("Resign this game? Ben wins it then.")
    ask.get_by_role("button", name="Cancel").click()
    ann.table.expect_turn("Your move")
    ann.table.act("Resign")
    ask.get_by_role("button", name="Resign").click()
    ann.table.expect_turn("Ben wins")
    ben.table.expect_turn("You win")
    ann.table.act("Rematch")
    expect(ben.table.offers).to_contain_text("Ann asks for a rematch.")
    ben.table.act("Accept")
    ben.table.expect_turn("Your move")
    ben.table.play("6")
    ann.table.expect_turn("Your move")


def test_a_match_is_counted(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    seated(ann, ben, "operation-duel:target=3,multiply=2", length="points", games="2")
    expect(ann.page.locator("#score")).to_contain_text("Game 1, first to 2")
    ann.table.play("*2")
    ben.table.play("+1")
    ben.table.expect_turn("You win")
    ann.table.act("Next game")
    ben.table.expect_turn("Your move")
    ben.table.play("*2")
    ann.table.play("+1")
    expect(ben.page.locator("#score .points")).to_have_text(["has won 1", "has won 1"])


def test_a_seat_moves_to_another_device_by_its_link_once(two: tuple[Visitor, Visitor], come: Come) -> None:
    ann, ben = two
    address = seated(ann, ben)
    ann.page.get_by_role("button", name="Make a seat link").click()
    link = ann.page.get_by_role("textbox", name="Seat link")
    expect(link).to_have_value(re.compile("#seat=[A-Za-z0-9_-]{22}$"))
    phone = come(ann.url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    phone.page.goto(link.input_value())
    expect(phone.table.news).to_contain_text("You have the seat on this device now.")
    expect(phone.page).to_have_url(f"{ann.url}{address}")
    phone.table.expect_turn("Your move")
    phone.table.choice("3").tap()
    ben.table.expect_moves("3")
    late = come(ann.url)
    late.allow("status of 410")
    late.page.goto(link.input_value())
    expect(late.table.words).to_have_text("This seat link has been used or taken back.")
    late.table.expect_ours(False)


def test_no_value_is_sent_while_two_people_play(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    frames: list[str] = []
    ben.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame)))
    )
    address = seated(ann, ben, hints="1")
    ann.table.play("6")
    expect(ben.table.moves).to_have_count(1)
    assert not any(VALUES.search(each.page.content()) for each in two)
    ben.table.act("Hint")
    expect(ben.table.words).to_contain_text(re.compile("win|lose|lead", re.IGNORECASE))
    told = ben.table.words.inner_text()
    expect(ann.table.news).to_contain_text("Ben asked for a hint.")
    expect(ann.table.words).to_be_hidden()
    assert told not in ann.page.content()
    assert not VALUES.search(ann.page.content())
    messages = [
        each for said in map(json.loads, frames) for each in (said if isinstance(said, list) else [said])
    ]
    views = [message["html"] for message in messages if message["type"] == "view"]
    assert len(views) > 2
    assert not any(VALUES.search(html[region]) for html in views for region in REGIONS)
    ben.visit(f"{address}/review", 403)


def test_values_are_shown_to_both_where_that_was_agreed(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    seated(ann, ben, answers="always")
    for each in two:
        expect(each.table.choice("6")).to_contain_text(re.compile("(wins|loses) in"))


# Through a bad connection


def test_a_cut_connection_is_said_and_comes_back_by_itself(come: Come, site: WebServer, line: Proxy) -> None:
    ann, ben = come(site.url), come(line.url)
    ben.allow(CUT)
    seated(ann, ben)
    line.cut()
    expect(ben.table.connection).to_contain_text("What you see may be old.")
    expect(ben.page.locator("main")).to_have_class(STALE)
    ann.table.play("3")
    ben.table.expect_ours(False)
    expect(ben.table.moves).to_have_count(0)
    line.mend()
    ben.table.expect_moves("3")
    expect(ben.table.connection).to_be_hidden()
    expect(ben.table.news).to_have_text("Connected again. Ann played 3: stack 3. Your move.")
    ben.table.play("4")
    ann.table.expect_moves("3", "4")


def test_a_move_whose_answer_is_lost_is_made_once(come: Come, site: WebServer, line: Proxy) -> None:
    ann, ben = come(site.url), come(line.url)
    ben.allow(CUT)
    seated(ann, ben)
    ann.table.play("3")
    ben.table.expect_moves("3")
    line.deaf = True
    ben.table.choice("3").click()
    ann.table.expect_moves("3", "3")
    expect(ben.table.moves).to_have_count(1)
    line.cut()
    line.mend()
    ben.table.expect_moves("3", "3")
    ann.table.play("2")
    ben.table.expect_moves("3", "3", "2")
    expect(ben.table.words).to_be_hidden()


def test_a_connection_that_is_silently_dead_is_noticed(come: Come, site: WebServer, line: Proxy) -> None:
    ann, ben = come(site.url), come(line.url)
    ben.allow(CUT)
    seated(ann, ben)
    ann.table.play("3")
    ben.table.expect_moves("3")
    line.silent = True
    ben.table.choice("4").click()
    expect(ben.page.locator("main")).to_have_class(STALE)
    ben.table.expect_ours(False)
    line.mend()
    ben.table.expect_moves("3", "4")
    ann.table.expect_moves("3", "4")


def test_messages_that_come_twice_do_nothing_twice(come: Come, site: WebServer, line: Proxy) -> None:
    ann, ben = come(site.url), come(line.url)
    seated(ann, ben)
    line.twice = True
    for at, each in enumerate((ann, ben, ann, ben)):
        each.table.choice("2" if at < 2 else "1").click()
        expect(ann.table.moves).to_have_count(at + 1)
    for each in (ann, ben):
        each.table.expect_moves("2", "2", "1", "1")
        expect(each.table.words).to_be_hidden()
    assert line.doubled == 2


def test_a_slow_connection_plays_on(come: Come, site: WebServer, line: Proxy) -> None:
    ann, ben = come(site.url), come(line.url)
    seated(ann, ben)
    line.delay = 0.15
    ann.table.play("2")
    ben.table.choice("3").dblclick()
    ben.table.expect_moves("2", "3")
    ann.table.play("1")
    ben.table.play("4")
    ann.table.expect_moves("2", "3", "1", "4")
