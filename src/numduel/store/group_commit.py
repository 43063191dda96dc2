"""GroupCommit: threads that write at the same time share a commit."""

from collections.abc import Callable, Sequence
from threading import Condition

from .base import Batch, Written
from .errors import StoreError


class _Request:
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


class GroupCommit:
    """Lets threads that write at the same time share a commit.

    Whoever finds nobody writing writes what all of them have waiting; the others wait until theirs is done.
    """

    def __init__(self, write: Callable[[Sequence[Batch]], list[Written]]) -> None:
        self._write = write
        self._waiting: list[_Request] = []
        self._writing = False
        self._turn = Condition()

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        """Have batches written, together with whatever else waits: what came of each."""
        request, requests, first = _Request(batches), list[_Request](), False
        try:
            with self._turn:
                self._waiting.append(request)
                self._turn.wait_for(lambda: request.served or not self._writing)
                if not request.served:
                    first = self._writing = True
                    requests, self._waiting = self._waiting, []
            if first:
                self._serve(requests)
        finally:  # however this ends, nobody waits for ever
            if first:
                self._release(requests)
        return request.answer()

    def _serve(self, requests: list[_Request]) -> None:
        try:
            written = iter(self._write([batch for request in requests for batch in request.batches]))
        except StoreError as error:
            for request in requests:
                request.reason = str(error)
        else:  # only now, when all of it is on the disk
            for request in requests:
                request.written = [next(written) for _ in request.batches]

    def _release(self, requests: list[_Request]) -> None:
        with self._turn:
            for request in requests:
                request.served = True
            self._writing = False
            self._turn.notify_all()
