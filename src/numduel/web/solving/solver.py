"""Solver: exact answers for the web, from worker processes that may take only so long.

The server never waits for a computation. Each worker process has a pool of its own, so that a question goes
where its game was solved before, and one that crashes or takes too long takes nobody else with it.
"""

import asyncio
import json
import logging
import math
import time
from collections import Counter
from collections.abc import Coroutine, Hashable, Sequence
from typing import Any, NamedTuple

from ...learn.attempt import Reply
from ...learn.puzzle import Puzzle
from ..config import Config
from . import work
from .bounded import Bounded
from .knowledge import Unanswerable
from .workers import Crashed, NoneFree, TooSlow, Workers

__all__ = ["Busy", "Judged", "Solver", "Unanswerable"]

DOCUMENT_BYTES = 32_000_000  # of answers that the server keeps, whatever their number
SLOW_AGAIN = 60  # seconds after which what took too long is tried again
MOST_WAITING = 256  # questions
STOPPING = "The server is stopping."

log = logging.getLogger("numduel.web.solving.solver")


class Busy(Unanswerable):
    """Too much is asked at once, or the server is stopping; it may be asked again a little later."""

    status = 503


class _Kept(NamedTuple):
    """A reply that the server keeps, and until when."""

    reply: work.Reply
    until: float = math.inf


class Judged(NamedTuple):
    """What comes of an answer to a puzzle, and once it is solved, everything that was right."""

    reply: Reply
    right: tuple[str, ...]


