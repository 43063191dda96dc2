"""Memory: the tables that are in memory, of which there are only so many, taken up from the store."""

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable

from ...core.errors import NumduelError
from ...store.base import Store
from ...store.errors import Damaged, NoSuchRoom, StoreError
from ...store.journal import resume
from ...store.rows import now as moment
from .commits import Commits
from .rooms import Room

log = logging.getLogger("numduel.web.tables.memory")

IDLE_SECONDS = 300.0  # after which a table at which nothing happens leaves memory
SWEEP_SECONDS = 30.0
_ID = re.compile(r"[a-z2-7]{10}")


class TooManyRooms(NumduelError):
    """There are so many tables in use that no other can be taken up."""

    status = 503

    def __init__(self) -> None:
        super().__init__("too many tables are in use; please try again in a moment")


class Memory:
    """Tables by their names; one that is asked for is taken up, one that nobody uses is let go."""

    def __init__(self, commits: Commits, most: int, clock: Callable[[], float]) -> None:
        self.rooms: dict[str, Room] = {}
        self._commits = commits
        self._most = most
        self._clock = clock
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.TimerHandle | None = None
        self._noting: asyncio.Task[None] | None = None
        self._used: dict[str, str] = {}  # when tables were last used, still to be noted in the store

    def add(self, room: Room) -> None:
        """Have a table in memory; TooManyRooms if there is no place."""
        if len(self.rooms) >= self._most and not self.evict(0.0, most=1 + self._most // 100):
            raise TooManyRooms
        self.rooms[room.id] = room
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    async def find(self, name: str) -> Room:
        """A table by its name; NoSuchRoom if there is none."""
        room = self.rooms.get(name)
        if room is None:
            if not _ID.fullmatch(name):
                raise NoSuchRoom(name)
            room = await asyncio.shield(self._load_once(name))
        room.used = self._clock()
        return room

    def _load_once(self, name: str) -> "asyncio.Task[Room]":
        """The task that takes up a table; whoever asks meanwhile waits for the same."""
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.get_running_loop().create_task(self._take_up(name))
            task.add_done_callback(lambda task: self._loaded(name, task))
        return task

    def _loaded(self, name: str, task: "asyncio.Task[Room]") -> None:
        del self._loading[name]
        if not task.cancelled():
            task.exception()  # it is told to those who wait, if anybody still does

    async def _take_up(self, name: str) -> Room:
        room = await self.load(name)
        self.add(room)
        return room

    async def load(self, name: str) -> Room:
        """A table as the store has it."""
        return await self._commits.call(self.read, name)

    def read(self, name: str) -> Room:
        """The same, in the thread that uses the store."""
        store = self._commits.store
        with store.at_one_moment():
            return self._read(store, name)

    def _read(self, store: Store, name: str) -> Room:
        row, keys = store.rooms.find(name)
        games = store.games_of_match(row.match)
        if not games:  # they were deleted at a terminal
            raise NoSuchRoom(name)
        journal = resume(store, games[-1][0], from_beginning=True)
        try:
            return Room(row, keys, journal, self._clock())
        except (ValueError, TypeError, RecursionError):  # its options are none, and the seal is a forger's
            raise Damaged(f"table {name!a} is not as it was written") from None

    def forget(self, room: Room) -> None:
        """Let go of a table."""
        room.gone = True
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self._used[room.id] = moment()

    def evict(self, seconds: float, most: int | None = None) -> int:
        """Let go of tables that nobody has used for so many seconds, the longest unused first; how many."""
        late = self._clock() - seconds
        unused = [room for room in self.rooms.values() if room.idle and room.used <= late]
        unused.sort(key=lambda room: room.used)
        for room in unused[:most]:
            self.forget(room)
        return len(unused[:most])

    def _sweep(self) -> None:
        self._sweeper = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)
        self.evict(IDLE_SECONDS)
        if self._used:
            self._noting = asyncio.get_running_loop().create_task(self._note_use())

    async def _note_use(self) -> None:
        used, self._used = self._used, {}
        with contextlib.suppress(StoreError):  # it only decides in what order tables are listed
            await self._commits.call(self._commits.store.rooms.use, used)

    async def close(self) -> None:
        """Let go of every table."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in list(self.rooms.values()):
            self.forget(room)
        await self._note_use()
