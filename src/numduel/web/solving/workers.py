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
STARTING_TRIES = 3  # whatever starts processes may have been killed, and is started anew
PAUSE_SECONDS = 0.1  # before another try, so that it is seen to be gone
GRACE_SECONDS = 0.5  # beyond its time, in which a question that took too long is ended in order
REMEMBERED = 1_000  # subjects, by the worker that last had them


class NoneFree(NumduelError):
    """All processes were busy, for as long as anybody waits."""


class TooSlow(NumduelError):
    """The question took longer than it may; its process was killed, and there is a new one."""


class Crashed(NumduelError):
    """The process died of the question, or was killed by somebody else."""


class CannotStart(Crashed):
    """No process could be started, explained in one sentence."""


class Workers:
    """So many processes. A question goes to the worker that last had its subject, if that one is free.

    CannotStart if not all of them could be started.
    """

    def __init__(
        self, number: int, positions: int, cached_positions: int, seconds: float, memory: int
    ) -> None:
        self._workers = _start_all(number, positions, cached_positions, seconds, memory)
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

    def __init__(self, *limits: float) -> None:
        self._limits = limits
        self._ending: set[asyncio.Task[None]] = set()  # of processes that were replaced
        self._start()

    def _start(self) -> None:
        """Start a process, in a few tries; CannotStart if none of them succeeds."""
        for tries in range(STARTING_TRIES):
            if tries:
                time.sleep(PAUSE_SECONDS)
            try:
                self._pool, self._ready = _start_pool(self._limits)
                return
            except (OSError, BrokenProcessPool, RuntimeError) as error:
                why = str(error.__cause__ or error) or "it ended at once"
        raise CannotStart(f"a process that works out answers cannot be started: {why}")

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
            return await self._responds(seconds)
        except (OSError, Crashed, ProcessExpired, BrokenProcessPool, RuntimeError):
            return False

    async def _responds(self, seconds: float) -> bool:
        if not self._pool.active:
            await self._replace()
        try:
            await asyncio.wait_for(asyncio.wrap_future(self._pool.schedule(_nothing)), seconds)
        except TimeoutError:
            await self._replace()
            return False
        return True

    async def _replace(self) -> None:
        """Have a new process, or CannotStart; the old one ends meanwhile, in seconds if it was stopped."""
        ending = asyncio.get_running_loop().create_task(asyncio.to_thread(_end, self._pool))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        await asyncio.to_thread(self._start)

    async def close(self) -> None:
        """End the process, and those that were replaced."""
        await asyncio.gather(asyncio.to_thread(self.end), *self._ending)

    def end(self) -> None:
        """End the process; while it starts it would complain of what is gone, so it may do that first."""
        wait([self._ready], STARTING_SECONDS)
        _end(self._pool)


def _start_all(number: int, *limits: float) -> list[_Worker]:
    """So many workers; CannotStart, and those that have been started are ended, if one cannot be."""
    workers: list[_Worker] = []
    try:
        while len(workers) < number:
            workers.append(_Worker(*limits))
    except CannotStart:
        for worker in workers:
            worker.end()
        raise
    return workers


def _start_pool(limits: tuple[float, ...]) -> tuple[ProcessPool, "Future[None]"]:
    """A pool of one process, and what is done as soon as that is ready."""
    context = worker_context(work.__name__)
    pool = ProcessPool(max_workers=1, initializer=work.begin, initargs=limits, context=context)
    try:
        return pool, pool.schedule(_nothing)  # starts the process
    except BaseException:
        _end(pool)
        raise


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


def _nothing() -> None:
    """Do nothing: a process that can is ready."""
