"""The worker processes of the web where whatever starts them breaks."""

import asyncio
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, repeat
from typing import Any

import pytest
from pebble import ProcessPool

from numduel.web.config import Config
from numduel.web.solving.solver import Solver, Unanswerable
from numduel.web.solving.workers import CannotStart

REFUSED = OSError("it is refused")


def break_starts(monkeypatch: pytest.MonkeyPatch, *broken: bool, then: bool = False) -> None:
    """Say of each try to start a process or to ask it whether it breaks, and `then` of all later ones."""
    tries = chain(broken, repeat(then))
    start = ProcessPool.schedule

    def schedule(self: ProcessPool, *asked: Any, **named: Any) -> Any:
        if next(tries):
            raise BrokenProcessPool from REFUSED
        return start(self, *asked, **named)

    monkeypatch.setattr(ProcessPool, "schedule", schedule)


def test_a_worker_that_does_not_start_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> Any:
        solver = Solver(Config(workers=1))
        try:
            return await solver.verdict("operation-duel")
        finally:
            await solver.close()

    break_starts(monkeypatch, True, True)
    assert asyncio.run(ask())["winner"] == 2


def test_workers_that_never_start_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    break_starts(monkeypatch, False, then=True)
    with pytest.raises(CannotStart, match=r"^a process that works out answers cannot be started: it is refu"):
        Solver(Config(workers=2))


def test_a_worker_that_cannot_be_replaced_leaves_a_question_without_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask() -> None:
        solver = Solver(Config(workers=1))
        try:
            await solver.verdict("operation-duel")
            break_starts(monkeypatch, then=True)
            monkeypatch.setattr(ProcessPool, "active", False)
            with pytest.raises(Unanswerable, match="has died; please try again"):
                await solver.verdict("operation-duel:target=31")
            assert not await solver.responds(1)
            monkeypatch.undo()
            assert await solver.verdict("operation-duel:target=31")
        finally:
            await solver.close()

    asyncio.run(ask())
