"""Reviews: where a game was decided and what each move did, of a game at a table or of a record.

A record that somebody brings along is shown and not kept. Whoever sits at this very machine may keep it in
the store that the terminal uses too; then it is listed there, and an unfinished one can be played on.
"""

import asyncio
import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...core.integers import count
from ...core.settings import SettingError
from ...core.text import NoText
from ...match.reading import parse
from ...match.record import Record, RecordError, write
from ...match.setup import Setup
from ..rendering.names import kept_names
from ..serving.errors import as_sentence
from ..serving.security import is_local, own_origin, visitor_or_new
from ..site import Site
from .places import check_settings, is_number
from .review_context import review_context
from .uploads import read_upload

if TYPE_CHECKING:
    from ..tables.rooms import Room

NOT_YET = (
    "This game is still being played. What its moves are worth is shown when it is over, unless both players "
    "agree on it when they sit down."
)
NOT_LOCAL = "Only somebody who sits at the machine on which numduel runs may do this."


async def show_game(request: Request) -> Response:
    """The review of a game at a table; while two people play it, only where they agreed on answers."""
    site: Site = request.app.state.site
    room, which, numbers = await _game_at(request, site)
    shown = len(numbers) - room.keeps_answers  # the games that may be looked at
    if "game" not in request.query_params:
        which = max(shown, 1)
    if which > shown:
        raise HTTPException(403, NOT_YET)
    record = await asyncio.to_thread(site.store.record, numbers[which - 1])
    here = f"/g/{room.id}"
    links = {
        "table": here,
        "export": f"{here}/record?game={which}",
        "share": f"{own_origin(request)}{here}/review?game={which}",
        "games": [(at, f"{here}/review?game={at}", at == which) for at in range(1, shown + 1)],
    }
    return await _shown(request, site, record, links, room.session.setup)


async def export_game(request: Request) -> Response:
    """A game at a table as a record, as far as it has come."""
    site: Site = request.app.state.site
    room, which, numbers = await _game_at(request, site)
    record = await asyncio.to_thread(site.store.record, numbers[which - 1])
    return _as_file(write(record), f"{record.game.name}-{room.id}-{which}.txt")


async def ask_for_record(request: Request) -> Response:
    """The page on which a record is pasted or uploaded; with `game`, one that this machine's store has."""
    site: Site = request.app.state.site
    if "game" in request.query_params:
        _check_local(request)
        number = _whole(request.query_params["game"])
        record = await asyncio.to_thread(site.store.record, number)
        return await _shown(request, site, record, {})
    return site.pages.page(request, "record.html", problem="", text="")


async def show_record(request: Request) -> Response:
    """The review of a record that somebody brings along; nothing of it is kept."""
    site: Site = request.app.state.site
    text = ""
    try:
        text = await _brought(request)
        record = parse(text)
        _check_size(site, record)
    except (NoText, RecordError, SettingError) as error:
        return site.pages.page(request, "record.html", status=400, problem=as_sentence(error), text=text)
    return await _shown(request, site, record, {"keep": is_local(request)})


async def import_record(request: Request) -> Response:
    """Keep a record in this machine's store; an unfinished game is played on at a table."""
    site: Site = request.app.state.site
    _check_local(request)
    record = parse(await _brought(request))
    _check_size(site, record)
    ((number, _),) = await asyncio.to_thread(site.store.add_records, [record])
    if record.result is None:
        room = await site.lobby.adopt(number, visitor_or_new(request).hash)
        return RedirectResponse(f"/g/{room.id}", 303)
    return RedirectResponse(f"/review?game={number}", 303)


async def _shown(
    request: Request, site: Site, record: Record, links: Mapping[str, object], setup: Setup | None = None
) -> Response:
    """The page of a review; `setup` is that of the table at which it was played."""
    names = kept_names(record.players, setup)
    document = await site.solver.review(write(dataclasses.replace(record, players=names)))
    return site.pages.page(request, "review.html", **review_context(record, names, document, links))


async def _game_at(request: Request, site: Site) -> "tuple[Room, int, list[int]]":
    """A table, which of its games is asked for (else the last), and the store's numbers of all of them."""
    room = await site.lobby.room(request.path_params["id"])
    await room.settled()
    assert room.journal.match is not None
    listed = await asyncio.to_thread(site.store.games_of_match, room.journal.match)
    asked = request.query_params.get("game")
    which = len(listed) if asked is None else _whole(asked)
    if not 1 <= which <= len(listed):
        raise HTTPException(404, f"There is no game {which} at this table.")
    return room, which, [number for number, _ in listed]


def _whole(text: str) -> int:
    if not is_number(text):
        raise HTTPException(404, "Games are numbered from 1.")
    return int(text)


def _check_local(request: Request) -> None:
    if not is_local(request):
        raise HTTPException(403, NOT_LOCAL)


def _check_size(site: Site, record: Record) -> None:
    most = site.config.limits.plies
    if len(record.moves) > most:
        raise RecordError(f"games of at most {count(most, 'move')} are reviewed here")
    check_settings(record.game, site.config.limits)


async def _brought(request: Request) -> str:
    """The text that was pasted, or that of the file that was sent."""
    async with request.form(max_files=1, max_fields=4) as form:
        return await _text_in(form)


async def _text_in(form: FormData) -> str:
    sent, pasted = form.get("file"), form.get("text", "")
    if isinstance(sent, UploadFile) and sent.filename:
        return read_upload(await sent.read())
    return pasted if isinstance(pasted, str) else ""


def _as_file(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


routes: list[BaseRoute] = [
    Route("/g/{id}/review", show_game),
    Route("/g/{id}/record", export_game),
    Route("/review", ask_for_record),
    Route("/review", show_record, methods=["POST"]),
    Route("/import", import_record, methods=["POST"]),
]
