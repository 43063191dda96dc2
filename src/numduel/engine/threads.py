"""Threads that share work, and buffers that results share."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import pairwise
from os import cpu_count, getpid
from queue import Empty, SimpleQueue
from sys import getrefcount, is_finalizing
from threading import Lock, RLock, Thread
from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
Arrays = tuple[Array, ...]
Span = tuple[int, int]
MAX_THREADS = 64
MIN_ITEMS = 8_192  # for each thread: fewer are done sooner by one
MIN_LOOKED_UP = 100_000  # the same, where an item is hardly more than something to look up
MIN_SHOWN = 50_000  # the same, where it is also shown, and what came of it told
MAX_SETS = 4  # of arrays to keep at hand
# Threads that are done rest until somebody needs them, since to start one takes 0.2 ms: so many, for so many
# seconds; not for good, since a process that is forked should have no others.
MAX_RESTING, RESTING = 64, 1.0
_resting: "list[_Worker]" = []


class Workers:
    """Threads that each take a part of so many items; compiled code lets them run side by side.

    With `threads` not given there are as many as processors, as long as each has at least so many items; and
    never more than `most`.
    """

    def __init__(
        self, items: int, threads: int | None, at_least: int = MIN_ITEMS, most: int = MAX_THREADS
    ) -> None:
        wanted = min(threads or _processors(), most)
        count = min(wanted, max(1, items // (1 if threads else at_least)))
        self.spans: list[Span] = list(pairwise(items * part // count for part in range(count + 1)))
        self._threads: list[_Worker] = []
        self._process = 0  # the one in which there are threads
        self._made_for = (items, threads, at_least, most)

    def __reduce__(self) -> Any:
        return Workers, self._made_for  # a copy has threads of its own

    def run(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """What the function returns for each part, called with the arguments and the part's span."""
        if len(self.spans) == 1:
            return [function(*arguments, self.spans[0])]
        if self._process != getpid():  # threads do not come along into a forked process
            self._threads, self._process = [], getpid()
        while len(self._threads) < len(self.spans) - 1:
            self._threads.append(_rested_or_new())
        # The last part is done here: one thread less to wake up.
        jobs = [_Job(partial(function, *arguments, span)) for span in self.spans[:-1]]
        try:
            for thread, job in zip(self._threads, jobs, strict=True):
                thread.jobs.put(job)
            last = function(*arguments, self.spans[-1])
            return [*[job.result() for job in jobs], last]
        except BaseException:
            _cancel(jobs)
            raise

    def close(self) -> None:
        """Let the threads go; whatever is still to do is done without them."""
        self.spans = [(0, self._made_for[0])]
        while self._threads:
            thread = self._threads.pop()
            if self._process == getpid():
                thread.rest()

    def __del__(self, is_finalizing: Callable[[], bool] = is_finalizing) -> None:
        # While Python ends, its threads end with it, and what this module has imported is gone already.
        if getattr(self, "_threads", None) and not is_finalizing():
            self.close()


class _Job:
    """Something for a thread to do. Whoever waits for it may be interrupted at any moment, and cancel it.

    The standard library's pools are left locked for good by an interrupt at the wrong moment.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = [work]
        self._busy, self._done = RLock(), Lock()
        self._done.acquire()
        self._result: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Run it, unless it was cancelled."""
        if not self._busy.acquire(blocking=False):
            return
        try:
            self._result = self._work.pop()()
        except BaseException as error:  # it is raised where the result is asked for, if anywhere
            self._error = error
        self._busy.release()
        self._done.release()

    def result(self) -> Any:
        """What came of it, once it is done."""
        self._done.acquire()
        if self._error is not None:
            raise self._error
        return self._result

    def cancel(self) -> None:
        """See that nobody is at it, nor ever will be. Who is interrupted meanwhile has to ask again."""
        self._work.clear()
        self._busy.acquire()  # for good: nobody else needs it any more


def _cancel(jobs: list[_Job]) -> None:
    """Cancel jobs, whatever interrupts that; if something does, it is raised when all are cancelled."""
    interruption: KeyboardInterrupt | None = None
    while True:
        try:
            for job in jobs:
                job.cancel()
            break
        except KeyboardInterrupt as error:
            interruption = error
    if interruption is not None:
        raise interruption


class _Worker(Thread):
    """A thread that does one job after the other."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.jobs: SimpleQueue[_Job | None] = SimpleQueue()

    def run(self) -> None:
        """Run jobs as they come, until there is None, or nobody has needed a thread for a while."""
        while True:
            try:
                job = self.jobs.get(timeout=RESTING)
            except Empty:
                with suppress(ValueError):  # it does not rest, but waits for its next part
                    _resting.remove(self)
                    return
                continue
            if job is None:
                return
            job.run()
            del job

    def rest(self) -> None:
        """Wait for whoever needs a thread next; or end, if many wait already."""
        if len(_resting) < MAX_RESTING:
            _resting.append(self)
        else:
            self.jobs.put(None)


def _rested_or_new() -> _Worker:
    """A thread that has rested, or a new one."""
    with suppress(IndexError):
        return _resting.pop()
    thread = _Worker()
    thread.start()
    return thread


if hasattr(os, "register_at_fork"):  # where processes can be forked: none of these threads comes along
    os.register_at_fork(after_in_child=_resting.clear)


def _processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system says
        return cpu_count() or 1


class Buffers:
    """Arrays for results. Those that nobody holds any more are used again.

    Memory that is new to the process takes longer to get than results take to compute. Who was given an
    array may keep it as long as they like: it is not touched before they let go of it, and of every view.
    """

    def __init__(self, make: Callable[[], Arrays]) -> None:
        """Arrays are made together; one of them may be a view of another."""
        self._make = make
        # Of each set, how many references there are to its arrays where nobody else has any.
        self._sets: list[tuple[Arrays, list[int]]] = []

    def __getstate__(self) -> dict[str, Any]:
        return {"_make": self._make, "_sets": []}  # in a copy, views would be views no more

    def take(self) -> Arrays:
        """Arrays that nobody else holds."""
        for arrays, at_rest in self._sets:
            if list(map(getrefcount, arrays)) == at_rest:
                return arrays
        arrays = self._make()
        if len(self._sets) < MAX_SETS:
            self._sets.append((arrays, list(map(getrefcount, arrays))))
        return arrays
