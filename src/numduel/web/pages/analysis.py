"""The pages of exact answers: any position with what each choice is worth, and why; also for other sites."""

import dataclasses

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...drawing.dark import darken
from ...match.events import WHY
from ..serving.security import own_origin
from ..site import Site
from ..solving.solver import Unanswerable
from .answers import Document, answers_context
from .keeping import kept_by_browsers
from .places import Place, check_links, joined, read_place

PAGE_SECONDS, PICTURE_SECONDS = 600, 86_400  # that browsers keep what never changes


async def show_analysis(request: Request) -> Response:
    """A position with everything that is known of it; whoever plays on from it sees only the position."""
    site: Site = request.app.state.site
    place = read_place(request.path_params["spec"], request.query_params, site.config.limits)
    if not _is_canonical(request, place):
        return RedirectResponse(place.address(), 302)
    check_links(place, site.config.limits)
    if place.seat is not None:
        return await _practise(request, site, place)
    document, refusal = await _known(site, place)
    context = answers_context(place, document, refusal)
    page = site.pages.page(request, "analysis.html", **context, origin=own_origin(request))
    return kept_by_browsers(request, page, PAGE_SECONDS) if document is not None else page


async def _practise(request: Request, site: Site, place: Place) -> Response:
    """A position to try again from: the other side is played as well as can be, and nothing is given away."""
    spec, moves = place.game.spec, place.moves
    refusal = ""
    if place.position.moves and place.position.player != place.seat:
        try:
            reply = await site.solver.choose(spec, moves, "perfect", 0, 0)
            if len(moves) < site.config.limits.plies:
                return RedirectResponse(place.address(moves=(*moves, reply)), 303)
        except Unanswerable as why:
            refusal = str(why)
    context = answers_context(place, None, refusal)
    context["told"] = await _last_of_theirs(site, place)
    return site.pages.page(request, "practice.html", **context)


async def show_embedded(request: Request) -> Response:
    """A position with its answers, small, for a frame on another site."""
    site: Site = request.app.state.site
    place = read_place(request.path_params["spec"], request.query_params, site.config.limits)
    place = dataclasses.replace(place, seat=None)
    if not _is_canonical(request, place):
        return RedirectResponse(place.address("/embed"), 302)
    check_links(place, site.config.limits)
    document, refusal = await _known(site, place)
    page = site.pages.page(request, "embed.html", **answers_context(place, document, refusal, "/embed"))
    return kept_by_browsers(request, page, PAGE_SECONDS) if document is not None else page


async def show_picture(request: Request) -> Response:
    """The positions around one as an SVG picture; with `dark=1` for dark pages."""
    site: Site = request.app.state.site
    place = read_place(request.path_params["spec"], request.query_params, site.config.limits)
    svg = await site.solver.picture(place.game.spec, place.moves)
    svg = darken(svg) if request.query_params.get("dark") == "1" else svg
    return kept_by_browsers(request, Response(svg, media_type="image/svg+xml"), PICTURE_SECONDS)


async def tell_verdict(request: Request) -> Response:
    """Who wins a game with these settings, as a document for the settings editor."""
    site: Site = request.app.state.site
    place = read_place(request.query_params.get("spec", ""), {}, site.config.limits)
    response = JSONResponse(await site.solver.verdict(place.game.spec))
    return kept_by_browsers(request, response, PAGE_SECONDS)


def _is_canonical(request: Request, place: Place) -> bool:
    """Whether an address is spelled in the one way that leads nowhere else."""
    query = request.query_params
    told = {"moves": joined(place.moves), "as": "" if place.seat is None else str(place.seat)}
    return (
        request.path_params["spec"] == place.game.spec
        and all(query.get(name, "") == text for name, text in told.items())
        and set(query) <= set(told)
    )


async def _known(site: Site, place: Place) -> tuple[Document | None, str]:
    """What is known of a place, or why nothing is."""
    try:
        return await site.solver.analysis(place.game.spec, place.moves), ""
    except Unanswerable as refusal:
        return None, str(refusal)


async def _last_of_theirs(site: Site, place: Place) -> str:
    """What the last move of whoever plays on from here did; nothing where there is none."""
    made = [number for number in range(len(place.moves)) if number % 2 + 1 == place.seat]
    if not made:
        return ""
    try:
        return await site.solver.words(WHY, place.game.spec, place.moves[: made[-1] + 1])
    except Unanswerable:
        return ""


routes: list[BaseRoute] = [
    Route("/analysis/{spec:path}", show_analysis),
    Route("/embed/{spec:path}", show_embedded),
    Route("/picture/{spec:path}", show_picture),
    Route("/api/verdict", tell_verdict),
]
