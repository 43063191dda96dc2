"""Garbage: collects what is no longer used when nobody waits for an answer.

Python looks through all of its memory now and then. With thousands of sockets that takes half a second, in
which nobody is answered; so here Python itself looks only through what is new, which takes a millisecond or
two, and the server says when everything is looked through.
"""

import asyncio
import gc
from collections.abc import Callable

TICK_SECONDS = 1.0
LONGEST_SECONDS = 600.0  # after which everything is looked through, quiet or not
NEW = 10_000  # so many new objects are looked through at once
NEVER = 2**31 - 1


class Garbage:
    """Looks through everything in quiet moments. `work` is a number that grows with whatever is done."""

    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._seen = work()
        self._collected = -1  # what `work` was when everything was looked through
        self._waited = 0.0

    async def run(self) -> None:
        """Collect until the server stops."""
        leave_what_is_old()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.look(TICK_SECONDS)

    def look(self, seconds: float) -> None:
        """Collect if this is a quiet moment; so many seconds have passed since it was asked last."""
        work = self._work()
        quiet, self._seen = work == self._seen, work
        self._waited += seconds
        if work == self._collected:
            return  # nothing has been done since
        if quiet or self._waited >= LONGEST_SECONDS:
            self._collected, self._waited = work, 0.0
            gc.collect()


def leave_what_is_old() -> None:
    """Have Python look through what is new, and not again through what was in use then."""
    gc.set_threshold(NEW, NEVER, NEVER)
