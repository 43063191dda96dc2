"""The application: every address of the site, behind one guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from .api import addresses as api
from .pages import analysis, daily, home, lessons, puzzle, puzzles, review, table, words
from .rendering import assets
from .serving import health
from .serving.errors import HANDLERS
from .serving.guard import Guard
from .serving.log import Log, Logged, Observe
from .site import Site
from .tables import live

LEAST_PACKED = 1_000  # bytes of an answer, from which on packing it saves a packet


def routes() -> list[BaseRoute]:
    """Every address."""
    first = (puzzle,)  # what it embeds is no game
    pages = (analysis, daily, home, lessons, puzzles, review, table, words)
    modules = (*first, *pages, api, assets, health, live)
    return [route for module in modules for route in module.routes]


def make_app(site: Site, log: Log | None = None, observe: Observe | None = None) -> Starlette:
    """The application around the parts of a site; `observe` is told of every answer."""
    log = Log(None) if log is None else log
    app = Starlette(
        routes=routes(),
        middleware=[
            Middleware(Logged, log=log, observe=observe),
            Middleware(Guard, config=site.config, log=log),
            Middleware(GZipMiddleware, minimum_size=LEAST_PACKED, compresslevel=5),
        ],
        exception_handlers=HANDLERS,
        lifespan=_lifespan,
    )
    app.state.site = site
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Close what the site has open when the server ends."""
    site: Site = app.state.site
    try:
        yield
    finally:
        await close_tables(site)
        await site.solver.close()
        site.store.close()


async def close_tables(site: Site) -> None:
    """Take nobody new, and tell everyone at the tables to come back later; once."""
    if not site.stopping:
        site.stopping = True
        await site.lobby.close()
