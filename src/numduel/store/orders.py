"""Orders: what several threads want written, served together."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any

from .base import Batch, StoreError, Written


class _Order:
    """Batches that one thread wants written, and what came of them."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        self.batches = batches
        self.written: list[Written] | None = None
        self.reason = "whoever was writing was interrupted"
        self.served = False

    def answer(self) -> list[Written]:
        """What came of it; StoreError, with the reason, if nothing did."""
        if self.written is None:
            raise StoreError(self.reason)
        return self.written


class Orders:
    """Lets threads that write at the same time share a commit.

    The first to get hold of `lock` writes what all of them have waiting; the others find it done.
    """

    def __init__(
        self, write: Callable[[Sequence[Batch]], list[Written]], lock: AbstractContextManager[Any]
    ) -> None:
        self._write = write
        self._lock = lock
        self._waiting: list[_Order] = []
        self._waiting_lock = Lock()

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        """Have batches written, together with whatever else waits: what came of each."""
        order = _Order(batches)
        with self._waiting_lock:
            self._waiting.append(order)
        with self._lock:
            if not order.served:
                self._serve()
        return order.answer()

    def _serve(self) -> None:
        with self._waiting_lock:
            orders, self._waiting = self._waiting, []
        try:
            written = iter(self._write([batch for order in orders for batch in order.batches]))
        except StoreError as error:
            for order in orders:
                order.reason = str(error)
        else:  # only now, when all of it is on the disk
            for order in orders:
                order.written = [next(written) for _ in order.batches]
        finally:
            for order in orders:
                order.served = True
