"""One line of JSON on standard error for each request and each socket, with nothing personal in it.

An address is told by its route (`/g/{id}`), never as it was asked for: ids, specs, moves and records in
addresses, IP addresses, keys and names stay out.

A line that nobody takes (a pipe that is full and not read, a terminal stopped by Ctrl-S) is dropped, and
the next one tells how many were: else everybody would wait for it, and no signal would end the server.
"""

import json
import logging
import os
import select
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any, TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

Observe = Callable[[str, str, int, float], None]  # method, route, status, seconds


class Log:
    """Writes lines of JSON; without a file it writes nothing."""

    def __init__(self, file: TextIO | None) -> None:
        self._file = file
        self._dropped = 0  # lines since the last one that was taken

    def write(self, what: str, **values: Any) -> None:
        """Write one line."""
        if self._file is None:
            return
        line = {"time": _now(), "what": what, **values}
        if self._dropped:
            line["dropped"] = self._dropped
        try:
            if not _takes_a_line(self._file):
                self._dropped += 1
                return
            self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
            self._file.flush()
            self._dropped = 0
        except (OSError, ValueError):  # nobody reads any more: the games go on
            self._file = None

    def write_failure(self, error: BaseException, route: str) -> None:
        """Write where something went wrong inside, without what it was about."""
        frames = traceback.extract_tb(error.__traceback__)[-1:]
        place = "".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames)
        self.write("failure", route=route, error=type(error).__name__, at=place)
        if os.environ.get("NUMDUEL_DEBUG"):
            traceback.print_exception(error, file=sys.stderr)


def _takes_a_line(file: TextIO) -> bool:
    """Whether a line can be written without a wait; a pipe that is ready takes more than our longest one."""
    return bool(select.select([], [file], [], 0)[1])


def _now() -> str:
    seconds = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1000):03d}Z"


def route_of(scope: Scope) -> str:
    """The pattern of the address that was asked for; `-` where there is none."""
    return str(getattr(scope.get("route"), "path", "-") or "/")


class Logged:
    """ASGI middleware that writes a line, and counts, when a request has been answered or a socket closed."""

    def __init__(self, app: ASGIApp, log: Log, observe: Observe | None) -> None:
        self._app = app
        self._log = log
        self._observe = observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = _Answer(send, scope["type"])
        begun = time.perf_counter()
        try:
            await self._app(scope, receive, answer.send)
        finally:
            self._tell(scope, answer, time.perf_counter() - begun)

    def _tell(self, scope: Scope, answer: "_Answer", seconds: float) -> None:
        method = scope.get("method", "SOCKET")
        method = method if method in _METHODS else "OTHER"
        route, status = route_of(scope), answer.status
        if self._observe is not None:
            self._observe(method, route, status, seconds)
        self._log.write(
            "request",
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
            bytes=answer.bytes,
        )


_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "SOCKET"))


class _Answer:
    """What goes out, with its status and size seen on the way."""

    def __init__(self, send: Send, kind: str) -> None:
        self._send = send
        self.status = 500 if kind == "http" else 403
        self.bytes = 0
        self.send = self._send_http if kind == "http" else self._send_socket

    async def _send_http(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.bytes += len(message.get("body", b""))
        await self._send(message)

    async def _send_socket(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.http.response.start":
            self.status = message["status"]
        await self._send(message)


class ErrorLines(logging.Handler):
    """Turns what uvicorn and asyncio complain of into lines of the log."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write one complaint: of a failure only where it was, of the rest the words without values."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self._log.write_failure(error, "-")
        else:
            # What others say may be about anybody; our own words are chosen not to be.
            own = record.name.partition(".")[0] == "numduel"
            about = record.getMessage() if own else str(record.msg)
            self._log.write("warning", source=record.name, about=about.partition("\n")[0][:200])
