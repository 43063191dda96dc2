"""Whole games of every game without a mouse, and what readers of screens hear meanwhile."""

import re
from random import Random
from typing import Any

import pytest
from browsing import Visitor
from packages import EXAMPLE
from playwright.sync_api import expect
from three_in_a_row import TicTacToe

import numduel
from numduel import Game, Position

pytestmark = pytest.mark.browser

GAMES = [*sorted(numduel.games()), "countdown", "tic-tac-toe"]
LONGEST = 12  # moves that are made in a browser


def game_of(name: str) -> Game[Any, Any]:
    """A game by its name, guests among them."""
    if name == "countdown":
        module: dict[str, Any] = {"__name__": name}
        exec(EXAMPLE, module)
        guest: Game[Any, Any] = module["Countdown"]()
        return guest
    return TicTacToe() if name == "tic-tac-toe" else numduel.load(name)


def whole_game(game: Game[Any, Any]) -> list[str]:
    """The moves of a game from its start to its end."""
    rng = Random(game.name)
    while True:
        position = Position.start(game)
        moves: list[str] = []
        while position.moves and len(moves) < LONGEST:
            moves.append(game.write(rng.choice(list(position.moves))))
            position = position.say(moves[-1])
        if position.outcome is not None:
            return moves


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_set_up_and_played_by_keys_alone(name: str, somebody: Visitor) -> None:
    page, table = somebody.page, somebody.table
    somebody.visit("/")
    somebody.tab_to(page.locator(f'a.game[href="/play/{name}"]'))
    somebody.press("Enter")
    somebody.tab_to(page.get_by_label("A computer"))
    somebody.press("ArrowDown", "ArrowDown")
    expect(page.get_by_label("Two people here")).to_be_checked()
    somebody.press("Enter")
    table.wait_until_current()
    moves = whole_game(game_of(name))
    for at, move in enumerate(moves):
        if at % 2:  # one plays by single keys, the other goes to a choice and presses it
            somebody.press(table.choice(move).get_attribute("data-key") or "no key")
        else:
            focus_on(somebody, move)
            somebody.press("Enter")
        expect(table.moves).to_have_count(at + 1)
        expect(table.news).to_contain_text(re.compile(rf"played ([a-z]+ )?{re.escape(move)}[:.]"))
    table.expect_turn(re.compile("wins|draw"))
    expect(table.news).to_contain_text(re.compile("wins|draw"))
    somebody.press("Tab")
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    somebody.press("Enter")
    expect(table.moves).to_have_count(0)


def focus_on(somebody: Visitor, move: str) -> None:
    """Go to a choice by Tab, forwards or backwards, unless the focus is there already."""
    button = somebody.table.choice(move)
    if not button.evaluate("element => element === document.activeElement"):
        somebody.page.locator("#choices-heading").focus()  # as a reader of screens goes to a heading
        somebody.page.evaluate("document.activeElement.blur()")
        somebody.tab_to(button)


def test_the_same_news_twice_is_told_twice(somebody: Visitor) -> None:
    somebody.start("operation-duel", name="Ann", name2="Ben")
    heard = listen(somebody)
    for _ in range(2):
        somebody.table.say("frobnicate")
        somebody.page.wait_for_timeout(200)
    first, second = somebody.page.evaluate(heard)
    assert first == second
    assert first
    somebody.table.play("+1")
    somebody.table.act(re.compile("Take back"))
    expect(somebody.table.moves).to_have_count(0)
    somebody.table.play("+1")
    told = somebody.page.evaluate(heard)[2:]
    assert [news for news in told if "played +1" in news] == ["Ann played +1: 2. Ben to move."] * 2


def listen(somebody: Visitor) -> str:
    """Take down what a reader of screens would say from now on; the expression that tells it."""
    somebody.page.evaluate(
        """() => {
            window.heard = [];
            new MutationObserver((changes) => {
                for (const { addedNodes } of changes)
                    for (const node of addedNodes) if (node.textContent) window.heard.push(node.textContent);
            }).observe(document.getElementById("news"), { childList: true, subtree: true });
        }"""
    )
    return "window.heard"


def test_the_focus_stays_on_a_choice_from_turn_to_turn(somebody: Visitor) -> None:
    somebody.start("top-stack-twelve")
    for _ in range(3):
        somebody.table.choice("1").focus()
        somebody.press("Enter")
        expect(somebody.table.choice("1")).to_be_focused()


def test_the_focus_goes_to_another_choice_where_one_is_blocked_afterwards(somebody: Visitor) -> None:
    somebody.start("top-stack-twelve:limit=100,supply=1")
    somebody.press("3")
    expect(somebody.page.locator("#play-3.blocked")).to_be_visible()
    assert somebody.page.evaluate("document.activeElement.closest('#choices') !== null")


@pytest.mark.parametrize("key", ["1", "Enter"])
def test_a_key_that_is_held_down_makes_one_move(key: str, somebody: Visitor) -> None:
    somebody.start("top-stack-twelve:limit=100")
    somebody.table.choice("1").focus()
    for _ in range(5):  # a key that goes down again without having gone up repeats
        somebody.page.keyboard.down(key)
        somebody.page.wait_for_timeout(50)
    somebody.page.keyboard.up(key)
    somebody.table.play("2")
    somebody.table.expect_moves("1", "2")


def test_keys_are_listed_and_can_be_switched_off(somebody: Visitor) -> None:
    page, table = somebody.page, somebody.table
    somebody.start("operation-obliteration")
    somebody.press("?")
    expect(page.locator("#help-keys")).to_contain_text("play divide")
    page.get_by_label("Single keys play moves").uncheck()
    somebody.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    somebody.press("d")
    page.reload()
    table.wait_until_current()
    somebody.press("d")
    expect(table.moves).to_have_count(0)
    page.get_by_role("button", name="Show keys").click()
    page.get_by_label("Single keys play moves").check()
    somebody.press("Escape", "d")
    table.expect_moves("divide")
