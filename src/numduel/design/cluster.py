"""Cluster: a sweep on many machines, by Dask."""

import asyncio
import math
import time
from collections.abc import Generator
from concurrent.futures import CancelledError
from typing import Any

from distributed import Client, Future, as_completed
from distributed.comm import get_address_host_port
from distributed.scheduler import KilledWorker

from ..core.errors import NumduelError
from ..core.text import quoted
from .pieces import Pieces, Span
from .plan import Plan
from .work import Done, WrongVersion, setup, work

PATIENCE = 15  # seconds for a cluster to answer, and for its first worker to come
AHEAD = 4  # pieces for each thread of the cluster: enough to keep it busy, few enough to keep in mind
BETWEEN_QUESTIONS = 1.0  # seconds
RETRIES = 3  # of a piece that fails


class ClusterError(NumduelError, RuntimeError):
    """A cluster that cannot be used, or that went away; explained in one sentence."""


def run_on_cluster(plan: Plan, pieces: Pieces, address: str) -> Generator[Done]:
    """What is done, piece by piece, in no particular order."""
    client = _connected(address)
    try:
        _check_workers(client, address, plan)
        yield from _Tasks(client, plan, pieces, address).run()
    except (OSError, TimeoutError, CancelledError, asyncio.CancelledError) as error:
        raise ClusterError(f"the cluster at {quoted(address)} went away ({type(error).__name__})") from None
    finally:
        client.close(timeout=2)


def _connected(address: str) -> Client:
    try:
        get_address_host_port(address)  # a client that was not made of a bad address cannot be closed cleanly
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError, KeyError, RuntimeError, ImportError):
        raise ClusterError(f"there is no cluster at {quoted(address)}") from None


def _check_workers(client: Client, address: str, plan: Plan) -> None:
    """See that there are workers, and that each of them would write the rows that this machine writes."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterError(f"the cluster at {quoted(address)} has no workers") from None
    try:
        found: dict[str, str] = client.run(setup, plan)
    except (ImportError, AttributeError):
        raise WrongVersion(f"a worker has no numduel, and this machine has {setup(plan)}") from None
    for worker, has in sorted(found.items()):
        if has != setup(plan):
            raise WrongVersion(f"the worker {worker} has {has}, and this machine has {setup(plan)}")


class _Tasks:
    """The pieces that the cluster has at the moment."""

    def __init__(self, client: Client, plan: Plan, pieces: Pieces, address: str) -> None:
        self._client, self._plan, self._pieces, self._address = client, plan, pieces, address
        self._has: dict[Any, Span] = {}  # by the keys of futures
        self._asked, self._known = -math.inf, 1

    def run(self) -> Generator[Done]:
        self._pieces.share(self._threads())
        completed = as_completed([], loop=self._client.loop)
        self._hand_out(completed)
        for future in completed:
            if future.status == "lost":  # with its worker, after it was done: the cluster does it once more
                completed.add(future)
                continue
            span = self._has.pop(future.key)
            done = self._result(future, span)
            if done is not None:
                self._pieces.rest(span, done.stop)
                yield done
            self._hand_out(completed)
        if self._has or self._pieces:
            raise ClusterError(f"the cluster at {quoted(self._address)} went away")

    def _threads(self) -> int:
        """How many threads the cluster has, asked now and then: to ask takes as long as a small task."""
        now = time.monotonic()
        if now - self._asked > BETWEEN_QUESTIONS:
            self._asked, self._known = now, max(1, sum(self._client.nthreads().values()))
        return self._known

    def _hand_out(self, completed: Any) -> None:
        room = AHEAD * self._threads()
        while self._pieces and len(self._has) < room:
            span = self._pieces.take()
            future = self._client.submit(
                work, self._plan, *span, setup(self._plan), pure=False, retries=RETRIES
            )
            self._has[future.key] = span
            completed.add(future)

    def _result(self, future: Future, span: Span) -> Done | None:
        """What has come of a piece; None where no worker has survived it."""
        if future.status == "cancelled":
            raise ClusterError(f"the cluster at {quoted(self._address)} went away")
        try:
            done: Done = future.result()
        except KilledWorker:
            self._pieces.lost(span)
            return None
        return done
