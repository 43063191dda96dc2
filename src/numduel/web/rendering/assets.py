"""Assets: style sheet, scripts and icon, read once and sent small; browsers keep them.

A page asks for a file under an address that changes with its contents, which may be kept for good. Modules
import each other by their plain names: browsers ask for those again, and learn in a few bytes that they have
them.
"""

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

STATIC = Path(__file__).parents[1] / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"


class Asset(NamedTuple):
    """A file as it is sent."""

    plain: bytes
    packed: bytes
    kind: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """Every file by its name."""
    found = {}
    for file in sorted(STATIC.iterdir()):
        if file.suffix in TYPES:
            plain = file.read_bytes()
            digest = hashlib.sha256(plain).hexdigest()[:12]
            found[file.name] = Asset(plain, gzip.compress(plain, mtime=0), TYPES[file.suffix], digest)
    return found


def static_address(name: str) -> str:
    """The address of a file for pages; it changes with what is in it."""
    return f"/static/{name}?{assets()[name].digest}"


async def send_asset(request: Request) -> Response:
    """Send a file, packed where the browser can unpack it; only word that it is the same where it is."""
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    headers = {
        "cache-control": FOR_GOOD if request.url.query == asset.digest else "no-cache",
        "etag": f'"{asset.digest}"',
        "vary": "accept-encoding",
    }
    if asset.digest in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = asset.plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"], body = "gzip", asset.packed
    return Response(body, headers=headers, media_type=asset.kind)


routes: list[BaseRoute] = [Route("/static/{name}", send_asset)]
