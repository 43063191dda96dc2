"""`/daily` and `/daily/DATE`: three puzzles a day, the same for everyone, by the date in UTC."""

import datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...learn.daily import read_date
from ..serving.security import visitor
from ..site import Site
from .daily_context import daily_context


async def show_today(request: Request) -> Response:
    """The puzzles of today."""
    site: Site = request.app.state.site
    return await _page(request, site.sittings.today)


async def show_day(request: Request) -> Response:
    """The puzzles of a date; NoSuchDay where there are none, or none yet."""
    site: Site = request.app.state.site
    named = request.path_params["date"]
    day = read_date(named, site.sittings.today)
    if named != day.isoformat():
        return RedirectResponse(f"/daily/{day}", 302)
    return await _page(request, day)


async def _page(request: Request, day: datetime.date) -> Response:
    site: Site = request.app.state.site
    known = visitor(request)
    progress = await site.sittings.progress(known.hash if known else None)
    context = daily_context(day, site.sittings.today, progress)
    return site.pages.page(request, "daily.html", **context)


routes: list[BaseRoute] = [Route("/daily", show_today), Route("/daily/{date}", show_day)]
