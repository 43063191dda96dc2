"""Audience: the sockets that look at a table, each with a bounded queue of messages."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

SLOW = 1013  # the code with which a reader that does not read is dropped


class Reply(str):
    """A message that answers its reader, and is not passed over when the reader falls behind."""

    __slots__ = ()


_FRESH = ""  # stands for the whole view as it is when it is sent


class Listener:
    """One socket: whose it is, what it speaks, and what waits to be sent to it.

    A reader that falls behind is given one fresh view in place of all that waits, and dropped when it falls
    behind again without having caught up.
    """

    __slots__ = (
        "_fresh",
        "_most",
        "_task",
        "_waiting",
        "_wake",
        "behind",
        "by",
        "code",
        "contestants",
        "json",
    )

    def __init__(
        self, by: str | None, *, json: bool, most: int, fresh: Callable[["Listener"], Awaitable[str]]
    ) -> None:
        self.by = by  # the hash of their key
        self.json = json  # a program, which is told events; pages are told HTML
        self.contestants: tuple[int, ...] = ()  # who they play for
        self.code: int | None = None  # with which the socket is to be closed
        self.behind = False
        self._most = most
        self._fresh = fresh
        self._waiting: deque[str] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._task: asyncio.Task[object] | None = None

    def push(self, text: str) -> None:
        """Have a message sent."""
        if self.code is not None:
            return
        if len(self._waiting) >= self._most and not self._catch_up():
            self.drop()
            return
        self._waiting.append(text)
        self._rouse()

    def _catch_up(self) -> bool:
        """Put one fresh view in place of what waits; whether that helps."""
        replies = [each for each in self._waiting if isinstance(each, Reply)]
        if self.behind or len(replies) + 2 > self._most:
            return False
        self.behind = True
        self._waiting = deque([*replies, _FRESH])
        return True

    def drop(self) -> None:
        """End it at once, whatever waits: its reader does not read."""
        self.code = SLOW
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()  # it may be in the middle of sending

    def end(self, code: int, last: str | None = None) -> None:
        """Close the socket with a code, after everything that waits and a last message."""
        if self.code is None:
            if last is not None:
                self._waiting.append(last)
            self.code = code
            self._rouse()

    def _rouse(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self) -> str | None:
        """The next message; None when there will be no more. A page takes all that waits as one."""
        while not self._waiting:
            self.behind = False
            if self.code is not None:
                return None
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        if self.json or len(self._waiting) == 1 or _FRESH in self._waiting:
            return self._waiting.popleft() or await self._fresh(self)
        several, self._waiting = self._waiting, deque()
        return f"[{','.join(several)}]"

    def sent_by(self, task: "asyncio.Task[object] | None") -> None:
        """Know who sends, to be stopped where the reader does not read."""
        self._task = task


class Audience:
    """Everyone who looks at one table."""

    __slots__ = ("listeners",)

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()

    def __len__(self) -> int:
        return len(self.listeners)

    @property
    def has_pages(self) -> bool:
        """Whether somebody looks at a page."""
        return any(not listener.json for listener in self.listeners)

    def tell(self, json: Callable[[], str] | None, html: Callable[[], str] | None) -> None:
        """Send everyone the message in what they speak; each is made once, and only if somebody looks."""
        made: dict[bool, str] = {}
        for listener in tuple(self.listeners):
            make = json if listener.json else html
            if make is not None:
                if listener.json not in made:
                    made[listener.json] = make()
                listener.push(made[listener.json])

    def end(self, code: int, last: str) -> None:
        """Close every socket."""
        for listener in tuple(self.listeners):
            listener.end(code, last)
