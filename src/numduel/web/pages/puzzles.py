"""`/puzzles`: which puzzle comes next, how far this browser has come, and what comes back when."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...core.registry import games
from ...core.text import NoText
from ...learn.catalogue import alike, by_name, draw, find
from ...learn.progress import Due, Progress
from ...learn.puzzle import Puzzle
from ...learn.tasks import TASKS
from ...learn.themes import THEMES
from ...learn.transfer import BadProgress, progress_document
from ...store.attempts import Attempt
from ..puzzles.wanted import BadWish, Wanted, read_wanted
from ..serving.errors import as_sentence
from ..serving.rates import count_answer
from ..serving.security import visitor, visitor_or_new
from ..site import Site
from .home import picture_of
from .puzzle_context import puzzle_title
from .uploads import read_upload

TABS = {"": "Next puzzle", "failed": "To come back", "tried": "Tried"}
MOST_LISTED = 100  # attempts, from the last


class GameCard(NamedTuple):
    """A game of which there are puzzles."""

    name: str
    title: str
    picture: Markup
    puzzles: int
    tried: int


class Tried(NamedTuple):
    """An attempt in a list."""

    attempt: Attempt
    puzzle: Puzzle | None  # None where this catalogue has no such puzzle


@cache
def _pictures() -> dict[str, tuple[str, Markup]]:
    """The title and the picture of every game that has puzzles."""
    named = {puzzle.name for puzzle in by_name().values()}
    return {name: (kind.title, picture_of(kind())) for name, kind in games().items() if name in named}


def _cards(progress: Progress) -> list[GameCard]:
    return [
        GameCard(name, title, picture, len(alike(name)), len(alike(name).keys() & progress.seen))
        for name, (title, picture) in _pictures().items()
    ]


async def show_puzzles(request: Request) -> Response:
    """The front page of the puzzles."""
    return await _page(request)


async def _page(request: Request, problem: str = "", added: int | None = None, status: int = 200) -> Response:
    site: Site = request.app.state.site
    wanted = read_wanted(request.query_params, site.sittings.today)
    tab = request.query_params.get("tab", "")
    if tab not in TABS:
        raise BadWish(f"there is no tab {tab[:40]!a}; the tabs are failed and tried")
    known = visitor(request)
    progress = await site.sittings.progress(known.hash if known else None)
    found = wanted.puzzles()
    return site.pages.page(
        request,
        "puzzles.html",
        status,
        wanted=wanted,
        tab=tab,
        tabs=TABS,
        themes=THEMES,
        task_titles=[(name, task.title) for name, task in TASKS.items()],
        theme_titles=[(name, name.replace("-", " ")) for name in THEMES],
        game_titles=[(name, title) for name, (title, _) in _pictures().items()],
        cards=_cards(progress),
        found=len(found),
        left=len(found.keys() - progress.seen),
        problem=problem,
        added=added,
        **_progress_context(site, progress),
    )


def _progress_context(site: Site, progress: Progress) -> dict[str, Any]:
    """What a page shows of how far somebody has come."""
    today = site.sittings.today
    failed = [(each, find(each.puzzle)) for each in progress.failed() if _known(each)]
    attempts = progress.attempts[: -MOST_LISTED - 1 : -1]
    return {
        "progress": progress,
        "title": puzzle_title,
        "rating": round(progress.rating.rating),
        "margin": 2 * round(progress.rating.deviation),
        "streak": progress.streak(today),
        "due": [(each, puzzle) for each, puzzle in failed if each.day <= today],
        "later": [(each, puzzle) for each, puzzle in failed if each.day > today],
        "tried": [Tried(attempt, by_name().get(attempt.puzzle)) for attempt in attempts],
        "most_listed": MOST_LISTED,
    }


def _known(due: Due) -> bool:
    """Whether the catalogue has a puzzle that comes back; an imported one may be of another."""
    return due.puzzle in by_name()


async def next_puzzle(request: Request) -> Response:
    """Go to a puzzle that is wanted and was not seen before; NoSuchPuzzle where there is none."""
    site: Site = request.app.state.site
    wanted = read_wanted(request.query_params, site.sittings.today)
    known = visitor(request)
    progress = await site.sittings.progress(known.hash if known else None)
    if wanted.failed:
        due = [each for each in progress.due(site.sittings.today) if _known(each)]
        if not due or known is None:
            return RedirectResponse("/puzzles?tab=failed", 302)
        puzzle = find(due[0].puzzle)
        site.sittings.drop(known.hash, puzzle, None)
        return RedirectResponse(Wanted(failed="1").address(puzzle), 302)
    puzzle = draw(
        Random(),
        game=wanted.game or None,
        task=wanted.task or None,
        theme=wanted.theme or None,
        rating=int(wanted.rating or round(progress.rating.rating)),
        seen=progress.seen,
    )
    return RedirectResponse(wanted.address(puzzle), 302)


async def export_progress(request: Request) -> Response:
    """What this browser has attempted, as a file that can be brought elsewhere."""
    site: Site = request.app.state.site
    known = visitor(request)
    progress = await site.sittings.progress(known.hash if known else None)
    headers = {"content-disposition": 'attachment; filename="numduel-puzzles.json"'}
    return JSONResponse(progress_document(progress, site.sittings.today), headers=headers)


async def import_progress(request: Request) -> Response:
    """Add the attempts of a file to those of this browser."""
    site: Site = request.app.state.site
    count_answer(request)
    async with request.form(max_files=1, max_fields=2) as form:
        sent = form.get("file")
        content = await sent.read() if isinstance(sent, UploadFile) else b""
    try:
        if not content:
            raise BadProgress("choose a file first: the one that was downloaded as numduel-puzzles.json")
        added = await site.sittings.bring(visitor_or_new(request).hash, read_upload(content))
    except (BadProgress, NoText) as error:
        return await _page(request, problem=as_sentence(error), status=400)
    return await _page(request, added=added)


async def forget_progress(request: Request) -> Response:
    """Forget what this browser has attempted."""
    site: Site = request.app.state.site
    known = visitor(request)
    if known is not None:
        await site.sittings.forget(known.hash)
    return RedirectResponse("/puzzles", 303)


routes: list[BaseRoute] = [
    Route("/puzzles", show_puzzles),
    Route("/puzzles/next", next_puzzle),
    Route("/puzzles/progress.json", export_progress),
    Route("/puzzles/import", import_progress, methods=["POST"]),
    Route("/puzzles/forget", forget_progress, methods=["POST"]),
]
