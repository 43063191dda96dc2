"""Limits: how far a computation may go, and what it reports on the way."""

import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache

from ..core.errors import NumduelError

Progress = Callable[[int, int], None]  # called with how many positions are found, and how many expanded

BYTES_A_POSITION = 1_500  # generous: what a tall Operation Stack takes while plain Python explores it
DEFAULT_POSITIONS = 1_000_000  # in plain Python: about ten seconds
MIN_DEFAULT_POSITIONS = 10_000  # where hardly any memory is free
DEFAULT_THREADS = 2  # in retrograde analysis: each takes four bytes a position, and memory is the bottleneck


class LimitError(NumduelError, ValueError):
    """A limit that cannot be used, explained in one sentence."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """At most how many positions are explored, how many bytes they take, and how many threads share the work.

    What is None is worked out: a quarter of the memory that is free; as many positions as fit there, in plain
    Python no more than a million; two threads, if there are two processors.

    >>> Limits(positions=5_000)
    Limits(positions=5000, memory=None, threads=None)
    >>> Limits(threads=0)
    Traceback (most recent call last):
    ...
    numduel.engine.limits.LimitError: threads must be a whole number of at least 1, or None
    """

    positions: int | None = None
    memory: int | None = None
    threads: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and (type(value) is not int or value < 1):
                raise LimitError(f"{field.name} must be a whole number of at least 1, or None")

    @property
    def memory_to_use(self) -> int:
        """How many bytes tables may take."""
        return default_memory() if self.memory is None else self.memory

    @property
    def positions_in_python(self) -> int:
        """How many positions plain Python may explore."""
        if self.memory is None:
            return default_positions() if self.positions is None else self.positions
        fitting = max(1, self.memory // BYTES_A_POSITION)
        return min(fitting, DEFAULT_POSITIONS if self.positions is None else self.positions)


def default_positions() -> int:
    """How many positions plain Python explores where no limit is given: as many as fit, at most a million."""
    return max(MIN_DEFAULT_POSITIONS, min(DEFAULT_POSITIONS, default_memory() // BYTES_A_POSITION))


@cache
def default_memory() -> int:
    """A quarter of the bytes that were free when this was first asked."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES") // 4
    except (ValueError, OSError):  # not every system says
        return 1 << 28