class Solver:
    """Exact answers, worked out in other processes; whoever asks what is being worked out waits for the same.

    Moves are canonical texts from the first on. Every question may raise Unanswerable, with a sentence for
    people; Busy is one of them. `counts` says what became of all questions: asked, kept, joined, answered,
    refused, failed, slow, crashed, busy.
    """

    def __init__(self, config: Config) -> None:
        limits = config.limits
        self.counts: Counter[str] = Counter()
        self._seconds = limits.solve_seconds
        self._workers = Workers(
            config.workers,
            limits.solve_positions,
            limits.cached_positions,
            limits.solve_seconds,
            limits.solve_bytes,
        )
        self._kept = Bounded[Hashable, _Kept](DOCUMENT_BYTES, most=limits.cached_documents)
        self._asked: dict[Hashable, asyncio.Task[work.Reply]] = {}
        self._closed = False

    @property
    def alive(self) -> bool:
        """Whether questions are answered: processes that die are replaced, so until it is closed."""
        return not self._closed

    @property
    def asked(self) -> int:
        """How many questions are waiting or being worked out."""
        return len(self._asked)

    @property
    def kept(self) -> tuple[int, int]:
        """How many answers are kept, and how many bytes they have."""
        return len(self._kept), self._kept.weight

    async def analysis(self, spec: str, moves: Sequence[str] = ()) -> dict[str, Any]:
        """What a position and each move in it are worth, with reasons in words, and the best line."""
        return await self._document("analysis", spec, tuple(moves))

    async def verdict(self, spec: str) -> dict[str, Any]:
        """Who wins a game with best play, and in what share of its positions a choice matters."""
        return await self._document("verdict", spec)

    async def review(self, record: str) -> dict[str, Any]:
        """What each move of a record did, where the game turned, a lesson, and a chart in SVG."""
        return await self._document("review", record)

    async def picture(self, spec: str, moves: Sequence[str] = ()) -> str:
        """The positions around one as a picture, in SVG."""
        return str(await self._answer("picture", spec, tuple(moves), page=True))

    async def values(self, spec: str, moves: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
        """The value and the plies of each legal move, for the player who makes it."""
        found: dict[str, dict[str, Any]] = await self._answer("values", spec, tuple(moves))
        return found

    async def words(self, about: str, spec: str, moves: Sequence[str] = ()) -> str:
        """What somebody is told who asks for a hint, why the last move was made, or what moves are worth."""
        return str(await self._answer("words", about, spec, tuple(moves)))

    async def choose(self, spec: str, moves: Sequence[str], who: str, seed: int, game: int) -> str:
        """The move of a computer player; `game` counts the games of the match that are finished."""
        return str(await self._answer("choose", spec, tuple(moves), who, seed, game))

    async def accepts_draw(self, spec: str, moves: Sequence[str], who: str, seed: int, game: int) -> bool:
        """Whether a computer player takes the draw that the player to move offers."""
        return bool(await self._answer("accepts_draw", spec, tuple(moves), who, seed, game))

    async def puzzle_answer(self, puzzle: Puzzle, moves: Sequence[str], given: str) -> Judged:
        """What comes of an answer to a puzzle, as `learn.attempt.read_answer` spells it."""
        asked = puzzle.spec, puzzle.id, tuple(moves), given
        found = await self._document("puzzle_answer", *asked)
        return Judged(Reply.from_json(found["reply"]), tuple(found["right"]))

    async def puzzle_hint(self, puzzle: Puzzle, moves: Sequence[str]) -> str:
        """A word that helps with a puzzle, without the answer."""
        return str(await self._answer("puzzle_hint", puzzle.spec, puzzle.id, tuple(moves), page=True))

    async def puzzle_solution(self, puzzle: Puzzle, moves: Sequence[str]) -> tuple[str, ...]:
        """What would have been right, and why."""
        asked = puzzle.spec, puzzle.id, tuple(moves)
        return tuple(await self._answer("puzzle_solution", *asked, page=True))

    async def lesson(self, spec: str) -> dict[str, Any]:
        """The lesson of a game at its settings."""
        return await self._document("lesson", spec)

    async def lesson_answer(self, spec: str, step: int, text: str, moves: Sequence[str]) -> dict[str, Any]:
        """What comes of an answer to a step, from 0, where a game that is played has come to these moves."""
        return await self._document("lesson_answer", spec, step, text, tuple(moves))

    async def lesson_help(self, task: str, spec: str, step: int, moves: Sequence[str]) -> list[str]:
        """What helps with a step: by the task `lesson_hint` or `lesson_solution`."""
        found: list[str] = await self._answer(task, spec, step, tuple(moves), page=True)
        return found

    async def close(self) -> None:
        """Stop the worker processes; whoever still waits is told that there will be no answer."""
        self._closed = True
        for task in list(self._asked.values()):
            task.cancel()
        await self._workers.close()

    async def responds(self, seconds: float) -> bool:
        """Whether a worker process answers in time; while questions are worked out, one does."""
        return self.alive and (bool(self._asked) or await self._workers.respond(seconds))

    async def _document(self, task: str, *arguments: Any) -> dict[str, Any]:
        found: dict[str, Any] = await self._answer(task, *arguments, page=True)
        return found

    async def _answer(self, task: str, *arguments: Any, page: bool = False) -> Any:
        """The answer to a question, from what is kept, from who is asking the same, or worked out."""
        reply = await self._reply((task, *arguments), page)
        if not reply.done:
            raise Unanswerable(reply.text)
        return json.loads(reply.text)

    async def _reply(self, question: tuple[Any, ...], page: bool) -> work.Reply:
        self.counts["asked"] += 1
        kept = self._kept.get(question)
        if kept is not None and time.monotonic() < kept.until:
            self.counts["kept"] += 1
            return kept.reply
        asked = self._asked.get(question)
        if asked is None:
            if self._closed:
                raise Busy(STOPPING)
            if len(self._asked) >= MOST_WAITING:
                raise self._busy()
            asked = self._begin(question, self._work_out(question, page))
        else:
            self.counts["joined"] += 1
        try:
            return await asyncio.shield(asked)  # who goes away does not take it from others
        except asyncio.CancelledError:
            if asked.cancelled():
                raise Busy(STOPPING) from None
            raise

    def _begin(
        self, question: tuple[Any, ...], working: Coroutine[Any, Any, work.Reply]
    ) -> "asyncio.Task[work.Reply]":
        task = self._asked[question] = asyncio.get_running_loop().create_task(working)

        def ended(task: "asyncio.Task[work.Reply]") -> None:
            del self._asked[question]
            if not task.cancelled():
                task.exception()  # it is told to those who wait, if anybody still does

        task.add_done_callback(ended)
        return task

    async def _work_out(self, question: tuple[Any, ...], page: bool) -> work.Reply:
        """Have a question answered by a worker, and keep the answer."""
        task, *arguments = question
        seconds = self._seconds
        try:
            subject = str(arguments[0])
            reply = await self._workers.ask(subject, task, tuple(arguments), seconds=seconds, page=page)
        except NoneFree:
            raise self._busy() from None
        except TooSlow:
            self.counts["slow"] += 1
            return self._keep(question, work.Reply(False, _too_slow(seconds), False))
        except Crashed:
            self.counts["crashed"] += 1
            raise Unanswerable("The process that worked this out has died; please try again.") from None
        self._count(task, reply)
        return self._keep(question, reply)

    def _busy(self) -> Busy:
        self.counts["busy"] += 1
        return Busy("Too much is being worked out at once; please try again in a moment.")

    def _count(self, task: str, reply: work.Reply) -> None:
        self.counts["answered" if reply.done else "failed" if reply.failure else "refused"] += 1
        if reply.failure:
            log.error("%s failed\n%s", task, reply.failure)

    def _keep(self, question: tuple[Any, ...], reply: work.Reply) -> work.Reply:
        """The reply, which is kept: for a while only, where it might be another next time."""
        if question[0] not in ("choose", "accepts_draw"):  # nobody asks those again
            until = math.inf if reply.lasting else time.monotonic() + SLOW_AGAIN
            size = len(reply.text) + sum(len(str(part)) for part in question)
            self._kept.put(question, _Kept(reply, until), size)
        return reply


def _too_slow(seconds: float) -> str:
    return f"This takes longer than an answer may take here: {seconds:g} s."
