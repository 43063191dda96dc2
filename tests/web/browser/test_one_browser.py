"""One browser: against a computer, two people side by side, watching computers, games of the terminal."""

import re

import pytest
from browsing import Come, Visitor
from commandline import play
from playwright.sync_api import expect
from webserver import WebServer

pytestmark = pytest.mark.browser

SPEC = "top-stack-twelve:two-of-each"


def test_three_clicks_from_home_to_a_game_against_an_easy_computer(somebody: Visitor) -> None:
    page, table = somebody.page, somebody.table
    somebody.visit("/")
    page.locator(f'a.game[href="/play/{SPEC}"]').click()
    page.get_by_role("radio", name="Easy").click()
    page.get_by_role("button", name="Start the game").click()
    table.wait_until_current()
    table.expect_turn("Your move")
    expect(page.locator("#score")).to_contain_text("Computer (easy)")
    table.choice("2").click()
    expect(table.moves).to_have_count(2)
    expect(table.news).to_contain_text("Computer (easy) played")
    table.expect_turn("Your move")


def test_the_computers_answer_is_taken_back_with_ones_own_move(somebody: Visitor) -> None:
    table = somebody.table
    somebody.start(SPEC, against="computer", level="easy")
    table.choice("2").click()
    expect(table.moves).to_have_count(2)
    table.act(re.compile("Take back 2, "))
    expect(table.moves).to_have_count(0)
    table.expect_turn("Your move")


def test_a_computer_can_begin_and_forced_moves_are_made_at_once(somebody: Visitor) -> None:
    somebody.start("digit-stack", against="computer", level="perfect", first="other")
    expect(somebody.table.moves).to_have_count(1)
    somebody.table.expect_turn("Your move")


def test_two_people_side_by_side_need_no_consent_to_take_back(somebody: Visitor) -> None:
    table = somebody.table
    somebody.start(SPEC, name="Ann", name2="Ben")
    table.expect_turn("Ann to move")
    table.play("2", "3")
    table.expect_turn("Ann to move")
    table.act("Take back 3")
    table.expect_moves("2")
    table.expect_turn("Ben to move")
    table.act("Offer a draw")
    table.act("Accept")
    table.expect_turn("A draw")
    table.act("Rematch")
    table.expect_turn("Ben to move")


def test_two_computers_are_watched_to_the_end(somebody: Visitor) -> None:
    somebody.start(SPEC, against="watch", one="easy", two="perfect")
    somebody.table.expect_turn(re.compile("wins"))
    expect(somebody.page.get_by_role("link", name="Where was it decided?")).to_be_visible()


def test_hint_and_why_answer_in_words(somebody: Visitor) -> None:
    table = somebody.table
    somebody.start(SPEC, against="computer", level="easy", hints="2")
    table.act("Hint (2 left)")
    expect(table.words).to_have_text(re.compile(r"\w+ .*\."))
    expect(table.news).to_contain_text(table.words.inner_text())
    table.choice("2").click()
    expect(table.moves).to_have_count(2)
    expect(table.words).to_be_hidden()
    table.act("Why?")
    expect(table.words).to_have_text(re.compile(r"\w+ .*\."))
    expect(table.actions.get_by_role("button", name="Hint")).to_be_hidden()


def test_motion_is_left_out_where_it_is_not_wanted(come: Come, site: WebServer) -> None:
    calm, lively = come(site.url, reduced_motion="reduce"), come(site.url)
    moving = "element => getComputedStyle(element).animationName"
    for visitor in (calm, lively):
        visitor.start(SPEC)
        visitor.table.play("2")
    assert calm.page.locator("#board .new").first.evaluate(moving) == "none"
    assert lively.page.locator("#board .new").first.evaluate(moving) != "none"


