"""Lobby: the tables of a server, those in memory and those that only the store has."""

import asyncio
import dataclasses
import time
from collections.abc import Callable, Sequence

from ...match.events import Command, Event, NextGame
from ...match.session import Session
from ...match.setup import Setup
from ...store.base import Store
from ...store.errors import StoreError
from ...store.journal import Journal
from ...store.rooms import RoomRow
from ...store.rows import now as moment
from ..config import Config
from ..view import View
from .audience import Listener
from .commands import Commands, resolve
from .commits import Commits
from .computers import Computers, Solver
from .memory import Memory
from .renewal import Renewal
from .rooms import Answer, Options, Refused, Request, Room, Wish
from .seating import Seating, keys_of, new_room_id
from .views import absent_seat, document_message, events_message, html_message, make_view

LAST_SECONDS = 2.0  # for sockets to take their last message
RESTART = 1012  # the code with which sockets are closed that should come back
COME_BACK = '{"type":"bye","code":"restart","sentence":"The server restarts; come back in a moment."}'


class Lobby:
    """Opens tables, finds them, and carries out what people want there, all on one event loop.

    `by` is always the hash of somebody's key: all that is known of them.
    """

    def __init__(
        self, config: Config, store: Store, solver: Solver, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.config = config
        self.store = store
        self.solver = solver
        self.clock = clock
        self.sockets = 0  # that are open
        self.commits = Commits(store)
        self.memory = Memory(self.commits, config.limits.rooms_in_memory, clock)
        self.seating = Seating(self)
        self._commands = Commands(
            self.commits,
            plies=config.limits.plies,
            absent=lambda room, by: absent_seat(room, by, config, clock()),
            told=self._tell,
            rebuild=lambda room: self._renewal.start_anew(room),
        )
        self._renewal = Renewal(self.commits, self.memory, self._renewed, self.forget)
        self._computers = Computers(solver, self.act, self.show)

    @property
    def closing(self) -> bool:
        """Whether the server is about to stop."""
        return self._commands.closing

    # Tables

    async def create(
        self, setup: Setup, options: Options, owners: tuple[str | None, str | None] = (None, None)
    ) -> Room:
        """A new table, whose first game has begun; `owners` are the contestants' keys.

        StoreError if it cannot be kept; what the solver raises if a computer cannot play this game.
        """
        for who in {who for contestant, who in enumerate(setup.players) if not setup.is_person(contestant)}:
            await self.solver.choose(setup.game.spec, (), who, setup.seed, 0)
        most = min(setup.max_turns or self.config.limits.plies, self.config.limits.plies)
        journal = Journal(
            Session(dataclasses.replace(setup, max_turns=most)), self.store, from_beginning=True
        )
        journal.submit(NextGame(1), hold=True)
        await self._kept(journal)
        return await self.open(journal, options, owners)

    async def open(self, journal: Journal, options: Options, owners: tuple[str | None, str | None]) -> Room:
        """A new table for a match that is in the store."""
        assert journal.match is not None
        created = moment()
        row = RoomRow(
            id=new_room_id(), match=journal.match, options=options.as_json(), created=created, used=created
        )
        keys = keys_of(row.id, owners)
        await self.commits.add_room(row, keys)
        room = Room(row, keys, journal, self.clock())
        self.memory.add(room)
        self._computers.consider(room)
        return room

    async def room(self, room: str) -> Room:
        """A table by its name; NoSuchRoom if there is none, Damaged or EarlierReading if it cannot go on."""
        found = await self.memory.find(room)
        await self._renewal.catch_up(found)
        self._computers.consider(found)
        return found

    async def _kept(self, journal: Journal) -> None:
        """Wait until what a journal holds is durable; StoreError if that fails."""
        kept: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self.commits.add(journal, lambda error: None if kept.done() else kept.set_result(error))
        error = await kept
        if error is not None:
            raise error

    async def sit(self, room: Room, contestant: int, by: str, name: str) -> None:
        """Take a seat that nobody has, or go by another name in one's own; NotAllowed if that cannot be."""
        await self.seating.sit(room, contestant, by, name)

    async def rooms_of(self, by: str, most: int) -> list[RoomRow]:
        """The tables to which somebody has a key, from the one used last back."""
        return await self.seating.rooms_of(by, most)

    async def adopt(self, game: int, by: str) -> Room:
        """A table, with both seats, for a game that was begun at a terminal; NotAllowed if it is over."""
        return await self.seating.adopt(game, by)

    async def delete(self, room: Room, by: str) -> None:
        """Give up one's seats; where nobody else has one, the table and all its games are forgotten."""
        await self.seating.delete(room, by)

    # Commands

    async def perform(
        self,
        room: Room,
        commands: Sequence[tuple[str, Wish]],
        by: str | None,
        answer: Callable[[list[Answer]], None] | None = None,
    ) -> list[Answer]:
        """What came of commands, each with its id: Done when it is durable, or Refused.

        `answer` is called with the same before anybody else is told.
        """
        done: asyncio.Future[list[Answer]] = asyncio.get_running_loop().create_future()

        def answered(answers: list[Answer]) -> None:
            if answer is not None:
                answer(answers)
            resolve(done, answers)

        self._commands.take(room, Request(commands, by, answered))
        return await done

    async def act(self, room: Room, command: Command) -> bool:
        """Carry out a command of the server's own; whether that was possible."""
        done: asyncio.Future[list[Answer]] = asyncio.get_running_loop().create_future()
        request = Request([("", command)], None, lambda answers: resolve(done, answers), trusted=True)
        self._commands.take(room, request)
        return not isinstance((await done)[0], Refused)

    def forget(self, room: Room) -> None:
        """Close a table that can no longer be used."""
        self.memory.forget(room)
        room.audience.end(*room.farewell)

    # Telling

    def view(self, room: Room) -> View:
        """What everyone sees at a table; whoever shows it waits until the room is settled."""
        return make_view(room, self.config, self.clock())

    def _renewed(self, room: Room, events: list[Event] | None) -> None:
        """Go on at a table that stands as the store has it, with what has happened there meanwhile."""
        self._commands.go_on(room)
        if room.gone:
            return
        if events:
            self._tell_events(room, events)
        else:
            self.show(room)
        if any(each.contestants != room.contestants(each.by) for each in room.audience.listeners):
            self.seating.keys_changed(room)  # in a store that was restored

    def _tell(self, room: Room, events: list[Event]) -> None:
        """Tell everyone what has happened, and let computers do what is theirs."""
        self._tell_events(room, events)
        self._computers.consider(room)

    def _tell_events(self, room: Room, events: list[Event]) -> None:
        before, view = room.shown, None
        if room.audience.has_pages:
            view = room.shown = self.view(room)
            room.presence_told = _presence(view)
        else:
            room.shown = None
        number = room.session.number
        room.audience.tell(
            json=lambda: events_message(number, events),
            html=lambda: html_message(before, view or self.view(room), events),
        )

    def show(self, room: Room) -> None:
        """Tell everyone how a table stands where it is not an event that has changed it."""
        if room.busy or not len(room.audience):
            return  # what is told after the commit shows it too
        before, view = room.shown, self.view(room)
        room.shown, room.presence_told = view, _presence(view)
        room.audience.tell(json=lambda: document_message(view), html=lambda: html_message(before, view))

    async def whole_view(self, room: Room, listener: Listener) -> str:
        """The message that shows all of a table to one reader, or says that it can no longer be used."""
        return _whole(self.view(room), listener) if await room.can_be_shown() else room.farewell[1]

    # Coming and going

    async def join(self, room: Room, listener: Listener) -> None:
        """Let somebody look at a table; first of all they are shown it whole."""
        if not await room.can_be_shown() or room.gone:
            listener.end(*room.farewell)
            return
        self.seating.recognize(room, listener)
        for contestant in listener.contestants:
            room.presence.come(contestant)
        room.audience.listeners.add(listener)
        self.sockets += 1
        self._renewal.watch(room)
        view = self.view(room)
        if len(room.audience) == 1:
            self._await_absent(room)
            room.shown, room.presence_told = view, _presence(view)
            listener.push(_whole(view, listener))
        elif room.presence_told == _presence(view):
            listener.push(_whole(view, listener))
        else:
            self.show(room)
        self._computers.consider(room)

    def leave(self, room: Room, listener: Listener) -> None:
        """Let somebody go."""
        if listener not in room.audience.listeners:
            return
        room.audience.listeners.discard(listener)
        self.sockets -= 1
        now = room.used = self.clock()
        for contestant in listener.contestants:
            room.presence.go(contestant, now)
        if listener.contestants:
            self._await_absent(room)

    def _await_absent(self, room: Room) -> None:
        """Look again when somebody who is not here counts as away, or when their game may be claimed."""
        now, config = self.clock(), self.config
        absent = [who for who in (0, 1) if room.taken(who) and not room.presence.is_here(who)]
        left = [
            room.presence.seconds_left(who, now, after)
            for who in absent
            for after in (config.away_seconds, config.claim_seconds)
        ]
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if any(left) and len(room.audience) and not self.closing:
            soonest = min(filter(None, left))
            room.timer = asyncio.get_running_loop().call_later(soonest, self._look_again, room)

    def _look_again(self, room: Room) -> None:
        """Tell everyone who has gone away, where somebody has."""
        if not room.gone and _presence(self.view(room)) != room.presence_told:
            self.show(room)
        self._await_absent(room)

    # The end

    async def close(self) -> None:
        """Tell everyone to come back later, and see that all that was confirmed or held is on the disk."""
        self._commands.closing = self._computers.closing = True
        self._renewal.close()
        await self.commits.settled()  # what is on its way is answered first
        for room in list(self.memory.rooms.values()):
            room.audience.end(RESTART, COME_BACK)
            if room.task is not None:
                room.task.cancel()
        await self._all_gone()
        await self.memory.close()
        self.commits.close()

    async def _all_gone(self) -> None:
        """Give the sockets a moment to take their last message."""
        until = self.clock() + LAST_SECONDS
        while self.sockets and self.clock() < until:
            await asyncio.sleep(0.01)


def _whole(view: View, listener: Listener) -> str:
    return document_message(view) if listener.json else html_message(None, view)


def _presence(view: View) -> tuple[object, ...]:
    return (*(seat.away for seat in view.seats), view.claim_seconds)
