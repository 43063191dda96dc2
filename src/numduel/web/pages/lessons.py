"""`/learn` and `/learn/SPEC`: lessons step by step, by forms that work without scripts."""

import asyncio
import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...core.errors import NumduelError
from ...core.game import Game
from ...core.registry import full_title, games, load, make
from ...learn.clock import now
from ...learn.lesson import ASKING
from ...learn.transfer import moment
from ...store.base import Store
from ...store.errors import Damaged, StoreError
from ...store.lessons import Place
from ..rendering.pages import Pages
from ..serving.rates import count_answer
from ..serving.security import visitor, visitor_or_new
from ..site import Site
from .lesson_context import Said, lesson_context
from .places import BadAddress, is_number, load_game, place_address, read_place

LONGEST_ANSWER = 200  # characters
MOST_LESSONS = 200  # that are kept for one browser
GONE = Said("told", (), (), solved=True)  # what is said to whoever goes on


async def list_lessons(request: Request) -> Response:
    """Which lessons there are, and how far this browser is in each."""
    site: Site = request.app.state.site
    places = await _places(site, _known(request))
    begun, shelves = {place.lesson: place for place in places}, []
    for kind in games().values():
        first, *variants = (make(kind), *(make(kind, variant.name) for variant in kind.variants))
        more = [_listed(game.spec, title_of(game), begun) for game in variants]
        shelves.append((_listed(first.spec, first.title, begun), more))
    others = [_listed(spec, full_title(load(spec)), begun) for spec in list(begun) if _is_known(spec)]
    known: dict[str, Any] = {"shelves": shelves, "others": others, "begun": bool(places)}
    return _pages(request).page(request, "lessons.html", **known)


async def forget_lessons(request: Request) -> Response:
    """Forget how far this browser is in every lesson."""
    site: Site = request.app.state.site
    by = _known(request)
    if by is not None:
        await site.lobby.commits.call(site.store.lessons.delete, by)
    return RedirectResponse("/learn", 303)


def title_of(game: Game[Any, Any]) -> str:
    """What a variant is called below the title of its game."""
    return full_title(game).removeprefix(f"{game.title}: ").capitalize()


def _listed(spec: str, title: str, begun: dict[str, Place]) -> tuple[str, str, Place | None]:
    """A lesson in a list: its title, its address, and how far somebody is; none is listed twice."""
    return title, place_address("/learn", spec), begun.pop(spec, None)


def _is_known(spec: str) -> bool:
    """Whether a game is still installed."""
    try:
        load(spec)
    except NumduelError:
        return False
    return True


async def show_lesson(request: Request) -> Response:
    """The step that an address names, or the one that this browser is at."""
    site: Site = request.app.state.site
    spec = load_game(request.path_params["spec"], site.config.limits).spec
    lesson = await site.solver.lesson(spec)
    place = await _place(site, _known(request), lesson)
    number = _number(request.query_params.get("step", ""), lesson, place.done)
    if number == lesson["steps"]:
        return _pages(request).page(request, "lesson_done.html", **lesson_context(lesson, place, number))
    return _show(request, lesson, place, number)


async def answer_lesson(request: Request) -> Response:
    """Take an answer to a step, or a wish for help, and show what comes of it."""
    site: Site = request.app.state.site
    spec = load_game(request.path_params["spec"], site.config.limits).spec
    async with request.form(max_files=0, max_fields=10) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
    count_answer(request)
    lesson = await site.solver.lesson(spec)
    by = visitor_or_new(request).hash
    if fields.get("do") == "restart":
        await _keep(site, by, lesson, lambda place: dataclasses.replace(place, done=0, missed=()))
        return RedirectResponse(place_address("/learn", spec), 303)
    number = _number(fields.get("step", ""), lesson, (await _place(site, by, lesson)).done)
    if number == lesson["steps"]:
        raise BadAddress("this lesson has no such step")
    going = fields.get("do") == "go"
    said = GONE if going else await _said(site, lesson, number, fields)
    place = await _keep(site, by, lesson, lambda place: _after(lesson, place, number, said))
    if going:
        return RedirectResponse(place_address("/learn", spec, (), {"step": str(number + 2)}), 303)
    return _show(request, lesson, place, number, said)


