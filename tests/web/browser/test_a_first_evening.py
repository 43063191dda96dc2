"""Somebody who has never seen numduel: a lost game, why, a friend, a match on two phones."""

import re

import pytest
from browsing import CUT, Come
from playwright.sync_api import expect
from proxy import Proxy
from webserver import WebServer

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_first_evening_with_numduel(come: Come, site: WebServer) -> None:
    with Proxy(site.port) as line:
        ann, ben = come(site.url, **PHONE), come(line.url, **PHONE)
        ben.allow(CUT)
        page, table = ann.page, ann.table
        # Against a computer of medium strength, which is what the form offers first.
        ann.visit("/")
        page.locator(".game", has_text="Two of each").tap()
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Start the game").tap()
        table.wait_until_current()
        for _ in range(6):
            table.expect_turn(re.compile("Your move|wins"))
            if page.get_by_role("button", name="Rematch").is_visible():
                break
            before = table.moves.count()
            table.choices.last.tap()  # the largest number: not wise
            expect(table.moves).not_to_have_count(before)
        table.expect_turn("Computer (medium) wins")
        # Where it was decided, and why.
        page.get_by_role("link", name="Where was it decided?").tap()
        expect(page.get_by_role("heading", name="The turning point")).to_be_visible()
        expect(page.locator(".lesson")).to_contain_text("Better:")
        # A friend gets a link, and a match begins.
        page.get_by_role("link", name="Play this game").tap()
        page.get_by_text("A friend, by link").tap()
        page.get_by_text("More: match").tap()
        page.get_by_label("How long").select_option("First to so many wins")
        page.get_by_label("How many games or wins, in a match").fill("1")
        page.get_by_role("button", name="Start the game").tap()
        table.wait_until_current()
        link = page.locator("#offers").get_by_label("Address of this game").input_value()
        ben.sit_at(link.removeprefix(site.url))
        ben.page.get_by_label("Your name").fill("Ben")
        ben.page.get_by_role("button", name="Take this seat").tap()
        expect(page.locator("#score")).to_contain_text("Ben")  # what is tapped meanwhile may just move away
        table.choice("2").tap()
        ben.table.expect_turn("Your move")
        # Through a dropped connection.
        line.cut()
        expect(ben.table.connection).to_be_visible()
        line.mend()
        ben.table.expect_turn("Your move")
        ben.table.choice("6").tap()
        table.expect_turn("Your move")
        table.choice("6").tap()
        ben.table.expect_turn("You win")
        expect(ben.page.locator("#score .points")).to_have_text(["has won 0", "has won 1"])
