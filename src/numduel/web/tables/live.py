"""`/live/ID`: the socket of a table. Pages speak HTML, programs (`?as=json`) JSON."""

import asyncio
import contextlib
import time

from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.types import Receive, Scope, Send

from ...core.errors import NumduelError
from ...store.errors import NoSuchRoom
from ..config import Limit, WebLimits
from ..serving.security import visitor
from ..site import Site
from .audience import Listener, Reply
from .frames import Frame, read_frame, refuse_frame, write_answers, write_words
from .hints import words_of
from .lobby import Lobby
from .rooms import Answer, Done, Question, Refused, Room, Wish

TOO_MANY = 1008  # the code with which a socket is closed that goes on above its limit


class Meter:
    """Counts messages against a limit of so many in so many seconds."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._until = 0.0
        self._count = 0

    def count(self, messages: int) -> int:
        """Count messages; how many times the limit that makes, rounded down."""
        now = time.monotonic()
        if now >= self._until:
            self._until, self._count = now + self._limit.seconds, 0
        self._count += messages
        return (self._count - 1) // self._limit.most


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one socket; who it is and where it comes from was checked before."""
    site: Site = scope["app"].state.site
    await receive()  # that it wants to connect
    try:
        room = await _find(site, scope["path_params"]["id"])
    except NumduelError as error:
        await _deny(scope, send, error)
        return
    connection = HTTPConnection(scope)
    who = visitor(connection)
    json = connection.query_params.getlist("as") == ["json"]
    limits, lobby = site.config.limits, site.lobby
    listener = Listener(
        who.hash if who else None,
        json=json,
        most=limits.queue,
        fresh=lambda listener: lobby.whole_view(room, listener),
    )
    await send({"type": "websocket.accept"})
    limit = limits.program_messages if who is not None and who.program else None
    await _Socket(lobby, room, listener, limits, limit).serve(receive, send)


async def _find(site: Site, name: str) -> Room:
    lobby, limits = site.lobby, site.config.limits
    if site.stopping or lobby.closing or lobby.sockets >= limits.sockets:
        raise _Full("the server is full or about to stop; please try again in a moment")
    room = await lobby.room(name)
    if len(room.audience) >= limits.sockets_a_room:
        raise _Full("too many look at this table already")
    return room


class _Full(NumduelError):
    """No further socket is taken."""


async def _deny(scope: Scope, send: Send, error: NumduelError) -> None:
    """Refuse a socket, with a status where the server can say one."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1013})
        return
    status = 404 if isinstance(error, NoSuchRoom) else getattr(error, "status", 503)
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": str(error).encode()})


class _Socket:
    """An open socket: one task reads and asks, another sends what waits."""

    def __init__(
        self, lobby: Lobby, room: Room, listener: Listener, limits: WebLimits, limit: Limit | None
    ) -> None:
        self._lobby = lobby
        self._room = room
        self._listener = listener
        self._limits = limits
        self._program = limit is not None
        self._meter = Meter(limit or limits.spectator_messages)
        self._plays = False
        self._tasks: set[asyncio.Task[None]] = set()  # that reads, and those that work out hints

    async def serve(self, receive: Receive, send: Send) -> None:
        """Serve until either side closes it."""
        listener = self._listener
        task = asyncio.current_task()
        try:
            await self._lobby.join(self._room, listener)  # which fails where a game cannot be shown
            self._tasks.add(asyncio.get_running_loop().create_task(self._read(receive)))
            listener.sent_by(task)
            while (text := await listener.next()) is not None:
                await send({"type": "websocket.send", "text": text})
            if listener.code is not None:
                await send({"type": "websocket.close", "code": listener.code})
        except OSError:  # the other side has gone
            pass
        except asyncio.CancelledError:
            if listener.code is None or task is None:
                raise
            task.uncancel()  # dropped, since it does not read
        finally:
            self._lobby.leave(self._room, listener)
            for each in tuple(self._tasks):
                each.cancel()

    async def _read(self, receive: Receive) -> None:
        """Take in frames one after the other, until the other side is gone."""
        while self._listener.code is None:
            message = await receive()
            if message["type"] != "websocket.receive":
                break
            text = message.get("text")
            if text is None:
                frame = refuse_frame("binary", "A message is a text, not bytes.")
            else:
                frame = read_frame(text, self._limits.frame_bytes)
            await self._serve_frame(frame)
        self._listener.end(1000)

    async def _serve_frame(self, frame: Frame) -> None:
        over = self._meter_of().count(len(frame.parts))
        if over:
            sentence = "Too many messages; please wait a little."
            answers = [Refused(_id(part), "too-many", sentence) for part in frame.parts]
            self._answer(frame, list(answers))
            if over > 1:
                self._listener.end(TOO_MANY)
            return
        commands = [part for part in frame.parts if not isinstance(part, Refused)]
        if not commands:
            self._answer(frame, [])
            return
        by = self._listener.by
        await self._lobby.perform(self._room, commands, by, lambda answers: self._answer(frame, answers))
        if frame.view:
            self._listener.push(await self._lobby.whole_view(self._room, self._listener))

    def _meter_of(self) -> Meter:
        """What the messages are counted by: somebody who sits down may send more than before."""
        plays = bool(self._listener.contestants)
        if plays and not self._plays and not self._program:
            self._meter = Meter(self._limits.player_messages)
        self._plays = plays
        return self._meter

    def _answer(self, frame: Frame, answers: list[Answer]) -> None:
        """Send the answers to a frame, with those to what was wrong in it in their places."""
        found = iter(answers)
        if len(answers) != len(frame.parts):
            answers = [part if isinstance(part, Refused) else next(found) for part in frame.parts]
        self._listener.push(Reply(write_answers(answers, frame.several)))
        for answer in answers:
            if isinstance(answer, Done) and answer.question is not None:
                self._tell_words(answer.id, answer.question)

    def _tell_words(self, name: str, question: Question) -> None:
        task = asyncio.get_running_loop().create_task(self._work_out(name, question))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_out(self, name: str, question: Question) -> None:
        """Answer a question in words, to this socket alone."""
        text = await words_of(self._lobby, self._room, question)
        self._listener.push(Reply(write_words(name, text)))


def _id(part: "tuple[str, Wish] | Refused") -> str | None:
    return part.id if isinstance(part, Refused) else part[0]


class _Live:
    """The application behind the route; Starlette would wrap a function in more than is needed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(OSError):
            await live(scope, receive, send)


routes: list[BaseRoute] = [WebSocketRoute("/live/{id}", _Live(), name="live")]
