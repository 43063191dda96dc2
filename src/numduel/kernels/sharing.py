"""Sharing: work among threads, and memory among results."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import pairwise
from os import cpu_count, getpid
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Arrays = tuple[Array, ...]
Span = tuple[int, int]
AT_LEAST = 8_192  # games for each thread: fewer are done sooner by one
MOST_SETS = 4  # of arrays to keep at hand


class Workers:
    """Threads that each take a part of so many items; compiled code lets them run side by side.

    With `threads` not given there are as many as processors, or `most`, as long as each has at least so many
    items.
    """

    def __init__(self, items: int, threads: int | None, at_least: int = AT_LEAST, most: int = 64) -> None:
        wanted = threads or min(_processors(), most)
        count = min(wanted, max(1, items // (1 if threads else at_least)))
        self.spans: list[Span] = list(pairwise(items * part // count for part in range(count + 1)))
        self._pool = ThreadPoolExecutor(count - 1) if count > 1 else None
        self._process = getpid()
        self._made_for = (items, threads, at_least, most)

    def __reduce__(self) -> Any:
        return Workers, self._made_for  # a copy has threads of its own

    def run(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """What the function returns for each part, called with the arguments and the part's span."""
        if self._pool is None:
            return [function(*arguments, self.spans[0])]
        if self._process != getpid():  # threads do not come along into a process that was forked
            self._pool, self._process = ThreadPoolExecutor(len(self.spans) - 1), getpid()
        # The last part is done here: one thread less to wake up.
        begun = []
        try:
            for span in self.spans[:-1]:
                begun.append(self._pool.submit(partial(function, *arguments), span))
            last = function(*arguments, self.spans[-1])
            return [*(each.result() for each in begun), last]
        except BaseException:
            wait(begun)  # whoever interrupts this finds nobody still at work
            raise

    def close(self) -> None:
        """Let the threads go; whatever is still to do is done without them."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool, self.spans = None, [(0, self._made_for[0])]


def _processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        return cpu_count() or 1


class Buffers:
    """Arrays for results. Those that nobody holds any more are used again.

    Memory that is new to the process takes longer to get than results take to compute. Who was given an
    array may keep it as long as they like: it is not touched before they let go of it, and of every view.
    """

    def __init__(self, make: Callable[[], Arrays]) -> None:
        self._make = make
        self._sets: list[Arrays] = []

    def take(self) -> Arrays:
        """Arrays that nobody else holds."""
        for arrays in self._sets:
            if _holders(arrays) == _HELD_HERE_ALONE:
                return arrays
        arrays = self._make()
        if len(self._sets) < MOST_SETS:
            self._sets.append(arrays)
        return arrays


def _holders(arrays: Arrays) -> int:
    """How many hold the most sought-after of the arrays."""
    return max(map(getrefcount, arrays))


_HELD_HERE_ALONE = _holders(tuple(np.empty(1) for _ in range(2)))
