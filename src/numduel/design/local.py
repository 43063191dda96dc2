"""Local: a sweep on one machine, by a process for each core."""

import contextlib
import os
import signal
import time
from collections.abc import Generator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from ..engine.limits import Limits
from .pieces import Pieces, Span
from .plan import Plan
from .work import Done, work

BYTES_A_POSITION = 1_500  # generous: what a tall Operation Stack takes while plain Python explores it
BEFORE_PROCESSES = 1.0  # seconds of work here, before others are worth starting
AHEAD = 2  # pieces that a process has, so that it need not wait for the next


def processes_to_use(wanted: int | None, positions: int, limits: Limits | None = None) -> int:
    """How many processes share the work: one a core, and no more than memory has room for."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system says
        cores = os.cpu_count() or 1
    room = (limits or Limits()).memory_to_use // (positions * BYTES_A_POSITION)
    return max(1, min(wanted or cores, room))


def run_local(plan: Plan, pieces: Pieces, processes: int) -> Generator[Done]:
    """What is done, piece by piece, in no particular order."""
    began = time.monotonic()
    while pieces and (processes == 1 or time.monotonic() - began < BEFORE_PROCESSES):
        span = pieces.take()
        done = work(plan, *span)
        pieces.rest(span, done.stop)
        yield done
    if pieces:
        yield from _Crew(plan, pieces, processes).run()


class _Worker:
    """A process, and the pieces that it has."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")  # compiled code may have threads, which do not survive a fork
        self.connection, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_serve, args=(theirs, plan), daemon=True)
        self.process.start()
        theirs.close()
        self.has: list[Span] = []

    def give(self, span: Span) -> None:
        self.has.append(span)
        with contextlib.suppress(OSError):  # it is gone, as will be seen when it is listened to
            self.connection.send(span)

    def take(self) -> Done | None:
        """What it has done; None where it is gone."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(answer, BaseException):
            raise answer
        done: Done = answer
        return done

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


class _Crew:
    """The processes of a sweep; one that is lost is replaced, and what it had is given to another."""

    def __init__(self, plan: Plan, pieces: Pieces, processes: int) -> None:
        self._plan, self._pieces, self._processes = plan, pieces, processes
        self._workers: dict[Any, _Worker] = {}

    def run(self) -> Generator[Done]:
        self._pieces.share(self._processes)
        try:
            self._hand_out()
            while any(worker.has for worker in self._workers.values()):
                for connection in wait(list(self._workers)):
                    yield from self._listen(self._workers[connection])
                self._hand_out()
        finally:
            for worker in self._workers.values():
                worker.stop()

    def _hand_out(self) -> None:
        while self._pieces and len(self._workers) < self._processes:
            worker = _Worker(self._plan)
            self._workers[worker.connection] = worker
            worker.give(self._pieces.take())
        for _ in range(AHEAD):
            for worker in self._workers.values():
                if self._pieces and len(worker.has) < AHEAD:
                    worker.give(self._pieces.take())

    def _listen(self, worker: _Worker) -> Generator[Done]:
        done = worker.take()
        if done is None:
            del self._workers[worker.connection]
            worker.stop()
            for number, span in reversed(list(enumerate(worker.has))):
                # What it had not begun is not to blame.
                self._pieces.lost(span) if number == 0 else self._pieces.rest(span, span[0])
            return
        self._pieces.rest(worker.has.pop(0), done.stop)
        yield done


def _serve(connection: Connection, plan: Plan) -> None:
    """Work in a process of its own, until nobody listens any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it stops it
    with contextlib.suppress(EOFError, OSError):
        while True:
            span = connection.recv()
            try:
                answer: object = work(plan, *span)
            except Exception as error:
                answer = error
            connection.send(answer)
