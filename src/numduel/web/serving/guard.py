"""Guard: what every request and every socket passes on its way in, and every answer on its way out."""

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..config import Config
from .errors import refuse
from .log import Log, route_of
from .security import (
    NEW_KEY,
    bearer_key,
    cookie_header,
    cookie_key,
    host_of,
    is_our_host,
    is_own_request,
    public_origin,
)

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types numduel; frame-ancestors "
)
_SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
_STOPPING = "The server is about to stop; please try again in a moment."
_PROGRESS = "/puzzles/import"  # which takes more than other addresses
_EMBEDDED = "/embed/"  # the only pages that others may show in a frame
_HEADERS = (
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)


class Guard:
    """ASGI middleware that refuses foreign hosts and origins and oversize bodies, and sets every header."""

    def __init__(self, app: ASGIApp, config: Config, log: Log) -> None:
        self._app = app
        self._config = config
        self._log = log
        self._secure = (public_origin(config) or "").startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] == "http":
            await self._serve_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if is_our_host(scope, host_of(headers), self._config) and is_own_request(headers, self._config):
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 1008})  # before it was accepted: status 403

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        known = None if bearer_key(headers) else cookie_key(headers)
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                self._add_headers(scope, known, MutableHeaders(raw=message.setdefault("headers", [])))
            await send(message)

        body = _LimitedBody(receive, self._most_bytes(scope))
        try:
            self._check(scope, headers)
            await self._app(scope, body.receive, send_with_headers)
        except HTTPException as refusal:
            await refuse(scope, receive, send_with_headers, refusal)
        except asyncio.CancelledError:  # the server stops, and waits no longer for what is under way
            if begun:
                raise
            await refuse(scope, receive, send_with_headers, HTTPException(503, _STOPPING))
        except Exception as error:  # ours, then: the page says so, and nothing of what is inside
            self._log.write_failure(error, route_of(scope))
            if begun:
                raise ConnectionAbortedError from None
            await refuse(scope, receive, send_with_headers, error)

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Raise HTTPException where a request is not served at all."""
        if not is_our_host(scope, host_of(headers), self._config):
            raise HTTPException(400, "This server does not go by the name in the address.")
        if scope["method"] not in _SAFE_METHODS and not is_own_request(headers, self._config):
            raise HTTPException(403, "This was not sent from a page of this server.")
        length = headers.get("content-length", "0")
        if len(length) > 15 or int(length) > self._most_bytes(scope):
            raise too_large(self._most_bytes(scope))

    def _most_bytes(self, scope: Scope) -> int:
        """How many bytes may be posted to an address."""
        limits = self._config.limits
        return limits.progress_bytes if scope["path"] == _PROGRESS else limits.body_bytes

    def _add_headers(self, scope: Scope, known: str | None, headers: MutableHeaders) -> None:
        for name, value in _HEADERS:
            headers.setdefault(name, value)
        embedded = scope["path"].startswith(_EMBEDDED)
        headers.setdefault("content-security-policy", _POLICY + ("*" if embedded else "'none'"))
        kept = headers.setdefault("cache-control", "no-store") != "no-store"
        page = headers.get("content-type", "").startswith("text/html")
        key = scope.get(NEW_KEY) or (known if page and not kept else None)
        if key is not None:  # renewed with every page that no cache keeps
            headers.append("set-cookie", cookie_header(key, self._secure))


class _LimitedBody:
    """The body of a request, of which nobody reads more than is allowed."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = self._most = most

    async def receive(self) -> Message:
        """The next part."""
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise too_large(self._most)
        return message


def too_large(most: int) -> HTTPException:
    """What is said about a body that is too large."""
    return HTTPException(413, f"What was sent is too large: at most {most} bytes are taken.")
