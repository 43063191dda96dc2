"""Workers: processes that each answer one question at a time, and are killed when one takes too long."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from pebble import ProcessExpired, ProcessPool

from ...core.errors import NumduelError
from . import work
from .bounded import Bounded
from .helpers import worker_context

BEGIN_SECONDS = 3.0  # in which a process that is ready takes up a question; one that was stopped does not
STARTING_SECONDS = 2.0  # in which a process has started
GRACE_SECONDS = 0.5  # beyond its time, in which a question that took too long is ended in order
REMEMBERED = 1_000  # subjects, by the worker that last had them


class NoneFree(NumduelError):
    """All processes were busy, for as long as anybody waits."""


class TooSlow(NumduelError):
    """The question took longer than it may; its process was killed, and there is a new one."""


class Crashed(NumduelError):
    """The process died of the question, or was killed by somebody else."""


class Workers:
    """So many processes. A question goes to the worker that last had its subject, if that one is free."""

    def __init__(
        self, number: int, positions: int, cached_positions: int, seconds: float, memory: int
    ) -> None:
        context = worker_context(work.__name__)
        self._workers = [
            _Worker(context, positions, cached_positions, seconds, memory) for _ in range(number)
        ]
        self._free = list(range(number))
        self._slots = asyncio.Semaphore(number)
        # Pages leave a worker to the tables, where people wait for each other.
        self._for_pages = asyncio.Semaphore(max(1, number - 1))
        self._last = Bounded[str, int](REMEMBERED)

    async def ask(
        self, subject: str, task: str, arguments: tuple[Any, ...], *, seconds: float, page: bool
    ) -> work.Reply:
        """What `work.answer` says to a question that a page asks, or a table.

        NoneFree after waiting for so many seconds, TooSlow after working on it for as long, Crashed if its
        process died.
        """
        async with self._slot(page, seconds):
            number = self._take(subject)
            try:
                return await self._workers[number].ask(task, arguments, seconds)
            finally:
                self._free.append(number)

    async def respond(self, seconds: float) -> bool:
        """Whether a process that has nothing else to do answers in time, or all of them are busy."""
        return not self._free or await self._workers[self._free[0]].responds(seconds)

    @contextlib.asynccontextmanager
    async def _slot(self, page: bool, seconds: float) -> AsyncIterator[None]:
        """A place among those who are answered."""
        async with contextlib.AsyncExitStack() as places:
            try:
                async with asyncio.timeout(seconds):
                    for gate in (self._for_pages, self._slots) if page else (self._slots,):
                        await places.enter_async_context(gate)
            except TimeoutError:
                raise NoneFree from None
            yield

    def _take(self, subject: str) -> int:
        """A free worker, which is busy from now on."""
        last = self._last.get(subject)
        number = last if last in self._free else self._free[0]
        self._free.remove(number)
        self._last.put(subject, number, weight=1)
        return number

    async def close(self) -> None:
        """End all processes, whatever they do."""
        await asyncio.gather(*(worker.close() for worker in self._workers))


class _Worker:
    """One process, and a new one in its place whenever it is gone or does not answer."""

    def __init__(self, context: Any, *limits: float) -> None:
        self._context, self._limits = context, limits
        self._ending: set[asyncio.Task[None]] = set()  # of processes that were replaced
        self._start()

    def _start(self) -> None:
        self._pool = ProcessPool(
            max_workers=1, initializer=work.begin, initargs=self._limits, context=self._context
        )
        self._ready = self._pool.schedule(_nothing)  # starts the process

    async def ask(self, task: str, arguments: tuple[Any, ...], seconds: float) -> work.Reply:
        until = time.monotonic() + seconds
        try:
            return await self._ask(task, arguments, until)
        except Crashed:
            return await self._ask(task, arguments, until)  # somebody may have killed or stopped it

    async def _ask(self, task: str, arguments: tuple[Any, ...], until: float) -> work.Reply:
        if not self._pool.active:  # a process that dies while it has nothing to do breaks its pool
            await self._replace()
        left = until - time.monotonic()
        if left <= 0:
            raise Crashed
        try:
            future = self._pool.schedule(work.answer, (task, arguments), timeout=left)
            answer = asyncio.wrap_future(future)
            if await self._is_answered(answer, future, left):
                return await answer
            begun = future.running()
        except TimeoutError:  # its process was killed in order
            raise TooSlow from None
        except (ProcessExpired, BrokenProcessPool, RuntimeError):
            raise Crashed from None
        answer.cancel()
        await self._replace()
        raise TooSlow if begun else Crashed

    async def _is_answered(
        self, answer: "asyncio.Future[work.Reply]", future: "Future[work.Reply]", left: float
    ) -> bool:
        """Whether a reply comes in time; it is not waited for where nobody takes up the question."""
        if self._ready.done():
            await asyncio.wait([answer], timeout=min(BEGIN_SECONDS, left))
            if not (future.running() or future.done()):
                return False
            left -= BEGIN_SECONDS
        await asyncio.wait([answer], timeout=max(0.0, left) + GRACE_SECONDS)
        return answer.done()

    async def responds(self, seconds: float) -> bool:
        """Whether the process, or a new one in its place, answers in time; else it is replaced."""
        try:
            if not self._pool.active:
                await self._replace()
            await asyncio.wait_for(asyncio.wrap_future(self._pool.schedule(_nothing)), seconds)
        except TimeoutError:
            await self._replace()
            return False
        except (OSError, ProcessExpired, BrokenProcessPool, RuntimeError):
            return False
        return True

    async def _replace(self) -> None:
        """Have a new process; the old one is ended meanwhile, which takes seconds if it was stopped."""
        ending = asyncio.get_running_loop().create_task(asyncio.to_thread(_end, self._pool))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        await asyncio.to_thread(self._start)

    async def close(self) -> None:
        """End the process; while it starts it would complain of what is gone, so it may do that first."""
        await asyncio.to_thread(wait, [self._ready], STARTING_SECONDS)
        await asyncio.gather(asyncio.to_thread(_end, self._pool), *self._ending)


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


def _nothing() -> None:
    """Do nothing: a process that can is ready."""
