"""Renewal: tables take up what the store has, where something was not kept or another program has gone on.

The terminal writes into the same store, and it may be restored. While somebody looks at a table, and when
somebody asks for it, the store is asked whether anybody else has written; only if so, how far games are.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from ...core.errors import NumduelError
from ...match.events import Event
from ...store.base import GameRow
from ...store.errors import StoreError
from .commits import Commits
from .memory import Memory
from .rooms import Room

log = logging.getLogger("numduel.web.tables.renewal")

LOOK_SECONDS = 1.0  # from one look at the store to the next
NOT_TAKEN_UP = "this table cannot be taken up again"
AT_ONCE = 500  # tables that are asked about together: others use the store as well


class Renewal:
    """Starts tables anew; `renewed` is told what has happened there meanwhile, None where that is not known.

    `lost` is told of a table that the store no longer has.
    """

    def __init__(
        self,
        commits: Commits,
        memory: Memory,
        renewed: Callable[[Room, list[Event] | None], None],
        lost: Callable[[Room], None],
    ) -> None:
        self._commits = commits
        self._memory = memory
        self._renewed = renewed
        self._lost = lost
        self._version: int | None = None  # of the store, as it was when looked at last
        self._unseen: set[Room] = set()  # that somebody has begun to look at since
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking = asyncio.Lock()  # held while the store is asked whether anybody else has written
        self._asked: asyncio.Task[int] | None = None  # the next time, where somebody waits for it already
        self._closed = False

    def watch(self, room: Room) -> None:
        """Notice from now on, as long as somebody looks, what others do at a table."""
        self._unseen.add(room)
        if self._timer is None:
            self._look_later()

    async def catch_up(self, room: Room) -> None:
        """Begin to take up what others have done at a table meanwhile; it is settled when that is done."""
        try:
            version = await self._version_by_now()
            if version != room.version:
                await self._compare([room], version)
        except Exception as error:  # it is as it was then
            log.warning("the store cannot be looked at: %s", type(error).__name__)

    async def _version_by_now(self) -> int:
        """The version of the store by now; who asks while it is being asked shares the next answer.

        So nobody waits for all others, one after the other, where another program keeps the store locked.
        """
        if self._asked is None:
            self._asked = asyncio.get_running_loop().create_task(self._ask_version())
            self._asked.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(self._asked)

    async def _ask_version(self) -> int:
        async with self._asking:
            self._asked = None  # whoever comes now would not be told what others write meanwhile
            return await self._commits.call(self._commits.store.foreign_version)

    def close(self) -> None:
        """Look no more."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    def start_anew(self, room: Room) -> None:
        """Start anew from what the store has, since something could not be kept."""
        self._run(self._start_anew(room, None))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start_anew(self, room: Room, after: int | None) -> None:
        """Stand as the store has it; with `after`, the events that follow that number are told."""
        try:
            fresh, events = await self._commits.call(self._read, room, after)
        except Exception as error:
            log.warning("a table cannot be taken up again: %s", type(error).__name__)
            room.failure = error if isinstance(error, NumduelError) else StoreError(NOT_TAKEN_UP)
            self._lost(room)
            events = None
        else:
            room.start_anew(fresh)
        self._renewed(room, events)

    def _read(self, room: Room, after: int | None) -> tuple[Room, list[Event] | None]:
        """The table as the store has it, and the events that follow a number, all of one moment."""
        with self._commits.store.at_one_moment():
            return self._memory.read(room.id), None if after is None else self._events(room, after)

    def _events(self, room: Room, after: int) -> list[Event] | None:
        """What has followed in the store; None where that was put back, and went otherwise before."""
        store, game, row = self._commits.store, room.journal.last_saved, room.journal.last_row
        if game is not None and row is not None and store.went_otherwise(game, row):
            return None
        games = [number for number, row in store.games_of_match(room.row.match) if row.events > after]
        return [event for number in games for event in store.events(number, after)]

    # What others do

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(LOOK_SECONDS, lambda: self._run(self._look()))

    async def _look(self) -> None:
        try:
            await self._look_once()
        except Exception as error:  # it is asked again
            log.warning("the store cannot be looked at: %s", type(error).__name__)
        if not self._closed and any(len(room.audience) for room in self._memory.rooms.values()):
            self._look_later()
        else:
            self._timer = self._version = None

    async def _look_once(self) -> None:
        version = await self._commits.call(self._commits.store.foreign_version)
        rooms = self._unseen if version == self._version else self._memory.rooms.values()
        looked_at = [room for room in rooms if len(room.audience)]
        self._unseen, self._version = set(), version
        for start in range(0, len(looked_at), AT_ONCE):
            await self._compare(looked_at[start : start + AT_ONCE], version)

    async def _compare(self, rooms: Sequence[Room], version: int) -> None:
        """Start tables anew that are otherwise by this version: their games, or whose seats are whose."""
        store, known = self._commits.store, [room.journal.last_row for room in rooms]
        last = await self._commits.call(store.last_events, [room.row.match for room in rooms])
        keys = await self._commits.call(store.rooms.keys, [room.id for room in rooms])
        for room, row in zip(rooms, known, strict=True):
            if room.busy or room.gone or room.journal.last_row is not row:
                continue  # what it writes itself shows whether it is up to date
            room.version, there = version, last.get(room.row.match)
            if there != _last_event(row) or set(keys.get(room.id, ())) != set(room.keys):
                room.busy = True  # until it is
                number = room.session.number
                # Where a backup was put in the store's place there may be less, and nothing to be told.
                self._run(self._start_anew(room, number if there and there[0] >= number else None))


def _last_event(row: GameRow | None) -> tuple[int, bytes | None] | None:
    """The number of the last event when a game had this row, and its link."""
    return None if row is None else (row.events, row.links and row.links[1])
