"""Commits: what the tables hold becomes durable in one thread, for many tables at a time."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ...store.base import Store
from ...store.errors import LOCKED, StoreError
from ...store.journal import Journal, commit_all
from ...store.rooms import RoomKey, RoomRow

log = logging.getLogger("numduel.web.tables.commits")
LEAST_SECONDS = 0.004  # from one commit to the next: a commit costs more than the moves in it
STOPPING = "the server is about to stop"
PATIENCE = 10.0  # seconds that whatever waits for its turn waits at most, while the store is locked
Then = Callable[[StoreError | None], None]  # what is done on the loop when it is known what came of it
P = ParamSpec("P")
R = TypeVar("R")


class _Held(NamedTuple):
    """Something to be made durable: what a journal holds, or a new table with its keys."""

    what: Journal | tuple[RoomRow, Sequence[RoomKey]]
    then: Then


class Commits:
    """Makes things durable in the order they come; what comes while one commit runs, the next one takes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.count = 0  # commits that were made
        self._thread = ThreadPoolExecutor(1, "commits")
        self._waiting: list[_Held] = []
        self._running = self._closed = False
        self._begun = 0.0  # when the last commit began
        self._idle: list[asyncio.Future[None]] = []
        self._locked = ""  # what the last call was told, where another program had the store

    def add(self, journal: Journal, then: Then) -> None:
        """Make durable what a journal holds. Nobody may touch the journal before `then` is called."""
        self._add(_Held(journal, then))

    async def add_room(self, row: RoomRow, keys: Sequence[RoomKey]) -> None:
        """Keep a new table; StoreError if that fails."""
        kept: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self._add(_Held((row, keys), lambda error: _resolve(kept, error)))
        error = await kept
        if error is not None:
            raise error

    async def call(self, function: Callable[P, R], *values: P.args, **named: P.kwargs) -> R:
        """What a function that uses the store returns; it waits its turn in the thread."""
        if self._closed:
            raise StoreError(STOPPING)
        loop, work = asyncio.get_running_loop(), partial(function, *values, **named)
        return await loop.run_in_executor(self._thread, self._in_turn, time.monotonic(), work)

    def _in_turn(self, asked: float, work: Callable[[], R]) -> R:
        """What some work returns, in the thread.

        Each call waits for a store that is locked, and those behind it would wait for all before them. So
        whoever has waited for long, and comes after one that has found it locked, is told so at once.
        """
        if self._locked and time.monotonic() - asked > PATIENCE:
            raise StoreError(self._locked)
        self._locked = ""
        try:
            return work()
        except StoreError as error:
            if LOCKED in str(error):
                self._locked = str(error)
            raise

    async def settled(self) -> None:
        """Wait until nothing is to be made durable."""
        if self._running:
            idle: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._idle.append(idle)
            await idle

    def close(self) -> None:
        """Take nothing more; what runs is finished."""
        self._closed = True
        self._thread.shutdown()

    def _add(self, held: _Held) -> None:
        if self._closed:
            held.then(StoreError(STOPPING))
            return
        self._waiting.append(held)
        if not self._running:
            self._running = True
            self._run_soon()

    def _run_soon(self) -> None:
        """Begin a commit, at once if the last one began a while ago; whatever else comes until then joins."""
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, self._begun + LEAST_SECONDS - loop.time()), self._run)

    def _run(self) -> None:
        self._begun = asyncio.get_running_loop().time()
        batch, self._waiting = self._waiting, []
        running = asyncio.get_running_loop().run_in_executor(self._thread, _commit, self.store, batch)
        running.add_done_callback(partial(self._ran, batch))

    def _ran(self, batch: list[_Held], ran: "asyncio.Future[list[StoreError | None]]") -> None:
        self.count += 1
        if self._waiting:
            self._run_soon()
        else:
            self._running = False
        for held, error in zip(batch, ran.result(), strict=True):
            try:
                held.then(error)
            except Exception:  # one table's mishap is not another's
                log.exception("what follows a commit failed")
        if not self._running:
            idle, self._idle = self._idle, []
            for each in idle:
                _resolve(each, None)


def _commit(store: Store, batch: list[_Held]) -> list[StoreError | None]:
    """Make everything durable; what went wrong with each."""
    journals = [held.what for held in batch if isinstance(held.what, Journal)]
    rooms = [held.what for held in batch if not isinstance(held.what, Journal)]
    of_journals = iter(_attempt(partial(commit_all, journals), len(journals)))
    of_rooms = iter(_attempt(partial(store.rooms.add, rooms), len(rooms)))
    return [next(of_journals if isinstance(held.what, Journal) else of_rooms) for held in batch]


def _attempt(write: Callable[[], list[StoreError | None]], count: int) -> list[StoreError | None]:
    """What went wrong with each of so many things; where nothing could be written, the same with all."""
    if not count:
        return []
    try:
        return write()
    except StoreError as error:
        return [error] * count
    except Exception as error:  # whatever it was, nobody may wait for ever, and nothing was confirmed
        log.exception("a commit failed")
        return [StoreError(f"the store failed: {type(error).__name__}")] * count


def _resolve(future: "asyncio.Future[Any]", value: Any) -> None:
    if not future.done():  # whoever waited may have gone
        future.set_result(value)