async def _said(site: Site, lesson: Mapping[str, Any], number: int, fields: Mapping[str, str]) -> Said:
    """What is said to what a form asks for."""
    step = steps_of(lesson)[number]
    moves = _moves(site, step, fields.get("moves", ""))
    spec = str(lesson["spec"])
    match fields.get("do", "answer"):
        case "answer":
            text = fields.get("answer", "")
            if len(text) > LONGEST_ANSWER:
                raise BadAddress(f"an answer has at most {LONGEST_ANSWER} characters")
            return Said.of(await site.solver.lesson_answer(spec, number, text, moves), moves)
        case "hint":
            words = await site.solver.lesson_help("lesson_hint", spec, number, moves)
            return Said("hint", tuple(words), moves, missed=True)
        case "solution":
            words = await site.solver.lesson_help("lesson_solution", spec, number, moves)
            return Said("told", tuple(words), moves, missed=True, solved=step["kind"] in ("who", "find"))
        case other:
            raise HTTPException(400, f"Nobody can do {other[:40]!a} in a lesson.")


def _moves(site: Site, step: Mapping[str, Any], text: str) -> tuple[str, ...]:
    """The moves of the game that is being played in a step, or those of the step itself."""
    if step["kind"] != "play" or not text:
        return tuple(step["moves"])
    found = read_place(str(step["spec"]), {"moves": text}, site.config.limits)
    made = len(found.moves) - len(step["moves"])
    if found.moves[: len(step["moves"])] != tuple(step["moves"]) or made % 2 or not found.position.moves:
        raise BadAddress("these moves are not of this step")
    return found.moves


def _after(lesson: Mapping[str, Any], place: Place, number: int, said: Said) -> Place:
    """How far somebody is after what was said; who has skipped questions has missed them."""
    missed, done, kinds = {*place.missed}, place.done, [step["kind"] for step in steps_of(lesson)]
    if said.missed and number >= place.done and kinds[number] in ASKING:
        missed.add(number)
    if said.solved:
        missed.update(at for at in range(place.done, number) if kinds[at] in ASKING)
        done = max(place.done, number + 1)
    return dataclasses.replace(place, done=done, missed=tuple(sorted(missed)))


def steps_of(lesson: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Every step of a lesson that is given as a document."""
    return [step for section in lesson["sections"] for step in section["steps"]]


def _number(text: str, lesson: Mapping[str, Any], otherwise: int) -> int:
    """The number of a step from 0, which an address counts from 1; one beyond the last is the end."""
    if not text:
        return min(otherwise, int(lesson["steps"]))
    if not is_number(text) or not 1 <= int(text) <= lesson["steps"] + 1:
        raise BadAddress(f"this lesson has the steps 1 to {lesson['steps']}")
    return int(text) - 1


def _show(
    request: Request, lesson: Mapping[str, Any], place: Place, number: int, said: Said | None = None
) -> Response:
    status = 400 if said is not None and said.kind == "refused" else 200
    context = lesson_context(lesson, place, number, said)
    return _pages(request).page(request, "lesson.html", status, **context)


def _pages(request: Request) -> Pages:
    pages: Pages = request.app.state.site.pages
    return pages


# Where people are


def _known(request: Request) -> str | None:
    known = visitor(request)
    return None if known is None else known.hash


async def _places(site: Site, by: str | None) -> list[Place]:
    found = [] if by is None else await asyncio.to_thread(site.store.lessons.of, by)
    return [place for place in found if not isinstance(place, Damaged) and place.seed == 0]


async def _place(site: Site, by: str | None, lesson: Mapping[str, Any]) -> Place:
    """Where a browser is in a lesson; at its start, where that is not begun or has changed since."""
    return _place_among(await _places(site, by), lesson)


def _place_among(places: list[Place], lesson: Mapping[str, Any]) -> Place:
    known = (lesson["spec"], lesson["steps"], 0)
    found = (place for place in places if (place.lesson, place.steps, place.seed) == known)
    new = Place(lesson=str(lesson["spec"]), seed=0, done=0, steps=int(lesson["steps"]), at="")
    return next(found, new)


async def _keep(site: Site, by: str, lesson: Mapping[str, Any], change: Callable[[Place], Place]) -> Place:
    """Change where a browser is in a lesson, from what is kept by then: other pages may have been quicker."""
    return await site.lobby.commits.call(_keep_in, site.store, by, lesson, change)


def _keep_in(store: Store, by: str, lesson: Mapping[str, Any], change: Callable[[Place], Place]) -> Place:
    found = store.lessons.of(by)
    places = [each for each in found if isinstance(each, Place)]
    place = dataclasses.replace(change(_place_among(places, lesson)), at=moment(now()))
    new = not any(each.lesson == place.lesson for each in places)
    if new and len(found) >= MOST_LESSONS:
        raise StoreError(f"no more than {MOST_LESSONS} lessons are kept for one browser")
    store.lessons.keep(by, place)
    return place


routes: list[BaseRoute] = [
    Route("/learn", list_lessons),
    Route("/learn/forget", forget_lessons, methods=["POST"]),
    Route("/learn/{spec:path}", show_lesson),
    Route("/learn/{spec:path}", answer_lesson, methods=["POST"]),
]
