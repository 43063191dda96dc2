"""Exact answers and reviews in a browser, with scripts and without."""

import re

import pytest
from browsing import Come, Visitor
from playwright.sync_api import expect
from webserver import WebServer

pytestmark = pytest.mark.browser

SPEC = "top-stack-twelve:limit=11,supply=2"
LOST = ("1", "3", "2", "6")  # a game in which something was given away
RECORD = '[spec "operation-duel:target=5"]\n\n1. +1 *2 2. +1\n'


def test_back_and_forward_step_through_positions(somebody: Visitor) -> None:
    page = somebody.page
    somebody.visit(f"/analysis/{SPEC}")
    page.get_by_role("link", name="Best move").click()
    expect(page).to_have_url(re.compile(r"moves=\d$"))
    page.get_by_role("link", name="Best move").click()
    expect(page.locator("ol.moves").last.locator("li")).to_have_count(2)
    page.go_back()
    expect(page).to_have_url(re.compile(r"moves=\d$"))
    page.go_back()
    expect(page.get_by_text("This is the start.")).to_be_visible()
    page.go_forward()
    expect(page).to_have_url(re.compile(r"moves=\d$"))


def test_each_choice_has_a_glyph_a_word_and_a_number(somebody: Visitor) -> None:
    somebody.visit(f"/analysis/{SPEC}")
    for choice in somebody.page.locator("#choices a").all():
        expect(choice.locator(".worth")).to_have_text(re.compile(r"^[✓✗] (wins|loses) in \d+$"))
    somebody.visit("/analysis/top-stack-twelve")
    expect(somebody.page.locator("#choices .worth").first).to_have_text("∞ holds")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_neighbourhood_is_seen_as_a_picture(scheme: str, come: Come, site: WebServer) -> None:
    page = come(site.url, color_scheme=scheme).page
    page.goto(f"/analysis/{SPEC}?moves=2+3")
    image = page.locator(".picture img")
    image.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.picture img').naturalWidth > 100")
    assert ("dark=1" in image.evaluate("image => image.currentSrc")) == (scheme == "dark")


def test_a_lost_game_shows_its_turning_point_and_lets_one_try_again(somebody: Visitor) -> None:
    page = somebody.page
    somebody.start("top-stack-twelve:two-of-each", name="Ann", name2="Ben")
    somebody.table.play(*LOST)
    page.get_by_role("link", name="Where was it decided?").click()
    expect(page.get_by_role("heading", name="The turning point")).to_be_visible()
    expect(page.get_by_role("table").locator("tbody th")).to_have_count(len(LOST))
    expect(page.locator("#turning-point")).to_contain_text("(turning point)")
    chart = page.locator(".chart img")
    expect(chart).to_have_attribute("alt", re.compile("The table of moves says the same"))
    assert chart.evaluate("image => image.naturalWidth") > 100
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert "1. 1 3 2. 2 6" in download.value.path().read_text()
    page.get_by_role("link", name="Try it again from here").first.click()
    expect(page).to_have_title(re.compile("try it from here"))
    before = page.locator("ol.moves li").count()
    page.locator("#choices a").first.click()
    expect(page.locator("ol.moves li")).to_have_count(before + 2)


def test_a_record_is_reviewed_and_kept(somebody: Visitor) -> None:
    page = somebody.page
    somebody.visit("/")
    page.get_by_role("link", name="Look at a recorded game").click()
    page.get_by_role("textbox", name="Record").fill(RECORD)
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("button", name="Keep this game").click()
    expect(page).to_have_url(re.compile(r"/review\?game=\d+$"))
    somebody.allow("status of 400")
    somebody.visit("/review")
    page.get_by_role("textbox", name="Record").fill("1. +7")
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("textbox", name="Record")).to_have_value("1. +7")


def test_an_embedded_position_can_be_stepped_through(somebody: Visitor) -> None:
    page = somebody.page
    somebody.visit("/embed/operation-duel")
    page.get_by_role("link", name="Best move").click()
    expect(page).to_have_url(re.compile(r"/embed/operation-duel\?moves="))
    expect(page.get_by_role("link", name="Open in numduel")).to_have_attribute(
        "href", re.compile(r"^/analysis/operation-duel\?moves=")
    )


def test_pages_that_need_no_scripts_work_without(come: Come, site: WebServer) -> None:
    plain = come(site.url, java_script_enabled=False)
    page = plain.page
    plain.visit("/")
    page.locator('a.game[href="/play/operation-duel"]').click()
    page.get_by_label("Your own settings").check()
    page.get_by_role("textbox", name="target").fill("31")
    page.get_by_role("button", name="Check these settings").click()
    expect(page.locator("#verdict")).to_contain_text("wins in")
    expect(page.get_by_role("textbox", name="target")).to_have_value("31")
    page.get_by_label("Two people here").check()
    page.get_by_role("button", name="Start the game").click()
    assert "Playing here needs JavaScript" in page.inner_text("main")
    other = come(site.url)
    address = other.start("operation-duel:target=5")
    other.table.play("+1", "*2", "+1")
    plain.visit(f"{address}/review")
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("link", name="Try it again from here").click()
    expect(page).to_have_title(re.compile("try it from here"))
    plain.visit("/games")
    page.get_by_text("Delete", exact=True).click()
    page.get_by_role("button", name="Delete this game").click()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    plain.visit(f"/analysis/{SPEC}")
    page.get_by_role("link", name="Best move").click()
    expect(page.locator("ol.moves").last.locator("li")).to_have_count(1)
    plain.visit("/review")
    page.get_by_role("textbox", name="Record").fill(RECORD)
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("table")).to_be_visible()
