"""Commands: each is decided, made durable, applied, answered, and only then told to everyone else."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from ...core.errors import NumduelError
from ...core.integers import count
from ...match.decisions import Refused as NotCarriedOut
from ...match.events import (
    DRAW,
    HINT,
    VALUES,
    WHY,
    AskHint,
    AskValues,
    AskWarning,
    AskWhy,
    Command,
    Event,
    Leave,
    Offered,
    Play,
    RunOutOfTime,
    Say,
)
from ...match.events import Answer as AnswerOffer
from ...store.errors import StoreError
from .commits import Commits
from .rooms import Answer, Claim, Done, Here, Question, Refused, Request, Room

NOT_FROM_OUTSIDE = (Leave, RunOutOfTime, AskWarning)  # what only the server, or a coach, would say
_ASKED: dict[type[Any], str] = {AskHint: HINT, AskWhy: WHY, AskValues: VALUES}
NOT_KEPT, FAILED = "not-kept", "failed"

log = logging.getLogger("numduel.web.tables.commands")


class Commands:
    """Carries out requests at tables, one after the other at each of them."""

    def __init__(
        self,
        commits: Commits,
        *,
        plies: int,
        absent: Callable[[Room, str], int | Refused],
        told: Callable[[Room, list[Event]], None],
        rebuild: Callable[[Room], None],
    ) -> None:
        self._commits = commits
        self._plies = plies
        self._absent = absent  # the seat whose game somebody may claim
        self._told = told  # what is done with events that are durable
        self._rebuild = rebuild  # what is done with a table of which something was not kept
        self.closing = False

    def take(self, room: Room, request: Request) -> None:
        """Carry out a request, now or when what the table holds is durable."""
        if room.busy or room.waiting:
            room.waiting.append(request)
        else:
            self._carry_out(room, [request])

    def go_on(self, room: Room) -> None:
        """Let the table be seen, as its store has it, and carry out what has waited."""
        room.settle()
        if room.waiting:  # but first, those who wait to see it do
            asyncio.get_running_loop().call_soon(self._carry_out_waiting, room)

    def _carry_out_waiting(self, room: Room) -> None:
        requests = list(room.waiting)
        room.waiting.clear()
        self._carry_out(room, requests)

    def _carry_out(self, room: Room, requests: list[Request]) -> None:
        events: list[Event] = []
        for request in requests:
            self._decide(room, request, events)
        if not events:
            for request in requests:
                request.answer(request.answers)
            return
        room.busy = True
        self._commits.add(room.journal, lambda error: self._kept(room, requests, events, error))

    def _kept(
        self, room: Room, requests: list[Request], events: list[Event], error: StoreError | None
    ) -> None:
        """Answer, and tell what has happened; or start anew from what the store has."""
        if error is not None:
            for request in requests:
                _take_back(room, request, error)
                request.answer(request.answers)
            self._rebuild(room)
            return
        for request in requests:
            request.answer(request.answers)
        self.go_on(room)
        self._told(room, events)

    def _decide(self, room: Room, request: Request, events: list[Event]) -> None:
        by = request.by
        for name, wish in request.commands:
            known = None if by is None else room.answer_again(by, name)
            if known is not None:
                request.answers.append(known)
                continue
            answer = self._answer(room, request, name, wish, events)
            request.new.append(len(request.answers))
            request.answers.append(answer)
            if by is not None:
                room.remember(by, answer)

    def _answer(
        self, room: Room, request: Request, name: str, wish: Command | Claim | Here, events: list[Event]
    ) -> Answer:
        """What came of one command; nobody waits for an answer for ever, whatever a game's code does."""
        session = room.session
        try:
            command = self._allowed(room, request, wish)
            if command is None:
                return Done(name, session.number)
            question = _question(room, command)
            events += _carried_out(room, command, request.by)
            return Done(name, session.number, question)
        except NotCarriedOut as refusal:
            return Refused(name, refusal.code, refusal.sentence)
        except _NotAllowed as refusal:
            return Refused(name, *refusal.args)
        except Exception:  # the rules of another package's game may fail in any way they like
            log.exception("a command failed")
            sentence = f"The rules of {session.setup.game.title} have failed; nothing has happened."
            return Refused(name, FAILED, sentence)

    def _allowed(self, room: Room, request: Request, wish: Command | Claim | Here) -> Command | None:
        """The command that a wish stands for, if any; _NotAllowed if this visitor may not have it."""
        if request.trusted and not room.gone:
            assert not isinstance(wish, Claim | Here)
            return wish
        if isinstance(wish, Here):
            return None
        if room.gone:
            raise _NotAllowed("gone", "This table is no longer there; please look for it again.")
        if self.closing:
            raise _NotAllowed("restart", "The server is about to stop; please try again in a moment.")
        by = request.by
        if isinstance(wish, Claim):
            absent = self._absent(room, by or "")
            if isinstance(absent, Refused):
                raise _NotAllowed(absent.code, absent.sentence)
            return Leave(absent)
        self._check(room, by, wish)
        return wish

    def _check(self, room: Room, by: str | None, wish: Command) -> None:
        """Raise _NotAllowed where a command is not for whoever sends it, or not at this table."""
        if isinstance(wish, NOT_FROM_OUTSIDE):
            raise _NotAllowed("no-such-command", "Only the server itself says so.")
        if by is None or wish.seat not in (1, 2) or not room.owns(by, room.session.seats[wish.seat - 1]):
            raise _NotAllowed("not-your-seat", f"Seat {wish.seat} is not yours.")
        if isinstance(wish, AskValues) and room.keeps_answers:
            raise _NotAllowed("not-agreed", "What moves are worth is shown when the game is over.")
        if isinstance(wish, Play | Say) and room.session.round.position.ply >= self._plies:
            raise _NotAllowed("too-long", f"A game has at most {count(self._plies, 'move')} here.")


def _carried_out(room: Room, command: Command, by: str | None) -> list[Event]:
    """What a command comes to, held for the next commit.

    Whoever has both seats agrees with themselves; a draw is asked about, since it ends the game.
    """
    events = list(room.journal.submit(command, hold=True))
    for offer in [event for event in events if isinstance(event, Offered) and event.what != DRAW]:
        other = 3 - offer.seat
        if by is not None and room.owns(by, room.session.seats[other - 1]):
            events += room.journal.submit(AnswerOffer(other, offer.number, True), hold=True)
    return events


class _NotAllowed(NumduelError):
    """A wish that is refused before the session is asked: code and sentence."""


def _question(room: Room, command: Command) -> Question | None:
    """What is to be answered in words, where a command asks for a hint."""
    about = _ASKED.get(type(command))
    return None if about is None else Question(about, room.session.setup.game.spec, room.moves)


def _take_back(room: Room, request: Request, error: StoreError) -> None:
    """Answer everything that was decided now with what went wrong: none of it has happened."""
    for index in request.new:
        name = request.answers[index].id
        request.answers[index] = Refused(name, NOT_KEPT, f"That could not be kept: {error}.")
        if request.by is not None and name is not None:
            room.forget_answer(request.by, name)


def resolve(future: "asyncio.Future[list[Answer]]", answers: list[Answer]) -> None:
    """Hand answers to whoever waits for them, if anybody still does."""
    if not future.done():
        future.set_result(answers)