def test_going_back_to_a_table_shows_it_as_it_is_now(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    address = ann.start(SPEC, against="friend")
    ben.sit_at(address)
    ann.table.play("2")
    expect(ben.table.moves).to_have_count(1)
    ben.visit("/games")
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ben.page.go_back()
    ben.table.expect_turn(re.compile("wins"))


def test_unfinished_games_are_gone_on_with_from_home_and_deleted_among_ones_games(somebody: Visitor) -> None:
    page = somebody.page
    address = somebody.start("digit-stack:sevens", name="Ann", name2="Ben")
    somebody.table.play("4")
    somebody.visit("/")
    page.get_by_role("region", name="Go on playing").get_by_role("link", name="Digit Stack").click()
    somebody.table.expect_moves("4")
    somebody.visit("/games")
    listed = page.locator("li", has_text="Ann")
    listed.get_by_text("Delete", exact=True).click()
    listed.get_by_role("button", name="Delete this game").click()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    somebody.visit(address, 404)


def test_a_table_that_is_deleted_says_so_to_who_watches(two: tuple[Visitor, Visitor]) -> None:
    ann, ben = two
    address = ann.start(SPEC)
    ben.sit_at(address)
    ann.post(f"{address}/delete", {})
    expect(ben.table.connection).to_have_text("This table is no longer there.")
    expect(ben.page.locator("main")).not_to_have_attribute("data-current", "")


def test_a_game_begun_at_the_terminal_is_taken_up_with_both_seats(somebody: Visitor, site: WebServer) -> None:
    page, table = somebody.page, somebody.table
    play("top-stack-twelve", "2", "5", NUMDUEL_DB=str(site.db))
    somebody.visit("/games")
    game = page.get_by_role("region", name="Begun at the terminal").get_by_role("listitem").first
    game.get_by_role("button", name="Take up").click()
    table.wait_until_current()
    table.expect_moves("2", "5")
    table.play("3", "1")
    table.expect_moves("2", "5", "3", "1")


def test_who_waits_is_told_that_only_this_computer_can_open_the_address(somebody: Visitor) -> None:
    somebody.start(SPEC, against="friend")
    page = somebody.page
    expect(page.locator(".seat .if-alone")).to_be_visible()
    expect(page.locator(".seat .if-reached")).to_be_hidden()
    expect(page.locator("#address")).to_have_value(page.url)


def test_a_bad_setting_says_at_once_what_is_allowed(somebody: Visitor) -> None:
    page = somebody.page
    somebody.visit("/play/operation-duel")
    somebody.allow("status of 400")
    page.get_by_label("Your own settings").check()
    target, verdict = page.get_by_role("textbox", name="target"), page.locator("#verdict")
    target.fill("31")
    expect(verdict).to_have_text(re.compile(r"Player \d wins in \d+ moves with best play\."))
    target.fill("many")
    problem = page.locator("#problem-set-target")
    expect(problem).to_contain_text("whole number")
    expect(problem).to_be_in_viewport()
    expect(target).to_have_attribute("aria-invalid", "true")
    expect(verdict).to_be_empty()
    target.fill("31")
    expect(problem).to_be_empty()
    expect(target).not_to_have_attribute("aria-invalid", "true")
    target.fill("many")
    expect(problem).to_contain_text("whole number")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("whole number")
    expect(page.get_by_role("textbox", name="target")).to_have_value("many")
    expect(page.get_by_role("textbox", name="target")).to_have_attribute("aria-invalid", "true")


def test_a_setting_too_long_for_an_address_says_so_at_once(somebody: Visitor) -> None:
    page = somebody.page
    somebody.visit("/play/operation-duel")
    somebody.allow("status of 431")
    page.get_by_label("Your own settings").check()
    page.get_by_role("textbox", name="target").fill("7" * 40_000)
    expect(page.locator("#problem-rules")).to_have_text(
        "This is too long: a setting may have at most 4,000 characters."
    )


def test_all_that_is_said_of_a_game_follows_the_rules_that_are_chosen(somebody: Visitor) -> None:
    page = somebody.page
    somebody.visit("/play/top-stack-twelve")
    course, about = page.locator("#course"), page.locator("#about")
    expect(course).to_contain_text("to 12 or more loses")
    page.get_by_label("Two of each").check()
    expect(about).to_have_text("Two of each number for both, and 11 loses.")
    expect(course).to_contain_text("to 11 or more loses")
    page.get_by_label("Your own settings").check()
    limit = page.get_by_role("textbox", name="limit")
    limit.fill("15")
    expect(course).to_contain_text("to 15 or more loses")
    expect(about).to_contain_text("to 15 or more loses")
    expect(limit).to_be_focused()


def test_a_setting_that_is_too_large_to_solve_says_so_and_can_be_played(somebody: Visitor) -> None:
    page = somebody.page
    somebody.allow("status of 422")
    somebody.visit("/play/top-stack-twelve")
    page.get_by_label("Your own settings").check()
    page.get_by_role("textbox", name="window").fill("12")
    page.get_by_role("textbox", name="limit").fill("400")
    expect(page.locator("#verdict")).to_contain_text(re.compile("large|long|positions"))
    page.get_by_label("Two people here").check()
    page.get_by_role("button", name="Start the game").click()
    somebody.table.wait_until_current()


def test_a_number_of_thousands_of_digits_is_shortened(somebody: Visitor) -> None:
    somebody.start(f"operation-duel:target={'7' * 1_000}")
    somebody.table.play("+1")
    assert "7" * 100 not in somebody.page.locator("main").inner_text()
    expect(somebody.page.locator("#board")).to_contain_text("1,000 digits")
