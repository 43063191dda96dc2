"""Somebody who solves puzzles in a browser: by tapping, by keys, by typing, and without scripts."""

import datetime
import re

import pytest
from browsing import Come, Visitor, too_small, too_wide, violations
from playwright.sync_api import Page, expect
from webserver import WebServer

from numduel.learn.catalogue import catalogue
from numduel.learn.daily import daily
from numduel.learn.puzzle import Puzzle

pytestmark = pytest.mark.browser

PUZZLES = {puzzle.task: puzzle for puzzle in catalogue() if puzzle.name == "operation-duel"}
DAY = datetime.date(2026, 11, 15)


def right(puzzle: Puzzle) -> str:
    return puzzle.kind.right(puzzle.asked())[0]


def wrong(puzzle: Puzzle) -> str:
    moves = map(puzzle.game.write, puzzle.standing().position.moves)
    return next(move for move in moves if move not in puzzle.kind.right(puzzle.asked()))


def check_looks(page: Page) -> None:
    """Check that a page is for everyone, in light, in dark and on a phone."""
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    page.emulate_media(color_scheme="light")
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert too_wide(page) == []
    assert too_small(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_an_evening_of_puzzles(somebody: Visitor) -> None:
    page = somebody.page
    page.emulate_media(reduced_motion="reduce")
    said, question, after = page.locator("#said"), page.locator(".question"), page.locator("#next")
    somebody.visit("/")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("2,500 puzzles")).to_be_visible()
    check_looks(page)
    # A wrong move is refuted on the board; then the right one, by its key.
    puzzle = PUZZLES["win"]
    somebody.visit(f"/puzzle/{puzzle.id}?game=operation-duel")
    page.locator(f'#choices button[value="{wrong(puzzle)}"]').click()
    expect(said).to_contain_text("Try again.")
    expect(page.locator("#news")).to_contain_text("Try again.")
    assert page.locator(".strip > li").count() >= 1
    check_looks(page)
    somebody.press(page.locator(f'#choices button[value="{right(puzzle)}"]').get_attribute("data-key") or "")
    expect(after).to_be_focused()
    expect(question).to_contain_text("Solved")
    check_looks(page)
    somebody.press("Enter")
    expect(page).to_have_url(re.compile(r"/puzzle/\w{7}\?game=operation-duel$"))
    expect(question).not_to_contain_text("Solved")
    # Who wins, by the form; a slip, by its number; nonsense, which counts for nothing.
    puzzle = PUZZLES["who"]
    winner, plies = right(puzzle).split()
    somebody.visit(f"/puzzle/{puzzle.id}")
    page.get_by_label(f"Player {winner}").check()
    page.get_by_label("In how many moves").fill(plies)
    somebody.press("Enter")
    expect(said).to_contain_text(f"Right. Player {winner} wins in {plies} moves.")
    puzzle = PUZZLES["slip"]
    somebody.visit(f"/puzzle/{puzzle.id}")
    check_looks(page)
    somebody.allow("status of 400")
    page.locator("#line").fill("nonsense")
    somebody.press("Enter")
    expect(said).to_contain_text("Answer with the number of a move")
    expect(page.locator("#line")).to_have_value("nonsense")
    page.locator(f"#move-{right(puzzle)}").click()
    expect(question).to_contain_text("Solved")
    # A win is played to its end in the words of a table.
    puzzle = PUZZLES["finish"]
    somebody.visit(f"/puzzle/{puzzle.id}")
    moves = puzzle.moves
    while "Solved" not in question.inner_text():
        asked = puzzle.asked(moves)
        best = asked.position.game.write(asked.answers.best(asked.position.state)[0])
        page.locator("#line").fill(best)
        somebody.press("Enter")
        expect(page.locator("#moves li")).not_to_have_count(len(moves))
        moves = tuple(page.locator("#moves li").all_inner_texts())
    expect(said).to_contain_text("Right, and won.")


def test_the_puzzles_of_a_day_and_a_result_to_copy(somebody: Visitor) -> None:
    page = somebody.page
    somebody.visit(f"/daily/{DAY}")
    page.get_by_role("link", name="Begin").click()
    for number, _ in enumerate(daily(DAY), 1):
        expect(page.locator("h1")).to_contain_text(f"puzzle {number} of 3")
        page.get_by_role("button", name="Show the solution").click()
        expect(page.locator("#said")).to_contain_text("Right: ")
        page.locator("#next").click()
    shared = page.get_by_label("Result to share")
    expect(shared).to_have_value(re.compile(rf"^numduel daily {DAY} · .* · 0 of 3 · no hint$"))
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    check_looks(page)


def test_a_puzzle_is_solved_without_scripts(come: Come, site: WebServer) -> None:
    visitor = come(site.url, java_script_enabled=False)
    page, puzzle = visitor.page, PUZZLES["win"]
    visitor.visit(f"/puzzle/{puzzle.id}")
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    page.locator(f'#choices button[value="{wrong(puzzle)}"]').click()
    expect(page.locator("#said")).to_contain_text("Try again.")
    page.locator(f'#choices button[value="{right(puzzle)}"]').click()
    expect(page.locator(".question")).to_contain_text("Solved")
    page.locator("#next").click()
    expect(page.locator(".question")).not_to_contain_text("Solved")
    visitor.visit("/puzzles?tab=tried")
    expect(page.locator(".tables li")).to_have_count(1)
