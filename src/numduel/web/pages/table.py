"""`/g/ID`: the page of a table, and what is done there without a socket: taking a seat, links, deleting."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ..rendering.render import regions
from ..serving.addresses import listens_everywhere, own_addresses, page_address
from ..serving.errors import wants_json
from ..serving.security import (
    Visitor,
    hash_key,
    host_name,
    is_key,
    is_local,
    is_loopback,
    new_key,
    visitor,
    visitor_or_new,
)
from ..site import Site
from ..tables.rooms import Room
from .places import is_number


async def table(request: Request) -> Response:
    """The page of a table as it stands; it looks the same for everyone, but for whom they play for."""
    site: Site = request.app.state.site
    room = await site.lobby.room(request.path_params["id"])
    await room.settled()
    view, known = site.lobby.view(room), visitor(request)
    game = view.position.game
    moves = view.position.moves or game.vocabulary()
    return site.pages.page(
        request,
        "table.html",
        headers={"cache-control": "no-store"},  # going back must not show an old board
        view=view,
        regions={name: Markup(html) for name, html in regions(view).items()},
        you=room.contestants(known.hash) if known else (),
        rules=game.voice().rules(),
        example=game.spellings(moves[0])[0],
        reached=_reached(request),
        own=str(request.base_url).rstrip("/"),
    )


class Reached(NamedTuple):
    """How others reach this server."""

    base: str | None = None  # what the addresses they type begin with, where it is not as on this page
    alone: bool = False  # whether nobody can but at this very machine


def _reached(request: Request) -> Reached:
    """How others reach this server: whoever looks at it by a loopback name must not send them that."""
    config = request.app.state.site.config
    if config.public_url is not None:
        return Reached(config.public_url.rstrip("/"))
    if not is_loopback(host_name(request.headers.get("host", ""))):
        return Reached()
    if not listens_everywhere(config.host):
        return Reached(alone=True)
    network = own_addresses()
    return Reached(page_address(network[0], request.url.port or 80).rstrip("/") if network else None)


async def _at_table(request: Request) -> tuple[Site, Room, Visitor, Mapping[str, str]]:
    """The table that a post is about, who sends it, and its fields."""
    site: Site = request.app.state.site
    room = await site.lobby.room(request.path_params["id"])
    async with request.form(max_files=0, max_fields=10) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
    return site, room, visitor_or_new(request), fields


def _answer(request: Request, room: Room, document: Mapping[str, Any]) -> Response:
    """What a post is answered with: to scripts and programs a document, else the way back to the table."""
    if wants_json(request.scope):
        return JSONResponse(dict(document))
    return RedirectResponse(f"/g/{room.id}", status_code=303)


async def sit(request: Request) -> Response:
    """Take a seat that nobody has, under a name."""
    site, room, who, fields = await _at_table(request)
    contestant = _contestant(fields)
    if contestant is None:
        raise HTTPException(400, "The contestants are 0 and 1.")
    await site.lobby.sit(room, contestant, who.hash, fields.get("name", ""))
    return _answer(request, room, {"contestants": room.contestants(who.hash)})


def _contestant(fields: Mapping[str, str]) -> int | None:
    """The contestant that a form names, if any."""
    given = fields.get("contestant", "")
    if given not in ("", "0", "1"):
        raise HTTPException(400, "The contestants are 0 and 1.")
    return int(given) if given else None


async def link(request: Request) -> Response:
    """Make a link that gives one's seats to another device, once."""
    site, room, who, fields = await _at_table(request)
    key = new_key()
    until = await site.lobby.seating.make_link(room, who.hash, hash_key(key), _contestant(fields))
    return JSONResponse({"link": f"/g/{room.id}#seat={key}", "until": until})


async def claim(request: Request) -> Response:
    """Take the seats of a link."""
    site, room, who, fields = await _at_table(request)
    key = fields.get("key", "")
    if not is_key(key):
        raise HTTPException(400, "This is no key to a seat.")
    contestants = await site.lobby.seating.hand_in(room, hash_key(key), who.hash)
    return _answer(request, room, {"contestants": contestants})


async def delete(request: Request) -> Response:
    """Give up one's seats; where nobody else has one, the table is forgotten with its games."""
    site, room, who, _ = await _at_table(request)
    await site.lobby.delete(room, who.hash)
    if wants_json(request.scope):
        return JSONResponse({})
    return RedirectResponse("/games", status_code=303)


async def adopt(request: Request) -> Response:
    """Take up a game that was begun at this machine's terminal, both seats at once."""
    site: Site = request.app.state.site
    if not is_local(request):
        raise HTTPException(403, "Only at the machine itself can the terminal's games be taken up.")
    number = request.path_params["number"]
    if not is_number(number):
        raise HTTPException(404, "Games are numbered from 1.")
    room = await site.lobby.adopt(int(number), visitor_or_new(request).hash)
    return _answer(request, room, {"room": room.id})


routes: list[BaseRoute] = [
    Route("/g/{id}", table, name="table"),
    Route("/g/{id}/sit", sit, methods=["POST"]),
    Route("/g/{id}/link", link, methods=["POST"]),
    Route("/g/{id}/claim", claim, methods=["POST"]),
    Route("/g/{id}/delete", delete, methods=["POST"]),
    Route("/games/{number}/adopt", adopt, methods=["POST"]),
]
