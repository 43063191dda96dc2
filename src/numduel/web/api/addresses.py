"""`/api`: for programs, the same tables, commands and answers as JSON over HTTP."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ...analysis.game_documents import game_document
from ...core.registry import games
from ...core.text import read_text
from ...match.record import write
from ..pages.places import read_place
from ..rendering.documents import view_document
from ..serving.rates import count_commands, count_new_room
from ..serving.security import hash_key, new_key, visitor
from ..site import Site
from ..tables.frames import Frame, read_frame
from ..tables.hints import words_of
from ..tables.rooms import Answer, Refused, Room
from .document import api_document
from .tables import Table, read_table


async def describe(request: Request) -> Response:
    """Every address for programs, described as OpenAPI."""
    return JSONResponse(api_document())


async def list_games(request: Request) -> Response:
    """Every game with its settings and variants."""
    return JSONResponse([game_document(kind) for kind in games().values()])


async def open_room(request: Request) -> Response:
    """Open a table: its id, a key for each person who has no open seat, and how it stands."""
    site: Site = request.app.state.site
    table = read_table(await _document(request), site.config.limits)
    count_new_room(request)
    keys = _keys(table)
    one, other = (None if key is None else hash_key(key) for key in keys)
    room = await site.lobby.create(table.setup, table.options, (one, other))
    document = {
        "id": room.id,
        "page": f"/g/{room.id}",
        "socket": f"/live/{room.id}?as=json",
        "keys": keys,
        "view": await _view(site, room),
    }
    return JSONResponse(document, 201, {"Location": f"/api/rooms/{room.id}"})


def _keys(table: Table) -> list[str | None]:
    """A fresh key for each seat that is nobody else's: no computer's, and not open to whoever comes."""
    return [
        new_key() if table.setup.is_person(who) and who not in table.open_seats else None for who in (0, 1)
    ]


async def show_room(request: Request) -> Response:
    """How a table stands."""
    site: Site = request.app.state.site
    return JSONResponse(await _view(site, await _room(request)))


async def take_seat(request: Request) -> Response:
    """Take an open seat, or go by another name in one's own: the key to it."""
    site: Site = request.app.state.site
    room, document = await _room(request), await _document(request)
    player, name = document.get("player"), document.get("name", "")
    if type(player) is not int or player not in (1, 2) or type(name) is not str:
        raise HTTPException(400, "A seat is taken by a player, 1 or 2, who may have a name.")
    known = visitor(request)
    key = new_key() if known is None else known.key
    await site.lobby.sit(room, player - 1, hash_key(key), name)
    return JSONResponse({"player": player, "key": key})


async def perform(request: Request) -> Response:
    """Carry out one command, or a list of them: an answer to each, as on the socket."""
    site: Site = request.app.state.site
    room = await _room(request)
    frame = read_frame(read_text(await request.body()), site.config.limits.body_bytes)
    count_commands(request, len(frame.parts))
    known = visitor(request)
    wanted = [part for part in frame.parts if not isinstance(part, Refused)]
    found = await site.lobby.perform(room, wanted, None if known is None else known.hash) if wanted else []
    documents = [await _answer(site, room, answer) for answer in _in_order(frame, found)]
    return _EscapedJSON(documents if frame.several else documents[0])


class _EscapedJSON(JSONResponse):
    """JSON in ASCII alone, as on the socket: an id comes back as it was sent, even half a character."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


def _in_order(frame: Frame, found: Sequence[Answer]) -> list[Answer]:
    """Answers to all parts of a frame, those that made no sense included."""
    rest = iter(found)
    return [part if isinstance(part, Refused) else next(rest) for part in frame.parts]


async def _answer(site: Site, room: Room, answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Refused):
        return {"type": "refused", "id": answer.id, "code": answer.code, "sentence": answer.sentence}
    document: dict[str, Any] = {"type": "done", "id": answer.id, "number": answer.number}
    if answer.question is None:
        return document
    return document | {"text": await words_of(site.lobby, room, answer.question)}


async def show_record(request: Request) -> Response:
    """The game that is played at a table, as a record."""
    site: Site = request.app.state.site
    room = await _room(request)
    await room.settled()
    number = room.journal.last_saved
    assert number is not None  # a table's games are kept from their beginning
    return PlainTextResponse(write(await asyncio.to_thread(site.store.record, number)))


async def analyze(request: Request) -> Response:
    """What a position and each move in it are worth, and why."""
    site: Site = request.app.state.site
    query = request.query_params
    place = read_place(query.get("spec", ""), {"moves": query.get("moves", "")}, site.config.limits)
    return JSONResponse(await site.solver.analysis(place.game.spec, place.moves))


# What several of them need


async def _room(request: Request) -> Room:
    site: Site = request.app.state.site
    return await site.lobby.room(request.path_params["id"])


async def _view(site: Site, room: Room) -> dict[str, Any]:
    await room.settled()
    return view_document(site.lobby.view(room))


async def _document(request: Request) -> dict[str, Any]:
    """The JSON object in the body of a request; HTTPException if it has none."""
    try:
        document = json.loads(await request.body())
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        document = None
    except ValueError:  # Python reads no longer ones
        raise HTTPException(400, "A number in the body has too many digits.") from None
    if not isinstance(document, dict):
        raise HTTPException(400, "The body must be an object in JSON.")
    return document


routes: list[BaseRoute] = [
    Route("/api", describe),
    Route("/api/games", list_games),
    Route("/api/rooms", open_room, methods=["POST"]),
    Route("/api/rooms/{id}", show_room),
    Route("/api/rooms/{id}/seats", take_seat, methods=["POST"]),
    Route("/api/rooms/{id}/commands", perform, methods=["POST"]),
    Route("/api/rooms/{id}/record", show_record),
    Route("/api/analysis", analyze),
]
