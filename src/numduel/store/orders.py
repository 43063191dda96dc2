"""Orders: what several threads want written, served together."""

from collections.abc import Callable, Sequence
from threading import Condition

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

    Whoever finds nobody writing writes what all of them have waiting; the others wait until theirs is done.
    """

    def __init__(self, write: Callable[[Sequence[Batch]], list[Written]]) -> None:
        self._write = write
        self._waiting: list[_Order] = []
        self._writing = False
        self._turn = Condition()

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        """Have batches written, together with whatever else waits: what came of each."""
        order, orders, first = _Order(batches), list[_Order](), False
        try:
            with self._turn:
                self._waiting.append(order)
                self._turn.wait_for(lambda: order.served or not self._writing)
                if not order.served:
                    first = self._writing = True
                    orders, self._waiting = self._waiting, []
            if first:
                self._serve(orders)
        finally:  # however this ends, nobody waits for ever
            if first:
                self._let_go(orders)
        return order.answer()

    def _serve(self, orders: list[_Order]) -> None:
        try:
            written = iter(self._write([batch for order in orders for batch in order.batches]))
        except StoreError as error:
            for order in orders:
                order.reason = str(error)
        else:  # only now, when all of it is on the disk
            for order in orders:
                order.written = [next(written) for _ in order.batches]

    def _let_go(self, orders: list[_Order]) -> None:
        with self._turn:
            for order in orders:
                order.served = True
            self._writing = False
            self._turn.notify_all()
