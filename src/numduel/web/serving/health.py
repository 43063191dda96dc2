"""`/healthz`: the server runs. `/readyz`: it can serve, because games can be kept and answers worked out."""

import asyncio
import time

from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...store.errors import StoreError
from ..site import Site

FRESH_SECONDS = 2.0  # how long what was found holds: whoever asks all the time disturbs nobody
PATIENCE = 5.0  # seconds to wait for the store


async def healthz(request: Request) -> Response:
    """Say that the server runs."""
    return JSONResponse({"status": "ok"})


async def readyz(request: Request) -> Response:
    """Say whether the server can serve, and if not, what is missing."""
    site: Site = request.app.state.site
    missing = ["the server is stopping"] if site.stopping else await _missing(request.app.state)
    status = 503 if missing else 200
    return JSONResponse({"status": "not ready" if missing else "ok", "missing": missing}, status)


async def _missing(state: State) -> list[str]:
    """What is missing, looked at anew only where the last look is old."""
    looked, found = getattr(state, "look", (0.0, None))
    if found is None or time.monotonic() - looked > FRESH_SECONDS:
        found = asyncio.ensure_future(_look(state.site))  # whoever asks meanwhile waits for the same look
        state.look = time.monotonic(), found
    return list(await asyncio.shield(found))


async def _look(site: Site) -> list[str]:
    missing = []
    try:
        await asyncio.wait_for(asyncio.to_thread(site.store.check_writable), PATIENCE)
    except StoreError as error:
        missing.append(f"games cannot be kept: {error}")
    except TimeoutError:
        missing.append(f"games cannot be kept: the store has not answered for {PATIENCE:g} seconds")
    if not await site.solver.responds(PATIENCE):
        missing.append("nothing can be worked out")
    return missing


routes: list[BaseRoute] = [
    Route("/healthz", healthz, name="healthz"),
    Route("/readyz", readyz, name="readyz"),
]
