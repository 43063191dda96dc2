"""Connections that nobody can hold open by doing nothing: uvicorn's protocols, with deadlines and a bound.

uvicorn waits for ever for somebody who does not finish a request, or does not take an answer. Here everything
that is waited for has an end, and where too many wait, those who have waited longest make room.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from ..config import WebLimits
from .errors import bare_page

SWEEP_SECONDS = 0.5
CLOSING_SECONDS = 5.0  # to take the last of what was written, after the connection was closed
_TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"
)


class _Waiting:
    """Transports from which something is awaited, in the order in which their time runs out."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: dict[asyncio.Transport, float] = {}

    def __len__(self) -> int:
        return len(self._until)

    def add(self, transport: asyncio.Transport, now: float) -> None:
        """Wait for something from now on, unless it is waited for already."""
        self._until.setdefault(transport, now + self._seconds)

    def discard(self, transport: asyncio.Transport) -> None:
        """Stop waiting."""
        self._until.pop(transport, None)

    def end_late(self, now: float) -> None:
        """Cut off everyone whose time has run out."""
        late = []
        for transport, until in self._until.items():
            if until > now:
                break
            late.append(transport)
        for transport in late:
            self._cut(transport)

    def end_oldest(self) -> None:
        """Cut off who has waited longest, if anybody waits."""
        for transport in self._until:
            self._cut(transport)
            return

    def _cut(self, transport: asyncio.Transport) -> None:
        del self._until[transport]
        transport.abort()


class Watch:
    """Everything that the connections of one server wait for, and how many there may be."""

    def __init__(self, limits: WebLimits, most: int) -> None:
        self.limits = limits
        self.most = most  # connections at once
        self.heads = _Waiting(limits.request_seconds)
        self.bodies = _Waiting(limits.request_seconds)
        self.answers = _Waiting(limits.answer_seconds)
        self.closing = _Waiting(CLOSING_SECONDS)

    def forget(self, transport: asyncio.Transport) -> None:
        """Wait for nothing more from a connection."""
        for waiting in (self.heads, self.bodies, self.answers, self.closing):
            waiting.discard(transport)

    def sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cut off the late, now and from now on."""
        now = loop.time()
        for waiting in (self.heads, self.bodies, self.answers, self.closing):
            waiting.end_late(now)
        loop.call_later(SWEEP_SECONDS, self.sweep, loop)


class Page(HttpToolsProtocol):
    """A connection that asks for pages, one after the other, or becomes a socket."""

    def __init__(self, watch: Watch, **parts: Any) -> None:
        super().__init__(**parts)
        self._watch = watch
        self._head_bytes = 0  # that have come of the request that is being read
        self._found = 0  # of them, what the parser has made sense of
        self._in_head = True
        self._refused = False  # because the head is too large; what still comes of it is thrown away

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a new connection, or turn it away where there are too many."""
        super().connection_made(transport)
        watch = self._watch
        watch.heads.add(transport, self.loop.time())
        full = len(self.connections) > watch.most
        if full and len(watch.heads) == 1:  # nobody can be asked to make room
            transport.write(_TOO_MANY)
            transport.close()
        elif full or len(watch.heads) > watch.limits.half_open:
            watch.heads.end_oldest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._watch.forget(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self._refused:
            return
        if self._in_head:
            self._watch.heads.add(self.transport, self.loop.time())
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > self._watch.limits.head_bytes:
            self._refuse_head()

    def send_400_response(self, msg: str) -> None:
        """Say that a request makes no sense; or that its head is too large, where that is why."""
        if self._found > self._watch.limits.head_bytes:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def _refuse_head(self) -> None:
        """Say so, and close in a moment: at once, and the answer would be lost with what still comes."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self.transport.write(_head_too_large(self._watch.limits.head_bytes))
        self.transport.write_eof()
        self.pipeline.clear()  # what was asked before is not answered any more
        self.flow.resume_reading()
        self._watch.heads.discard(self.transport)
        self._watch.closing.add(self.transport, self.loop.time())

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Begin to answer a request; once nothing can be sent, what is sent goes nowhere, and fails not."""

        async def serve(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
            async def send_while_open(message: ASGISendEvent) -> None:
                if self._refused or self.transport.is_closing():
                    cycle.disconnected = True
                await send(message)

            await app(scope, receive, send_while_open)

        super()._start_asgi_task(cycle, serve)

    def on_url(self, url: bytes) -> None:
        """Read a part of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Read one header."""
        self._count(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        """Count what the parser has found of a head, which may have come in one piece with much else."""
        self._found += size
        if self._found > self._watch.limits.head_bytes:
            raise ValueError("the head of a request is too large")

    def on_message_begin(self) -> None:
        """Begin to read a request."""
        self._found = 0
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Begin to serve a request, of which perhaps the body is still to come."""
        self._in_head, self._head_bytes = False, 0
        self._watch.heads.discard(self.transport)
        self._watch.bodies.add(self.transport, self.loop.time())
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Know all of a request."""
        self._in_head = True
        self._watch.bodies.discard(self.transport)
        if self.cycle is not None and not self.cycle.response_complete:
            self._watch.answers.add(self.transport, self.loop.time())
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request; but one who does not take the answer is not waited for."""
        if not self.transport.is_closing() and not self.pipeline:
            self._watch.answers.discard(self.transport)
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing more was asked."""
        self._watch.closing.add(self.transport, self.loop.time())
        super().timeout_keep_alive_handler()

    def handle_websocket_upgrade(self) -> None:
        """Become a socket."""
        self._watch.forget(self.transport)
        super().handle_websocket_upgrade()


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that is gone when it is closed, even if its reader does not read."""

    def __init__(self, watch: Watch, **parts: Any) -> None:
        super().__init__(**parts)
        self._watch = watch

    async def run_asgi(self) -> None:
        """Serve the socket, and see that it ends."""
        await super().run_asgi()
        self._watch.closing.add(self.transport, self.loop.time())

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; ClientDisconnected where the socket is gone, closed or about to be."""
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            self.handshake_complete = True  # there is nobody to shake hands with any more
            raise ClientDisconnected
        await super().send(message)

    def send_receive_event_to_app(self) -> None:
        """Hand on a message; a text that is no UTF-8 ends the socket: a mistake of the other side's."""
        if self.curr_msg_data_type == "bytes" or self.close_sent or _is_utf8(b"".join(self.frames)):
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.conn.fail(CloseCode.INVALID_DATA)  # which says nothing where the other side has closed it by now
        self.handle_parser_exception()

    def shutdown(self) -> None:
        """Close the socket, unless it is closing already."""
        if self.transport.is_closing():
            self.close_sent = True
        super().shutdown()

    def keepalive_timeout(self) -> None:
        """Cut off a reader who does not answer."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the socket."""
        self._watch.forget(self.transport)
        super().connection_lost(exc)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _head_too_large(most: int) -> bytes:
    """The answer to a request whose head is too large; who asked, and for what, is not known."""
    sentence = f"An address, with everything that a browser sends along, may have at most {most:,} bytes."
    body = bare_page("This is too long", sentence).encode()
    head = (
        "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
        "content-type: text/html; charset=utf-8\r\ncontent-security-policy: default-src 'none'\r\n"
        f"x-content-type-options: nosniff\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def protocols(watch: Watch) -> tuple[Callable[..., Page], Callable[..., Socket]]:
    """What makes a protocol for each new connection, and for each that becomes a socket."""

    def page(**parts: Any) -> Page:
        return Page(watch, **parts)

    def socket(**parts: Any) -> Socket:
        return Socket(watch, **parts)

    return page, socket
