"""`/g/ID/words`: what typed words mean at a table, before anything is done about them.

At the terminal an attempt that the rules forbid loses at once. A page asks here first, so that it can ask the
player once more; nothing changes by it.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...core.position import Position
from ...core.text import visible
from ...match.words import ForbiddenAttempt, LegalMove, Unfinished, rests, understand
from ..site import Site

LONGEST_LINE = 200  # characters
MOST_RESTS = 12  # ways to go on that are named


async def words(request: Request) -> Response:
    """What a line means to the player to move, as JSON."""
    site: Site = request.app.state.site
    room = await site.lobby.room(request.path_params["room"])
    await room.settled()
    line = request.query_params.get("line", "")[:LONGEST_LINE]
    return JSONResponse(meaning(room.session.round.position, line), headers={"cache-control": "no-store"})


def meaning(position: Position[Any, Any], line: str) -> dict[str, Any]:
    """What a line means: a `move`, the first words of one (`unfinished`), `forbidden`, or `nothing`.

    >>> import numduel
    >>> start = Position.start(numduel.load("operation-stack"))
    >>> meaning(start, "push 5")
    {'means': 'move', 'move': '5', 'seat': 1, 'ply': 0}
    >>> meaning(start, "operate")["sentence"]
    'The rules forbid “operate” here, and trying it loses the game. Say it all the same?'
    """
    game = position.game
    understood = understand(position, line)
    match understood:
        case LegalMove():
            move = game.write(understood.move)
            return {"means": "move", "move": move, "seat": position.player, "ply": position.ply}
        case Unfinished():
            on = rests(position, understood.words)[:MOST_RESTS]
            return {"means": "unfinished", "sentence": f"Go on with {', '.join(on)}."}
        case ForbiddenAttempt():
            said = visible(" ".join(understood.words), 40)
            asked = f"The rules forbid “{said}” here, and trying it loses the game. Say it all the same?"
            return {"means": "forbidden", "seat": position.player, "sentence": asked}
    told = game.voice().rejection(position.state, understood.before, understood.said)
    return {"means": "nothing", "sentence": " ".join(filter(None, told))}


routes: list[BaseRoute] = [Route("/g/{room}/words", words)]
