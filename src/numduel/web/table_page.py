"""The page of a table: a view in a frame that every visitor gets, with whom this one plays for."""

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import HTMLResponse

from .render import regions
from .site import Site
from .view import View


def table_page(request: Request, view: View, you: Collection[int]) -> HTMLResponse:
    """The page of a table for somebody who plays for the contestants `you`; nobody's for who looks on."""
    site: Site = request.app.state.site
    game = view.position.game
    move = game.vocabulary()[0]
    return site.pages.page(
        request,
        "table.html",
        headers={"cache-control": "no-store"},  # going back must not show an old board
        view=view,
        regions=regions(view),
        you=sorted(you),
        rules=game.voice().rules(),
        example=game.spellings(move)[0],
        address=str(request.url.replace(query="", fragment="")),
    )
