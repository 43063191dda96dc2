"""A browser at the pages of puzzles: what it sends, what it is shown, and what is kept for it."""

import httpx
from markup import Page
from web_pages import SiteClient

from numduel.learn.catalogue import catalogue
from numduel.learn.puzzle import Puzzle
from numduel.learn.tasks import TASKS

ONE_OF_EACH = {task: next(puzzle for puzzle in catalogue() if puzzle.task == task) for task in TASKS}


def right(puzzle: Puzzle) -> str:
    return puzzle.kind.right(puzzle.asked())[0]


def wrong(puzzle: Puzzle) -> str:
    moves = map(puzzle.game.write, puzzle.standing().position.moves)
    return next(move for move in moves if move not in puzzle.kind.right(puzzle.asked()))


def page_of(answer: httpx.Response, status: int = 200) -> Page:
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    assert page.problems == []
    return page


def send(client: SiteClient, puzzle: Puzzle, query: str = "", **fields: str) -> Page:
    """Send a form of the puzzle's page, and see where that leads."""
    form = {"ply": str(len(puzzle.moves)), **fields}
    sent = client.post(f"/puzzle/{puzzle.id}{query}", data=form)
    return page_of(client.get(sent.headers["location"]) if sent.status_code == 303 else sent)


def attempts(client: SiteClient) -> list[tuple[str, bool, int]]:
    """What is kept for this browser."""
    found = client.get("/puzzles/progress.json").json()["attempts"]
    return [(each["puzzle"], each["right"], each["hints"]) for each in found]
