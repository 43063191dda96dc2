"""Garbage: collects what is no longer used when nobody waits for an answer.

Python looks through all of its memory now and then. With thousands of sockets that takes half a second, in
which nobody is answered; so the server says itself when.
"""

import asyncio
import gc
from collections.abc import Callable

TICK_SECONDS = 1.0
LONGEST_SECONDS = 600.0  # after which everything is looked through, quiet or not


class Garbage:
    """Looks through what is new every second, and through everything in quiet moments.

    What is left is frozen: it is likely to stay, and is not looked at again before the next quiet moment.
    `work` is a number that grows with whatever the server does.
    """

    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._seen = work()
        self._collected = -1  # what `work` was when everything was looked through
        self._waited = 0.0

    async def run(self) -> None:
        """Collect until the server stops."""
        gc.disable()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.look(TICK_SECONDS)

    def look(self, seconds: float) -> None:
        """Collect; so many seconds have passed since it was asked last."""
        work = self._work()
        quiet, self._seen = work == self._seen, work
        self._waited += seconds
        if work == self._collected:
            return  # nothing has been done since
        if quiet or self._waited >= LONGEST_SECONDS:
            gc.unfreeze()
            self._collected, self._waited = work, 0.0
        gc.collect()
        gc.freeze()
