"""Limits: how far a computation may go, and what it reports on the way."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from ..core.errors import NumduelError
from ..core.frozen import Frozen
from ..core.integers import show_integer

Progress = Callable[[int, int], None]  # called with how many positions are found, and how many expanded

DEFAULT_POSITIONS = 1_000_000  # in plain Python: about ten seconds
MOVES_A_POSITION = 16  # tried on average at most; more where positions are few
LEAST_BYTES = 16  # that a position takes, by whatever means
FEWEST_MOVES = 600_000  # that may be tried, however few positions are wanted: about a second
DEFAULT_THREADS = 2  # in retrograde analysis: each takes four bytes a position, and memory is the bottleneck


class LimitError(NumduelError, ValueError):
    """A limit that cannot be used, explained in one sentence."""


class Limits(Frozen, kw_only=True):
    """At most how many positions are explored, how many bytes they take, and how many threads share the work.

    What is None is worked out: a quarter of the memory that is free; as many positions as fit there, in plain
    Python no more than a million; two threads, if there are two processors. Where no number of positions is
    given, or more than memory can hold, a game that shows to be far too large is given up early; with
    `early`, whatever number is given.

    >>> Limits(positions=5_000)
    Limits(positions=5000, memory=None, threads=None, early=False)
    >>> Limits(threads=0)
    Traceback (most recent call last):
    ...
    numduel.engine.limits.LimitError: threads must be a whole number of at least 1, or None
    """

    positions: int | None = None
    memory: int | None = None
    threads: int | None = None
    early: bool = False

    def __post_init__(self) -> None:
        for name in ("positions", "memory", "threads"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise LimitError(f"{name} must be a whole number of at least 1, or None")

    @property
    def memory_to_use(self) -> int:
        """How many bytes tables may take."""
        return default_memory() if self.memory is None else self.memory

    @property
    def positions_in_python(self) -> int:
        """How many positions plain Python may explore, if they fit."""
        if self.positions is None:
            return DEFAULT_POSITIONS
        return min(DEFAULT_POSITIONS, self.positions) if self.gives_up_early else self.positions

    @property
    def gives_up_early(self) -> bool:
        """Whether a game that shows to be far too large is given up: nobody has said how far one must go."""
        return self.early or self.positions is None or self.positions > self.most_in_memory

    @property
    def most_in_memory(self) -> int:
        """A number of positions that memory cannot hold more of."""
        return self.memory_to_use // LEAST_BYTES


def moves_to_try(positions: int) -> int:
    """How many moves may be tried to explore so many positions."""
    return max(FEWEST_MOVES, MOVES_A_POSITION * positions)


def at_most(positions: int, moves: int) -> int:
    """So many positions; where each may have more than the usual number of moves, fewer, as soon explored.

    >>> at_most(1_000, 10), at_most(1_000, 160)
    (1000, 100)
    """
    return max(1, positions * MOVES_A_POSITION // max(MOVES_A_POSITION, moves))


@cache
def default_memory() -> int:
    """A quarter of the bytes that were free when this was first asked."""
    return max(1, free_memory() // 4)


def free_memory() -> int:
    """How many bytes this process may still take."""
    try:
        free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (ValueError, OSError):  # not every system says
        free = 1 << 30
    return min([free, *_left_to_this_process()])


def check_memory(needed: int, what: str) -> None:
    """Raise LimitError where `what` would take more bytes than are free."""
    free = free_memory()
    if needed > free:
        gigabytes = f"{needed / 1e9:,.1f}" if needed < 1 << 90 else show_integer(needed // 10**9)
        raise LimitError(f"{what} would take {gigabytes} GB of memory, and {free / 1e9:,.1f} are free")


def _left_to_this_process() -> list[int]:
    """How many bytes it may still take, where the system was told to bound that."""
    left: list[int] = []
    with suppress(ImportError, OSError, ValueError):  # not every system has such bounds
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            size, _, _, _, _, data, _ = (int(pages) * resource.getpagesize() for pages in file.read().split())
        for bound, used in ((resource.RLIMIT_AS, size), (resource.RLIMIT_DATA, data)):
            most = resource.getrlimit(bound)[0]
            left += [max(0, most - used)] if most != resource.RLIM_INFINITY else []
    return left
