"""Footprint: how many bytes positions take in plain Python, measured on samples as they are found.

States differ by a factor of thousands: a short tuple, or a stack of fifty thousand numbers.
"""

import sys
from collections.abc import Sequence
from enum import Enum

from ..core.hints import Any
from ..core.tall import TallStack

EVERY = 64  # how many positions are found between two that are measured
# Bytes of a position from which the next is measured sooner, in proportion: a few of them make a difference.
# To measure every one would take longer than to make them, until they are very large.
LARGE = 1 << 12
A_MOVE = 256  # bytes that are made as quickly as a move is tried
A_NUMBER = 8  # bytes of a tuple
MOST_PARTS = 64  # of a tuple or list that are looked at; the others are taken to be like them


class Footprint:
    """The bytes of keys, and of states that wait to be expanded; each is taken to be like the next sample."""

    next_sample = EVERY  # the number of the next position to measure; few at the start take nothing
    keys = 0  # bytes of all keys so far
    state = 0  # bytes of a state beside its key
    weight = 1  # for how many moves it counts to make a position: large ones take longer
    _measured = 0  # how many positions are counted in `keys`

    def measure(self, position: int, key: Any, state: Any) -> None:
        """Take in a position, and those found since the last sample."""
        seen: set[int] = set()
        key_size = size_of(key, seen)
        self.state = size_of(state, seen)
        self.weight = 1 + (key_size + self.state + A_NUMBER * (_height(key) + _height(state))) // A_MOVE
        self.keys += key_size * (position + 1 - self._measured)
        self._measured = position + 1
        gap = EVERY * LARGE // max(LARGE, key_size + self.state)
        self.next_sample = self._measured + max(1, gap) - 1


def size_of(thing: Any, seen: set[int]) -> int:
    """How many bytes a thing takes with all its parts, those left out that were seen; adds to what was seen.

    >>> size_of((1, 2), set()) == sys.getsizeof((1, 2)), size_of((2**70,), set()) > sys.getsizeof((1,))
    (True, True)
    """
    total, waiting = 0.0, [(thing, 1.0)]
    while waiting:
        one, times = waiting.pop()
        if (type(one) is int and -6 < one < 257) or one is None or id(one) in seen:
            continue  # Python has small numbers once
        seen.add(id(one))
        total += sys.getsizeof(one) * times
        if not isinstance(one, (int, str, bytes, float)):
            parts = _parts(one)
            some = parts[:: max(1, len(parts) // MOST_PARTS)]
            waiting += [(part, times * len(parts) / len(some)) for part in some]
    return int(total)


def _parts(thing: Any) -> Sequence[Any]:
    """What something is made of."""
    if isinstance(thing, (tuple, list)):
        return thing
    if isinstance(thing, TallStack):
        return (thing.top,)
    if isinstance(thing, (set, frozenset)):
        return list(thing)
    return [*thing, *thing.values()] if isinstance(thing, dict) else _fields(thing)


def _height(thing: Any) -> int:
    """How many numbers tall stacks have: what is below others share, but rules may look at all of them."""
    parts = thing if isinstance(thing, tuple) else (thing,)
    return sum(len(part) for part in parts[:MOST_PARTS] if isinstance(part, TallStack))


def _fields(thing: Any) -> list[Any]:
    """What an object holds by itself; what it shares with all of its kind is left out."""
    if isinstance(thing, (type, Enum)) or callable(thing):
        return []
    slots = [getattr(kind, "__slots__", ()) for kind in type(thing).__mro__]
    names = [name for some in slots for name in ((some,) if isinstance(some, str) else some)]
    held = [getattr(thing, name, None) for name in names if name not in ("__dict__", "__weakref__")]
    return [*held, *getattr(thing, "__dict__", {}).values()]
