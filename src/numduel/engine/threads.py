"""Threads that share work, and buffers that results share."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import pairwise
from os import cpu_count, getpid
from queue import SimpleQueue
from sys import getrefcount, is_finalizing
from threading import Lock, RLock, Thread
from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
Arrays = tuple[Array, ...]
Span = tuple[int, int]
Jobs = SimpleQueue["_Job | None"]
MAX_THREADS = 64
MIN_ITEMS = 8_192  # for each thread: fewer are done sooner by one
MIN_LOOKED_UP = 100_000  # the same, where an item is hardly more than something to look up
MIN_SHOWN = 50_000  # the same, where it is also shown, and what came of it told
MAX_SETS = 4  # of arrays to keep at hand
MAX_RESTING = 4  # queues of threads that rest until somebody needs as many: to start one takes 0.2 ms
_resting: dict[tuple[int, int], list[Jobs]] = {}  # by the process and how many threads wait there


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
        self._jobs: Jobs | None = None
        self._process = 0  # the one in which there are threads
        self._made_for = (items, threads, at_least, most)

    def __reduce__(self) -> Any:
        return Workers, self._made_for  # a copy has threads of its own

    def run(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """What the function returns for each part, called with the arguments and the part's span."""
        if len(self.spans) == 1:
            return [function(*arguments, self.spans[0])]
        if self._jobs is None or self._process != getpid():  # threads do not come along into a forked process
            self._jobs, self._process = _start(len(self.spans) - 1), getpid()
        # The last part is done here: one thread less to wake up.
        jobs = [_Job(partial(function, *arguments, span)) for span in self.spans[:-1]]
        try:
            for job in jobs:
                self._jobs.put(job)
            last = function(*arguments, self.spans[-1])
            return [*(job.result() for job in jobs), last]
        except BaseException:
            _cancel(jobs)
            raise

    def close(self) -> None:
        """Let the threads go; whatever is still to do is done without them."""
        jobs, threads = self._jobs, len(self.spans) - 1
        self._jobs, self.spans = None, [(0, self._made_for[0])]
        if jobs is not None and self._process == getpid():
            _rest(jobs, threads)

    def __del__(self, is_finalizing: Callable[[], bool] = is_finalizing) -> None:
        # While Python ends, its threads end with it, and what this module has imported is gone already.
        if getattr(self, "_jobs", None) is not None and not is_finalizing():
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


def _start(threads: int) -> Jobs:
    """Where to put jobs for so many threads, which have rested or are new; None lets one of them go."""
    with suppress(KeyError, IndexError):  # nobody rests, or another thread has just taken the last ones
        return _resting[getpid(), threads].pop()
    jobs: Jobs = SimpleQueue()
    for _ in range(threads):
        Thread(target=_run_jobs, args=(jobs,), daemon=True).start()
    return jobs


def _rest(jobs: Jobs, threads: int) -> None:
    """Let so many threads, which have nothing to do, rest for whoever needs them next; or end, if many do."""
    resting = _resting.setdefault((getpid(), threads), [])
    if len(resting) < MAX_RESTING:
        resting.append(jobs)
        return
    for _ in range(threads):
        jobs.put(None)


def _run_jobs(jobs: Jobs) -> None:
    while (job := jobs.get()) is not None:
        job.run()
        del job


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
