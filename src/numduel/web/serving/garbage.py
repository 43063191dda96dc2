"""Garbage: collects what is no longer used in small steps, and everything when nobody waits for an answer.

Python looks through all of its memory now and then. With thousands of sockets that takes half a second, in
which nobody is answered. Looking only through what is new helps little where Python decides when: it counts
what is made less what is freed, and a table that is renewed with every move counts for nothing, so that a
minute may be new, and a tenth of a second is gone. So while there is work what is new is looked through many
times a second, a millisecond or two each, and everything in quiet moments.
"""

import asyncio
import gc
from collections.abc import Callable

STEP_SECONDS = 0.05  # from one look to the next while there is work
QUIET_SECONDS = 1.0  # without any work: nobody waits
LONGEST_SECONDS = 600.0  # after which everything is looked through, quiet or not
NEW = 10_000  # so many new objects are looked through at once, whenever they are made
NEVER = 2**31 - 1


class Garbage:
    """Looks through what is new after work, and everything in quiet moments.

    `work` is a number that grows with whatever is done.
    """

    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._seen = work()  # what it was when it was asked last
        self._collected = self._seen  # what it was when everything was looked through
        self._quiet = self._waited = (
            0.0  # seconds since there was work, and since everything was looked through
        )

    async def run(self) -> None:
        """Collect until the server stops."""
        leave_what_is_old()
        while True:
            seconds = STEP_SECONDS if self._quiet < QUIET_SECONDS else QUIET_SECONDS
            await asyncio.sleep(seconds)
            self.look(seconds)

    def look(self, seconds: float) -> None:
        """Collect what is due; so many seconds have passed since it was asked last."""
        work = self._work()
        self._quiet = self._quiet + seconds if work == self._seen else 0.0
        self._seen = work
        self._waited += seconds
        if work == self._collected:
            return  # nothing has been done since
        if self._quiet >= QUIET_SECONDS or self._waited >= LONGEST_SECONDS:
            self._collected, self._waited = work, 0.0
            gc.collect()
        elif not self._quiet:
            gc.collect(0)


def leave_what_is_old() -> None:
    """Have Python look through what is new, and not again through what was in use then."""
    gc.set_threshold(NEW, NEVER, NEVER)
