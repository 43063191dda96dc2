"""Computers at the tables: they move when it is their turn, and answer what they are offered.

With the option `auto` a person's only move is made for them as well. What takes long is worked out in other
processes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from ...core.errors import NumduelError
from ...core.verdict import Value, Verdict
from ...match.events import DRAW, Answer, Command, NextGame, Offered, Play
from ...match.setup import COMPUTER_TURN_LIMIT
from .rooms import Room

log = logging.getLogger("numduel.web.tables.computers")

PACE = 1.0  # seconds between the moves of two computers, so that people can follow
PAUSE = 0.4  # before a computer moves against somebody who watches a page
_RETRIES = (1.0, 2.0, 4.0, 8.0, 16.0)  # seconds to wait where no move could be worked out


class Solver(Protocol):
    """Whoever works out exact answers and the moves of computers. Each may raise a NumduelError."""

    async def values(self, spec: str, moves: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
        """The value and the plies of each legal move."""

    async def words(self, about: str, spec: str, moves: Sequence[str] = ()) -> str:
        """What somebody is told who asks for a hint, why the last move was made, or what moves are worth."""

    async def choose(self, spec: str, moves: Sequence[str], who: str, seed: int, game: int) -> str:
        """The move of a computer; `game` counts the games of the match that are finished."""

    async def accepts_draw(self, spec: str, moves: Sequence[str], who: str, seed: int, game: int) -> bool:
        """Whether a computer takes the draw that the player to move offers."""


class Computers:
    """Lets computers act at tables; `act` carries out what they decide."""

    def __init__(
        self,
        solver: Solver,
        act: Callable[[Room, Command], Awaitable[bool]],
        show_values: Callable[[Room], None],
    ) -> None:
        self._solver = solver
        self._act = act
        self._show_values = show_values
        self.closing = False

    def consider(self, room: Room) -> None:
        """Let computers do what is theirs at a table that has changed, or that somebody looks at now."""
        if room.task is None and not self.closing and (_due(room) or _values_due(room)):
            room.task = asyncio.get_running_loop().create_task(self._go_on(room))
            room.task.add_done_callback(lambda task: _ended(room, task))

    async def _go_on(self, room: Room) -> None:
        failures = 0
        while not (self.closing or room.gone):
            try:
                await room.settled()
                if _values_due(room):
                    await self._work_out_values(room)
                elif not _due(room) or not await self._step(room):
                    return
                failures = 0
            except NumduelError as error:
                log.warning("a computer cannot move: %s", type(error).__name__)
                if failures == len(_RETRIES):
                    return
                await asyncio.sleep(_RETRIES[failures])
                failures += 1

    async def _step(self, room: Room) -> bool:
        """Do the next thing; whether there was one."""
        number = room.session.number
        command = await self._next(room)
        if command is None:
            return False
        await asyncio.sleep(_pause(room, command))
        await room.settled()
        if room.session.number != number:
            return True  # somebody was faster: look again
        return await self._act(room, command) or room.session.number != number

    async def _next(self, room: Room) -> Command | None:
        session = room.session
        for offer in session.offers.values():
            if not session.is_person(3 - offer.seat):
                return await self._answer(room, offer)
        seat = session.to_move
        if seat is None:
            return NextGame(1) if session.setup.only_computers and not session.finished else None
        position, game = session.round.position, session.setup.game
        if session.is_person(seat):
            return Play(seat, game.write(position.moves[0]), position.ply)
        move = await self._solver.choose(game.spec, room.moves, *_who(room, seat))
        return Play(seat, move, position.ply)

    async def _answer(self, room: Room, offer: Offered) -> Answer:
        """What a computer says to an offer: no to some draws, yes to everything else."""
        seat, session = 3 - offer.seat, room.session
        if offer.what != DRAW:
            return Answer(seat, offer.number, True)
        if seat == session.to_move:  # it may find something better, so it first makes its move
            return Answer(seat, offer.number, False)
        spec = session.setup.game.spec
        yes = await self._solver.accepts_draw(spec, room.moves, *_who(room, seat))
        return Answer(seat, offer.number, yes)

    async def _work_out_values(self, room: Room) -> None:
        number, spec = room.session.number, room.session.setup.game.spec
        try:
            found = await self._solver.values(spec, room.moves)
        except NumduelError:
            found = {}  # too large to be solved: the game goes on without
        values = {move: Verdict(Value(each["value"]), each["plies"]) for move, each in found.items()}
        await room.settled()
        if room.session.number == number:
            room.values, room.values_at = tuple(values.items()) or None, number
            if values:
                self._show_values(room)


def _who(room: Room, seat: int) -> tuple[str, int, int]:
    """A computer's name, the seed, and how many games were played: what its choices depend on."""
    session = room.session
    return session.setup.players[session.seats[seat - 1]], session.setup.seed, session.game - 1


def _due(room: Room) -> bool:
    """Whether something is to be done without asking. Computers alone play only while somebody looks."""
    session = room.session
    if session.setup.only_computers:
        return len(room.audience) > 0 and (session.under_way or not session.finished)
    if any(not session.is_person(3 - offer.seat) for offer in session.offers.values()):
        return True
    seat = session.to_move
    if seat is None:
        return False
    return not session.is_person(seat) or (room.options.auto and _is_forced(room))


def _is_forced(room: Room) -> bool:
    position = room.session.round.position
    return position.ply < COMPUTER_TURN_LIMIT and len(position.moves) == 1


def _values_due(room: Room) -> bool:
    """Whether everyone may see what each move is worth, and does not yet."""
    session = room.session
    allowed = session.round.result is not None or (room.options.answers == "always" and session.under_way)
    if not allowed or room.values_at == session.number or not len(room.audience):
        return False
    return bool(session.round.position.moves)


def _pause(room: Room, command: Command) -> float:
    if not isinstance(command, Play | NextGame):
        return 0.0
    if room.session.setup.only_computers:
        return PACE
    watched = any(not listener.json for listener in room.audience.listeners)
    return PAUSE if watched and not room.session.is_person(command.seat) else 0.0


def _ended(room: Room, task: "asyncio.Task[None]") -> None:
    room.task = None
    if not task.cancelled() and task.exception() is not None:
        log.error("what computers do failed", exc_info=task.exception())
