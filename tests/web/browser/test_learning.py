"""Somebody takes a lesson in a browser: by pressing moves, being refuted, and coming back."""

import pytest
from browsing import Visitor, too_small, too_wide, violations
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_lesson_is_begun_left_and_taken_up(somebody: Visitor) -> None:
    page = somebody.page
    page.goto("/")
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Operation Duel", exact=True).click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="+1").click()
    expect(page.get_by_role("status")).to_contain_text("New Current Number is 2.")
    page.get_by_role("link", name="Go on").click()
    page.get_by_role("button", name="×2").click()
    page.get_by_role("link", name="Go on").click()
    page.get_by_role("button", name="Try: pass").click()
    expect(page.get_by_role("status")).to_contain_text("you would be asked again")
    page.get_by_role("link", name="Go on").click()
    expect(page.get_by_text("can win with one move")).to_be_visible()
    for move in ("+1", "×2"):  # one of them is wrong
        button = page.get_by_role("button", name=move)
        if button.count():
            button.click()
    expect(page.get_by_role("status")).to_contain_text("Right.")
    assert not violations(page)
    assert not too_small(page)
    assert not too_wide(page)
    page.goto("/learn")
    expect(page.get_by_text("5 of 61 steps done")).to_be_visible()
    page.get_by_role("link", name="Operation Duel", exact=True).click()
    expect(page.get_by_text("Step 6 of")).to_be_visible()
