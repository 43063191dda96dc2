"""Bounded: what was asked for last, as much of it as may be kept."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Bounded(Generic[K, V]):
    """A mapping that forgets what was not asked for the longest, once its values weigh too much.

    >>> kept = Bounded[str, int](most_weight=10)
    >>> kept.put("one", 1, weight=6)
    >>> kept.put("other", 2, weight=6)
    >>> kept.get("one"), kept.get("other"), kept.weight
    (None, 2, 6)
    """

    def __init__(self, most_weight: int, most: int | None = None) -> None:
        self.most_weight, self.most = most_weight, most
        self.weight = 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """What is kept under a key, or None."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def put(self, key: K, value: V, weight: int) -> None:
        """Keep a value, unless it alone weighs too much."""
        self.drop(key)
        if weight > self.most_weight:
            return
        self._values[key] = value, weight
        self.weight += weight
        while self.weight > self.most_weight or (self.most is not None and len(self) > self.most):
            self.drop(next(iter(self._values)))

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()
        self.weight = 0

    def drop(self, key: K) -> None:
        """Forget a value, if it is kept."""
        _, weight = self._values.pop(key, (None, 0))
        self.weight -= weight
