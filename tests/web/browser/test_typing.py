"""Typing the terminal's words at a table."""

import re

import pytest
from browsing import Visitor
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("milliseconds", [0, 150])
def test_the_words_of_the_terminal_play_also_faster_than_the_server_answers(
    milliseconds: int, somebody: Visitor
) -> None:
    somebody.delay_answers(milliseconds)
    table = somebody.table
    somebody.start("operation-stack", name="Ann")
    somebody.press("/")
    expect(table.line).to_be_focused()
    for words in ("push 4", "6", "operate *"):
        somebody.page.keyboard.type(words)
        somebody.press("Enter")
    table.expect_moves("4", "6", "*")
    table.expect_turn("Ann wins")
    expect(table.line).to_have_value("")


def test_words_that_begin_a_move_are_gone_on_with(somebody: Visitor) -> None:
    table = somebody.table
    somebody.start("operation-stack")
    table.say("push")
    expect(table.words).to_contain_text("Go on with 1, 2")
    somebody.page.keyboard.type("7")
    somebody.press("Enter")
    table.expect_moves("7")
    expect(table.words).to_be_hidden()


def test_words_without_meaning_are_refused_and_stay_to_be_mended(somebody: Visitor) -> None:
    table = somebody.table
    somebody.start("operation-stack")
    table.say("push 77")
    expect(table.words).to_have_class("refused")
    expect(table.news).to_contain_text(table.words.inner_text())
    expect(table.line).to_have_value("push 77")
    expect(table.moves).to_have_count(0)


def test_a_forbidden_attempt_is_asked_about_once_and_then_loses(somebody: Visitor) -> None:
    page, table = somebody.page, somebody.table
    somebody.start("operation-stack", name="Ann", name2="Ben")
    table.play("5", "3")
    table.say("operate /")
    expect(page.get_by_role("dialog")).to_contain_text("trying it loses the game")
    page.get_by_role("button", name="Cancel").click()
    table.expect_turn("Ann to move")
    expect(table.line).to_have_value("operate /")
    somebody.press("Enter")
    page.get_by_role("button", name="Say it anyway").click()
    table.expect_turn("Ben wins")
    expect(table.reason).to_have_text(re.compile("Ann tried “operate /”"))
    table.expect_moves("5", "3")


def test_a_second_enter_does_not_lose_the_game(somebody: Visitor) -> None:
    page, table = somebody.page, somebody.table
    somebody.start("operation-stack", name="Ann", name2="Ben")
    table.play("5", "3")
    table.say("operate /")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    somebody.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    table.act("Resign")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    somebody.press("Enter")
    table.expect_turn("Ann to move")


@pytest.mark.parametrize(("words", "told"), [("resign", "Ann resigned."), ("draw", "Ann offers a draw.")])
def test_other_words_press_the_button_that_they_name(words: str, told: str, somebody: Visitor) -> None:
    somebody.start("operation-duel", name="Ann", name2="Ben")
    somebody.table.say(words)
    if words == "resign":
        somebody.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(somebody.table.news).to_contain_text(told)
