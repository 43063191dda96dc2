"""Piles: tuples of which only the numbers on top are known, on which the rules of a game can be run.

Rules may look at the top, add to it and take from it. Where they look deeper, it is tried both ways whether
there is anything. Asking how many numbers there are is `Unclear`.
"""

from collections.abc import Iterator
from typing import Any

from .symbols import Unclear, Way


class Below:
    """What nobody has looked at, at the bottom of a pile: any number of numbers that `step` divides.

    Rules that unpack a pile and put it together again carry it along, and can do nothing else with it. It
    stands there `copies` times: rules that count it are caught by other copies.
    """

    def __init__(self, way: Way, step: int, copies: int) -> None:
        self.way, self.step, self.copies = way, step, copies

    def _unclear(self, *_: object) -> Any:
        raise Unclear("what lies deep in a pile")

    __eq__ = __hash__ = __bool__ = __str__ = __repr__ = __add__ = __radd__ = __mul__ = __rmul__ = _unclear
    __lt__ = __le__ = __gt__ = __ge__ = __len__ = __iter__ = __getitem__ = _unclear


class Pile:
    """A tuple with `known` on top, the topmost last, and `below` it what nobody has seen, or None."""

    def __init__(self, below: Below | None, known: tuple[Any, ...]) -> None:
        self.below, self.known = below, known

    def look(self, deep: int) -> None:
        """Find out on this way whether there are so many numbers, and leave those known."""
        while self.below is not None and len(self.known) < deep:
            if self.below.way.choose((True, False)):
                seen = [self.below.way.unknown() for _ in range(self.below.step)]
                self.known = (*seen, *self.known)
            else:
                self.below = None

    def __iter__(self) -> Iterator[Any]:
        if self.below is not None:
            yield from [self.below] * self.below.copies
        yield from self.known

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
                return Pile(self.below, self.known[:stop])
        raise Unclear("what lies deep in a pile")

    def __add__(self, other: Any) -> "Pile":
        return Pile(self.below, (*self.known, *other))

    def __bool__(self) -> bool:
        self.look(1)
        return bool(self.known)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            raise Unclear("whether a pile is equal to something else")
        self.look(len(other) + 1)
        return self.below is None and self.known == other

    def _unclear(self, *_: object) -> Any:
        raise Unclear("how many numbers a pile has, or what they look like")

    __len__ = __hash__ = __str__ = __repr__ = _unclear


def settled(state: Any) -> Any:
    """A state that the rules have made, in which tuples with something unseen at the bottom are piles."""
    if not isinstance(state, tuple):
        return state
    unseen = sum(isinstance(part, Below) for part in state)
    if not unseen:
        parts = [settled(part) for part in state]
        return type(state)(*parts) if hasattr(state, "_fields") else tuple(parts)
    below = state[0]
    whole = isinstance(below, Below) and unseen == below.copies
    if not whole or any(part is not below for part in state[:unseen]):
        raise Unclear("what lies deep in a pile, in another place")
    return Pile(below, state[unseen:])
