"""Presence: which contestants have a page open, and since when the others have none."""

import math


class Presence:
    """Counts the open sockets of each contestant."""

    __slots__ = ("_open", "_since")

    def __init__(self, now: float) -> None:
        self._open = [0, 0]
        self._since = [now, now]  # when the last socket was closed

    def come(self, contestant: int) -> None:
        """Note that a socket was opened."""
        self._open[contestant] += 1

    def go(self, contestant: int, now: float) -> None:
        """Note that a socket was closed."""
        self._open[contestant] -= 1
        if not self._open[contestant]:
            self._since[contestant] = now

    def expect(self, contestant: int, now: float) -> None:
        """Note that somebody has just sat down, whose page is about to open."""
        self._since[contestant] = now

    def is_here(self, contestant: int) -> bool:
        """Whether a contestant has a page open at this moment."""
        return self._open[contestant] > 0

    def is_away(self, contestant: int, now: float, after: float) -> bool:
        """Whether a contestant has had no page open for so many seconds."""
        return not self._open[contestant] and now - self._since[contestant] >= after

    def seconds_left(self, contestant: int, now: float, after: float) -> int:
        """In how many seconds a contestant will have been away for `after` seconds; 0 if that is past."""
        return max(0, math.ceil(self._since[contestant] + after - now))
