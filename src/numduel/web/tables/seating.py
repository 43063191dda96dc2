"""Seating: who has the keys to which seats, and how they get them, pass them on and give them up."""

import asyncio
import contextlib
import secrets
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ...core.errors import NumduelError
from ...match.events import Sit
from ...match.setup import is_name
from ...store.base import Store
from ...store.errors import Damaged, StoreError
from ...store.journal import Journal, resume
from ...store.rooms import KEY_GONE, NOT_ALONE, SEAT_TAKEN, RoomKey, RoomRow
from .audience import Listener, Reply
from .rooms import Options, Room

if TYPE_CHECKING:
    from .lobby import Lobby

_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_MOMENT = "%Y-%m-%dT%H:%M:%SZ"
_STATUSES = {KEY_GONE: 410, NOT_ALONE: 409, SEAT_TAKEN: 409}  # of answers over HTTP
MOST_KEYS = 16  # to one table: devices and open links together


class NotAllowed(NumduelError):
    """What somebody wants at a table and may not have, explained in one sentence."""

    def __init__(self, sentence: str, status: int = 403) -> None:
        super().__init__(sentence)
        self.status = status  # of an answer over HTTP


def new_room_id() -> str:
    """A name for a table that nobody can guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def keys_of(room: str, owners: tuple[str | None, str | None]) -> list[RoomKey]:
    """The keys to a new table."""
    return [RoomKey(room=room, contestant=who, hash=by) for who, by in enumerate(owners) if by is not None]


class Seating:
    """Gives seats at the tables of a lobby to people, durably before anybody sees it."""

    def __init__(self, lobby: "Lobby") -> None:
        self._lobby = lobby
        self._adopting = asyncio.Lock()  # held by whoever takes up a game begun at a terminal

    async def sit(self, room: Room, contestant: int, by: str, name: str) -> None:
        """Take a seat that nobody has, or go by another name in one's own; NotAllowed if that cannot be."""
        if contestant not in (0, 1) or not room.session.setup.is_person(contestant):
            raise NotAllowed("a computer sits there", 409)
        name = name.strip()
        if not is_name(name):
            raise NotAllowed("a player's name must be printable and have at most 40 characters", 400)
        await room.settled()
        if not room.owns(by, contestant):
            async with room.door:  # two who sit down at once do so one after the other
                if room.taken(contestant):
                    raise NotAllowed(SEAT_TAKEN, 409)
                room.presence.expect(contestant, self._lobby.clock())
                key = RoomKey(room=room.id, contestant=contestant, hash=by)
                await self._change_keys(room, come=[key], free=contestant)
        await room.settled()
        if room.session.under_way:
            await self._lobby.act(room, Sit(room.seat_of(contestant), name))

    async def make_link(self, room: Room, by: str, link: str, contestant: int | None = None) -> str:
        """Let the key with hash `link` be handed in once, for one or all of somebody's seats; until when."""
        await room.settled()
        async with room.door:
            mine = [who for who in room.contestants(by) if contestant in (None, who)]
            if not mine:
                raise NotAllowed("this seat is not yours")
            now = datetime.now(UTC)
            late = [key for key in room.keys if key.until is not None and key.until <= now.strftime(_MOMENT)]
            if len(room.keys) - len(late) >= MOST_KEYS:
                raise NotAllowed(f"a table has at most {MOST_KEYS} keys and links", 409)
            until = (now + timedelta(seconds=self._lobby.config.seat_link_seconds)).strftime(_MOMENT)
            keys = [RoomKey(room=room.id, contestant=who, hash=link, until=until) for who in mine]
            await self._change_keys(room, gone=late, come=keys)
        return until

    async def hand_in(self, room: Room, link: str, by: str) -> tuple[int, ...]:
        """Give the seats of a link to somebody, whose other seats stay theirs; whom they play for now."""
        await room.settled()
        async with room.door:
            keys = [key for key in room.keys if key.hash == link and key.until is not None]
            if not keys:
                raise NotAllowed("this seat link has been used or taken back", 410)
            if (keys[0].until or "") <= datetime.now(UTC).strftime(_MOMENT):
                raise NotAllowed("this seat link has expired; ask for another", 410)
            own = [RoomKey(room=room.id, contestant=key.contestant, hash=by) for key in keys]
            await self._change_keys(room, gone=keys, come=own)
            return room.contestants(by)

    async def _change_keys(
        self,
        room: Room,
        *,
        gone: Sequence[RoomKey] = (),
        come: Sequence[RoomKey] = (),
        free: int | None = None,
    ) -> None:
        with _explained():
            change = self._lobby.store.rooms.change_keys
            await self._lobby.commits.call(change, room.id, gone=gone, come=come, free=free)
        kept = [key for key in room.keys if key not in gone]
        room.set_keys(kept + [key for key in come if key not in kept])
        self.keys_changed(room)

    def keys_changed(self, room: Room) -> None:
        """Let everyone know whose seats are whose."""
        for listener in tuple(room.audience.listeners):
            before = listener.contestants
            for contestant in before:
                room.presence.go(contestant, self._lobby.clock())
            self.recognize(room, listener, tell=before != room.contestants(listener.by))
            for contestant in listener.contestants:
                room.presence.come(contestant)
        self._lobby.show(room)

    def recognize(self, room: Room, listener: Listener, tell: bool = True) -> None:
        """Know whom somebody plays for, and tell them."""
        listener.contestants = room.contestants(listener.by)
        if tell:
            who = ",".join(map(str, listener.contestants))
            listener.push(Reply(f'{{"type":"you","contestants":[{who}]}}'))

    # Tables of one's own

    async def rooms_of(self, by: str, most: int) -> list[RoomRow]:
        """The tables to which somebody has a key, from the one used last back."""
        rows = await self._lobby.commits.call(self._lobby.store.rooms.of_key, by, most)
        in_use = self._lobby.memory.rooms  # when those were last used, the store does not know yet
        return sorted(rows, key=lambda row: in_use[row.id].used if row.id in in_use else -1.0, reverse=True)

    async def adopt(self, game: int, by: str) -> Room:
        """A table, with both seats, for a game that was begun at a terminal; NotAllowed if it is over."""
        async with self._adopting:  # of two who ask at once, the second finds the table of the first
            return await self._adopt(game, by)

    async def _adopt(self, game: int, by: str) -> Room:
        store, commits = self._lobby.store, self._lobby.commits
        journal = await commits.call(_take_up, store, game)
        known = None if journal.match is None else await commits.call(store.rooms.of_match, journal.match)
        if known is not None:
            room = await self._lobby.room(known)
            if len(room.contestants(by)) < sum(map(room.session.setup.is_person, (0, 1))):
                raise NotAllowed("this game is played at a table already, by somebody else", 409)
            return room
        setup = journal.session.setup
        one, other = (by if setup.is_person(contestant) else None for contestant in (0, 1))
        return await self._lobby.open(journal, Options(), (one, other))

    async def delete(self, room: Room, by: str) -> None:
        """Give up one's seats; where nobody else has one, the table and all its games are forgotten."""
        await room.settled()
        async with room.door:  # of two who leave at once, the second is the last one there
            if not room.contestants(by):
                raise NotAllowed("this game is not yours")
            others = any(key.hash != by and key.until is None for key in room.keys)
            if others and room.session.under_way and room.session.round.moves:
                raise NotAllowed("this game is not over; resign first", 409)
            if others:
                await self._change_keys(room, gone=[key for key in room.keys if key.hash == by])
                return
            with _explained():
                await self._lobby.commits.call(self._lobby.store.rooms.delete, room.id, by)
            self._lobby.forget(room)  # its games after it: should we be stopped, nobody finds them here
            await self._lobby.commits.call(_delete_games, self._lobby.store, room.row.match)


def _take_up(store: Store, game: int) -> Journal:
    """The journal of a game that is not over, and that has a match, so that a table can be made for it."""
    journal = resume(store, game, from_beginning=True)
    if journal.session.finished:
        raise NotAllowed("this game is over", 409)
    if journal.match is None:  # it came from elsewhere, and becomes a match by the first thing that happens
        journal.submit(Sit(1, journal.session.setup.names[journal.session.seats[0]]))
    return journal


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Raise NotAllowed where the store does not allow something."""
    try:
        yield
    except StoreError as error:
        raise NotAllowed(str(error), _STATUSES.get(str(error), 503)) from None


def _delete_games(store: Store, match: int) -> None:
    with contextlib.suppress(Damaged):  # of a match that has lost a game: left to whoever checks the store
        for number, _ in store.games_of_match(match):
            store.delete(number)
