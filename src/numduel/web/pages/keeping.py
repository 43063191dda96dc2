"""Keeping: how long browsers may keep an answer that never changes, and how they ask whether it has."""

import hashlib

from starlette.requests import Request
from starlette.responses import Response


def kept_by_browsers(request: Request, response: Response, seconds: int) -> Response:
    """The response, marked so that a browser keeps it and later asks only whether it is still the same.

    It stays with whoever asked: pages renew a visitor's cookie.
    """
    mark = f'"{hashlib.sha256(bytes(response.body)).hexdigest()[:24]}"'
    headers = {"etag": mark, "cache-control": f"private, max-age={seconds}"}
    asked = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if mark in asked or "*" in asked:
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response
