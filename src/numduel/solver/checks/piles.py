"""Piles: tuples of which only the numbers on top are known, on which the rules of a game can be run.

Rules may slice the top off a pile and add to it. Where they look deeper than is known, it is tried both ways
whether there is anything. Whatever depends on all of the numbers, or on how many there are, is `Unclear`.
"""

from collections.abc import Iterator
from typing import Any

from .symbols import Unclear, Way

DEEPEST = 200  # numbers from the top that rules may look at


class Pile:
    """A tuple with `known` on top, the topmost last, and below it any whole numbers.

    How many lie below is not known but that `step` divides it; where `step` is None there are none.
    """

    def __init__(self, way: Way, step: int | None, known: tuple[Any, ...]) -> None:
        self._way, self.step, self.known = way, step, known

    def look(self, deep: int) -> None:
        """Find out on this way whether there are so many numbers, and know those there are."""
        if deep > DEEPEST:
            raise Unclear("what lies deep in a pile")
        while self.step is not None and len(self.known) < deep:
            if self._way.choose((True, False)):
                self.known = (*(self._way.unknown() for _ in range(self.step)), *self.known)
            else:
                self.step = None

    def _with(self, known: tuple[Any, ...]) -> "Pile":
        return Pile(self._way, self.step, known)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, int) and at < 0:
            self.look(-at)
            return self.known[at]
        if isinstance(at, slice) and at.step is None:
            start, stop = at.start, at.stop
            if stop is None and start is not None and start < 0:
                self.look(-start)
                return self.known[start:]
            if start is None and stop is not None and stop < 0:
                self.look(-stop)
                return self._with(self.known[:stop])
        return self._whole()[at]

    def __add__(self, other: Any) -> "Pile":
        return self._with((*self.known, *other))

    def __bool__(self) -> bool:
        self.look(1)
        return bool(self.known)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            raise Unclear("whether a pile is equal to something else")
        self.look(len(other) + 1)
        return self.step is None and self.known == other

    def __len__(self) -> int:
        return len(self._whole())

    def __contains__(self, number: object) -> bool:
        return number in self._whole()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._whole())

    def _whole(self) -> tuple[Any, ...]:
        """All of it, where nothing lies below."""
        if self.step is not None:
            raise Unclear("what lies deep in a pile, or how many numbers there are")
        return self.known

    def _unclear(self, *_: object) -> Any:
        raise Unclear("what a pile looks like")

    __hash__ = __str__ = __repr__ = __lt__ = __le__ = __gt__ = __ge__ = __radd__ = __mul__ = _unclear
