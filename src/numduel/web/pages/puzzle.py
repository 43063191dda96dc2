"""`/puzzle/ID`: a puzzle to solve, by a form that works without scripts; and the same in a frame."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote_plus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...core.integers import count
from ...core.position import MoveError
from ...learn.attempt import NoAnswer, read_answer
from ...learn.catalogue import find
from ...learn.puzzle import Puzzle
from ..puzzles.sittings import Outdated, Said, Sitting
from ..puzzles.wanted import Wanted, check_day, read_wanted
from ..serving.errors import as_sentence, wants_json
from ..serving.rates import count_answer
from ..serving.security import own_origin, visitor, visitor_or_new
from ..site import Site
from .daily_context import DailyPlace, daily_place
from .places import BadAddress, joined
from .puzzle_context import Shown, puzzle_context

REGIONS = ("turn", "board", "said", "choices", "actions", "result", "moves", "typing")
LONGEST_LINE = 200  # characters of an answer


def _asked(request: Request) -> tuple[Site, Puzzle, Wanted]:
    """The puzzle that an address names, and what else it says."""
    site: Site = request.app.state.site
    puzzle = find(request.path_params["id"])
    wanted = read_wanted(request.query_params, site.sittings.today)
    check_day(wanted, puzzle)
    return site, puzzle, wanted


async def show_puzzle(request: Request) -> Response:
    """A puzzle as it stands for this browser."""
    site, puzzle, wanted = _asked(request)
    if request.path_params["id"] != puzzle.id:
        return RedirectResponse(wanted.address(puzzle), 302)
    known = visitor(request)
    sitting = site.sittings.find(known.hash if known else None, puzzle, wanted.day or None)
    return await _page(request, Shown.of(puzzle, sitting), wanted, known.hash if known else None)


async def answer_puzzle(request: Request) -> Response:
    """Take an answer, or a wish for a hint or the solution, and show what comes of it."""
    site, puzzle, wanted = _asked(request)
    async with request.form(max_files=0, max_fields=10) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
    count_answer(request)
    stranger = visitor(request) is None
    by, day = visitor_or_new(request).hash, wanted.day or None
    if fields.get("do") == "again":
        site.sittings.drop(by, puzzle, day)
    sitting, refused = site.sittings.take(by, puzzle, day), None
    try:
        await _do(site, by, sitting, fields)
    except (MoveError, NoAnswer, Outdated) as error:
        refused = Said("refused", (as_sentence(error),)), getattr(error, "status", 400)
    shown = Shown.of(puzzle, sitting)
    if refused is not None:
        shown = shown._replace(said=refused[0])
    if refused is None and not stranger and not wants_json(request.scope):
        return RedirectResponse(wanted.address(puzzle), 303)  # so that loading it anew sends nothing twice
    return await _page(request, shown, wanted, by, refused[1] if refused else 200)


async def _do(site: Site, by: str, sitting: Sitting, fields: Mapping[str, str]) -> None:
    """Do what a form asks for."""
    ply = fields.get("ply", "")
    match fields.get("do", "answer"):
        case "answer":
            await site.sittings.answer(by, sitting, _line(fields), ply)
        case "hint":
            await site.sittings.hint(by, sitting, ply)
        case "solution":
            await site.sittings.give_up(by, sitting, ply)
        case "again":
            pass
        case other:
            raise HTTPException(400, f"Nobody can do {other[:40]!a} with a puzzle.")


def _line(fields: Mapping[str, str]) -> str:
    """The answer in a form, as it would be typed."""
    typed = fields.get("answer", "")
    if "winner" in fields or "plies" in fields:
        typed = f"{fields.get('winner', '')} {fields.get('plies', '')}"
    if len(typed) > LONGEST_LINE:
        raise NoAnswer(f"an answer has at most {count(LONGEST_LINE, 'character')}")
    return typed


async def _page(
    request: Request, shown: Shown, wanted: Wanted, by: str | None, status: int = 200
) -> Response:
    """The page of a puzzle, or for its script the regions that may have changed."""
    site: Site = request.app.state.site
    context = puzzle_context(shown, wanted)
    context["place"] = await _place(site, shown, wanted, by)
    context["action"] = wanted.address(shown.puzzle)
    if wants_json(request.scope):
        return JSONResponse({"status": status, "regions": _regions(site, context)}, status)
    context["origin"] = own_origin(request)
    context["regions"] = _regions(site, context)
    return site.pages.page(request, "puzzle.html", status, **context)


def _regions(site: Site, context: dict[str, Any]) -> dict[str, str]:
    parts: Any = site.pages.environment.get_template("puzzle_parts.html").make_module(context)
    return {name: getattr(parts, name)() for name in REGIONS}


async def _place(site: Site, shown: Shown, wanted: Wanted, by: str | None) -> DailyPlace | None:
    """Which of a day's puzzles it is, and what comes after it; None for one that is no daily puzzle."""
    if not wanted.day:
        return None
    progress = await site.sittings.progress(by)
    return daily_place(wanted.day, shown.puzzle, progress)


# In a frame on another site, where browsers send no cookie: every answer is an address, and nothing is kept


async def show_embedded(request: Request) -> Response:
    """A puzzle for a frame on another site; answers are addresses, and count for nothing."""
    site: Site = request.app.state.site
    puzzle = find(request.path_params["id"])
    query = request.query_params
    moves = _moves_of(puzzle, query.get("moves", ""), site.config.limits.plies)
    shown, status = Shown(puzzle, moves, over=False, free=True), 200
    if {"answer", "winner", "plies"} & set(query):
        count_answer(request)
        try:
            shown = await _judged(site, shown, _line(query))
        except (MoveError, NoAnswer) as error:
            shown, status = shown._replace(said=Said("refused", (as_sentence(error),))), 400
    if shown.over and puzzle.task != "finish":
        shown = shown._replace(moves=puzzle.moves)

    def address(answer: str) -> str:
        made = shown.moves[len(puzzle.moves) :]
        told = f"moves={quote_plus(joined(made), safe='*,/:')}&" if made else ""
        return f"/embed/puzzle/{puzzle.id}?{told}answer={quote_plus(answer, safe='*')}"

    context = puzzle_context(shown, Wanted(), address)
    return site.pages.page(request, "puzzle_embed.html", status, **context)


def _moves_of(puzzle: Puzzle, text: str, most: int) -> tuple[str, ...]:
    """The puzzle's moves and those in an address, by which a game that is to be finished has gone on."""
    if not text:
        return puzzle.moves
    if puzzle.task != "finish" or len(text) > LONGEST_LINE * 10:
        raise BadAddress("only a game that is to be finished goes on")
    made = tuple(filter(None, text.replace(",", " ").split(" ")))
    moves = (*puzzle.moves, *made)
    if len(moves) > most:
        raise BadAddress(f"an address may have at most {count(most, 'move')}")
    if puzzle.standing(moves).position.outcome is not None:
        raise BadAddress("the game is over after these moves")
    return moves


async def _judged(site: Site, shown: Shown, text: str) -> Shown:
    """A puzzle after an answer."""
    given = read_answer(shown.puzzle, text, shown.moves)
    reply, right = await site.solver.puzzle_answer(shown.puzzle, shown.moves, given)
    said = Said("right" if reply.right else "wrong", reply.words, shown.moves, reply.refutation, right)
    return shown._replace(moves=reply.moves, over=reply.solved, said=said)


routes: list[BaseRoute] = [
    Route("/puzzle/{id}", show_puzzle),
    Route("/puzzle/{id}", answer_puzzle, methods=["POST"]),
    Route("/embed/puzzle/{id}", show_embedded),
]
