"""How many players a server takes, how long they wait, and whether anything that was confirmed is ever lost.

    .venv/bin/python benchmarks/web_load.py [--games N] [--seconds S] [--programs N] [--batch N] [--kills N]
                                            [--turns N] [--only browsers|hostile|programs|kills] [--db FOLDER]

Everything runs against `numduel web` in a process of its own, over the loopback, with real sockets.

1. browsers: two pages look at each of many games, in which a move is made every 2.5 s. Told is how long it
   takes until the mover has the answer and until the other page has the new view, and the server's memory.
2. hostile: the same in turns, without and with readers at every tenth game that never read.
3. programs: programs over JSON, several commands a frame, as fast as they are answered; moves a second.
4. kills: the server is killed with SIGKILL again and again while programs play. Every move that was
   confirmed must be there when it is started again, and at most what was under way besides.

Exits 1 if a move was lost or a request was not answered.
"""

import argparse
import asyncio
import base64
import gc
import json
import os
import re
import resource
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random

from timing import print_goal

import numduel
from numduel.match.setup import Setup
from numduel.store.sqlite import SqliteStore
from numduel.web.config import Config
from numduel.web.serving.security import hash_key, new_key
from numduel.web.tables.lobby import Lobby
from numduel.web.tables.rooms import Options

FAR = f"operation-duel:target=1{'0' * 300}"  # so far away that no game here ends by its rules
NEAR = "operation-duel:target=1000"  # what pages show has few digits, as people would have it
PATIENCE = 60.0
MOST_MS, MOST_MB, HOSTILE, LEAST_RATE = 25, 300, 1.1, 8_000  # the goals
failures: list[str] = []


class NoSolver:
    """Nobody is asked for anything here."""

    def __getattr__(self, name: str) -> object:
        raise AttributeError(name)


class Table:
    """A table that was made before the server started, and the keys to its seats."""

    def __init__(self, room: str, keys: tuple[str, str]) -> None:
        self.room = room
        self.keys = keys


async def make_tables(db: Path, count: int, hot_seat: bool) -> list[Table]:
    """Tables in a store, each of two players or of one who plays both."""
    store = SqliteStore(db)
    lobby = Lobby(Config(), store, NoSolver())  # type: ignore[arg-type]
    keys = [(one := new_key(), one if hot_seat else new_key()) for _ in range(count)]
    setup = Setup(game=numduel.load(FAR if hot_seat else NEAR))
    made = await asyncio.gather(
        *(lobby.create(setup, Options(), (hash_key(one), hash_key(other))) for one, other in keys)
    )
    await lobby.close()
    store.close()
    return [Table(room.id, pair) for room, pair in zip(made, keys, strict=True)]


class Server:
    """`numduel web` in a process of its own."""

    def __init__(self, db: Path, port: int = 0) -> None:
        command = (sys.executable, "-m", "numduel", "web", "--no-open", "--db", str(db), "--port", str(port))
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found, "the server does not say where it is"
        self.port = int(found[1])

    @property
    def memory(self) -> float:
        """The resident memory of the serving process, in MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def seconds(self) -> float:
        """The processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Socket(asyncio.Protocol):
    """A WebSocket that costs the measuring side next to nothing; frames are masked with zeros."""

    def __init__(self, request: bytes, received: Callable[["Socket", bytes], None]) -> None:
        self.request = request
        self.received = received
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self._data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        for future in (self.open, self.closed):
            if not future.done():
                future.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self._data + data
        if not self.open.done():
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._data = data
                return
            if b" 101 " not in head[:20]:
                failures.append(f"a socket was refused: {head[:40]!r}")
                self.transport.abort()
                return
            self.open.set_result(None)
            data = rest
        at, end = 0, len(data)
        while end - at >= 2:
            length, begin = data[at + 1] & 127, at + 2
            if length == 126:
                if end - at < 4:
                    break
                length, begin = struct.unpack_from("!H", data, at + 2)[0], at + 4
            elif length == 127:
                if end - at < 10:
                    break
                length, begin = struct.unpack_from("!Q", data, at + 2)[0], at + 10
            if end < begin + length:
                break
            self._take(data[at] & 15, data[begin : begin + length])
            at = begin + length
        self._data = data[at:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 1:
            self.received(self, payload)
        elif kind == 9:
            self._write(0x8A, payload)

    def send(self, text: str) -> None:
        """Send a text."""
        self._write(0x81, text.encode())

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([kind, 0x80 | size]) if size < 126 else struct.pack("!BBH", kind, 0x80 | 126, size)
        if not self.transport.is_closing():
            self.transport.write(head + b"\0\0\0\0" + payload)


async def open_socket(
    port: int, table: Table, key: str, received: Callable[[Socket, bytes], None], *, page: bool
) -> Socket:
    """A socket as a page, or as a program, opens it."""
    who = (
        f"Cookie: numduel={key}\r\nOrigin: http://127.0.0.1:{port}"
        if page
        else f"Authorization: Bearer {key}"
    )
    nonce = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET /live/{table.room}{'' if page else '?as=json'} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {nonce}\r\n{who}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request.encode(), received), "127.0.0.1", port)
    await socket.open
    return socket


# Browsers


class Game:
    """Two pages at one table; a move is made, and both are waited for."""

    def __init__(self, table: Table, answered: list[float], shown: list[float]) -> None:
        self.table = table
        self.pages: list[Socket] = []
        self.answered, self.shown = answered, shown
        self.ply = 0
        self.sent = 0.0
        self.waiting = 0

    async def open(self, port: int) -> None:
        """Open both pages."""
        for key in self.table.keys:
            self.pages.append(await open_socket(port, self.table, key, self.receive, page=True))

    def move(self) -> None:
        """Make a move; what was not answered until the next one counts as a failure."""
        if self.waiting:
            failures.append("a move was not answered, or not shown, within its time")
        command = {"command": "play", "seat": 1 + self.ply % 2, "move": "+1", "ply": self.ply}
        self.sent, self.waiting = time.perf_counter(), 2
        self.pages[self.ply % 2].send(json.dumps({"id": str(self.ply), **command}))

    def receive(self, page: Socket, payload: bytes) -> None:
        """Take the time of an answer, and of the view that the other page is shown."""
        if not self.waiting:
            return
        mover = page is self.pages[self.ply % 2]
        payload = payload.removeprefix(b"[")  # the answer comes with the view
        if mover and payload.startswith(b'{"type":"done"'):
            self.answered.append(time.perf_counter() - self.sent)
        elif not mover and payload.startswith(b'{"type":"view"'):
            self.shown.append(time.perf_counter() - self.sent)
        elif payload.startswith(b'{"type":"refused"'):
            failures.append(f"refused: {payload.decode()}")
            return
        else:
            return
        self.waiting -= 1
        if not self.waiting:
            self.ply += 1


class Crowd:
    """Two pages at each of many tables of one server, and how long their moves took."""

    def __init__(self, db: Path, tables: list[Table], every: float) -> None:
        self.server = Server(db)
        self.every = every
        self.answered: list[float] = []
        self.shown: list[float] = []
        self.games = [Game(table, self.answered, self.shown) for table in tables]

    async def open(self) -> None:
        """Open all pages."""
        for first in range(0, len(self.games), 100):
            await asyncio.gather(*(game.open(self.server.port) for game in self.games[first : first + 100]))

    async def play(self, seconds: float) -> None:
        """Make a move at every table again and again, evenly spread."""
        loop = asyncio.get_running_loop()
        begin = loop.time() + 1  # when all of them are on their way: none is late, and no two rounds overlap
        for index, game in enumerate(self.games):
            first = begin + self.every * index / len(self.games)
            for turn in range(int(seconds / self.every)):
                loop.call_at(first + turn * self.every, game.move)
        await asyncio.sleep(begin + seconds + 1 - loop.time())


async def browsers(db: Path, options: argparse.Namespace) -> None:
    """Pages at many tables, and the server's memory."""
    crowd = Crowd(db, await make_tables(db, options.games, hot_seat=False), options.every)
    await crowd.open()
    server, idle = crowd.server, crowd.server.memory
    begun, used, own = time.perf_counter(), server.seconds, time.process_time()
    await crowd.play(options.seconds)
    taken = time.perf_counter() - begun
    busy, mine, memory = (server.seconds - used) / taken, (time.process_time() - own) / taken, server.memory
    server.stop()
    half = len(crowd.shown) // 2
    tell("answered", crowd.answered)
    tell("shown to the other", crowd.shown)
    tell("the same, second half", crowd.shown[half:])
    print(f"  {2 * options.games:,} sockets: {idle:.0f} MB idle, {memory:.0f} MB at the end")
    pages = f"{2 * options.games:,} pages"
    most = percentile(crowd.shown, 99) * 1000
    print_goal(f"web, {pages}: 99 of 100 moves shown in ms", most, MOST_MS, at_most=True)
    print_goal(f"web, {pages}: memory of the server in MB", memory, MOST_MB, at_most=True)
    print(f"  the server used {busy:.0%} of a core, the measuring side {mine:.0%}")


async def hostile(db: Path, options: argparse.Namespace) -> None:
    """The same in turns without and with readers that never read, so that both see the same machine."""
    tables = await make_tables(db, options.games, hot_seat=False)
    crowd = Crowd(db, tables, options.every)
    await crowd.open()
    times: dict[bool, list[float]] = {False: [], True: []}
    await crowd.play(2 * options.every)  # the first moves of a table take longer
    for turn in range(2 * options.turns):
        with_them = turn % 4 in (1, 2)  # neither is always the first
        readers = await never_read(crowd.server.port, tables[::10]) if with_them else []
        crowd.shown.clear()
        await crowd.play(options.seconds / 2)
        times[with_them] += crowd.shown
        for reader in readers:
            reader.close()
    crowd.server.stop()
    tell("shown while all read", times[False])
    tell("shown while some never read", times[True])
    among, alone = percentile(times[True], 99), percentile(times[False], 99)
    figures = {"ours": f"{among * 1000:.1f} ms", "peer": f"{alone * 1000:.1f} ms without them"}
    print_goal("web: the same among readers that never read", among / alone, HOSTILE, at_most=True, **figures)


def tell(what: str, times: list[float]) -> None:
    """Print how long something took."""
    if not times:
        raise SystemExit("no move was shown")
    told = ", ".join(f"p{share:g} {percentile(times, share) * 1000:.1f}" for share in (50, 90, 99, 99.9))
    print(f"  {what}: {len(times):,} moves, {told}, most {max(times) * 1000:.1f} ms", flush=True)


async def never_read(port: int, tables: list[Table]) -> list[asyncio.StreamWriter]:
    """Spectators that never read a byte."""
    writers = []
    for table in tables:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=16)
        nonce = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /live/{table.room} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n\r\n".encode()
        )
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writers.append(writer)
    return writers


def percentile(values: list[float], share: float) -> float:
    """The value below which this share lies, in per cent."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


# Programs


class Player:
    """A program that plays both seats of a table as fast as it is answered."""

    def __init__(self, table: Table, batch: int, chance: Random | None = None) -> None:
        self.table = table
        self.batch = batch
        self.chance = chance
        self.confirmed = 0  # moves of which the server has said that they are done
        self.sent = 0  # moves that it was asked for
        self.ply = 0
        self.count = 0

        self.stopped = False
        self.standing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.socket: Socket

    async def open(self, port: int) -> None:
        """Sit down."""
        self.socket = await open_socket(port, self.table, self.table.keys[0], self.receive, page=False)
        await self.standing

    def send(self) -> None:
        """Send the next moves."""
        commands = []
        size = self.chance.randint(1, self.batch) if self.chance else self.batch
        for _ in range(size):
            self.count += 1
            if self.ply == 500:  # the limit: it is a draw, and whoever has both seats wants another game
                commands.append(f'{{"id":"n{self.count}","command":"next_game","seat":1}}')
                self.ply = 0
            seat, ply = 1 + self.ply % 2, self.ply
            commands.append(f'{{"id":"{self.count}","command":"play","seat":{seat},"move":"+1","ply":{ply}}}')
            self.ply += 1
        self.sent += size
        self.socket.send(f"[{','.join(commands)}]")

    def receive(self, socket: Socket, payload: bytes) -> None:
        """Count what is done, and go on; begin where the table stands."""
        if payload[:1] != b"[":
            if payload.startswith(b'{"type":"view"') and not self.sent:
                view = json.loads(payload)["view"]
                self.ply = len(view["moves"])
                self.standing.set_result(None)
            return
        answers = json.loads(payload)
        refused = [answer for answer in answers if answer["type"] != "done"]
        if refused:
            failures.append(f"refused: {refused[0]}")
            self.stopped = True
        self.confirmed += sum(answer["id"][0] != "n" for answer in answers) - len(refused)
        if not self.stopped:
            self.send()


async def programs(db: Path, options: argparse.Namespace) -> None:
    """Programs that play as fast as they can, and how many durable moves a second that makes."""
    tables = await make_tables(db, options.programs, hot_seat=True)
    server = Server(db)
    players = [Player(table, options.batch) for table in tables]
    for player in players:
        await player.open(server.port)
    begun, used = time.perf_counter(), server.seconds
    own = time.process_time()
    for player in players:
        player.send()
    rates = []
    last = 0
    for _ in range(int(options.seconds)):
        await asyncio.sleep(1)
        now = sum(player.confirmed for player in players)
        rates.append(now - last)
        last = now
    taken = time.perf_counter() - begun
    busy, mine = (server.seconds - used) / taken, (time.process_time() - own) / taken
    memory = server.memory
    for player in players:
        player.stopped = True
    await asyncio.sleep(1)
    server.stop()
    store = SqliteStore(db)
    if store.problems():
        failures.append("the store is not in order")
    store.close()
    rate = last / taken
    print(f"  {options.programs} programs, {options.batch} moves a frame: {rate:,.0f} durable moves a second")
    print_goal("web: durable moves of programs in a second", rate, LEAST_RATE)
    print(f"  by seconds {rates}; median {statistics.median(rates):,.0f}")
    print(f"  the server used {busy:.0%} of a core and {memory:.0f} MB, the measuring side {mine:.0%}")


# Kills


async def kills(db: Path, options: argparse.Namespace) -> None:
    """Kill the server again and again under load; every confirmed move must be there."""
    chance = Random(options.seed)
    tables = await make_tables(db, 8, hot_seat=True)
    known = {table.room: 0 for table in tables}
    confirmed = more = lost = 0
    for _ in range(options.kills):
        server = Server(db)
        players = [Player(table, 8, chance) for table in tables]
        for player in players:
            player.count = chance.getrandbits(40)
            await player.open(server.port)
            player.send()
        await asyncio.sleep(chance.uniform(0.02, 0.4))
        server.stop(signal.SIGKILL)
        await asyncio.gather(*(player.socket.closed for player in players))
        for player in players:
            player.stopped = True
        kept = await asyncio.to_thread(moves_kept, db)
        for player in players:
            room = player.table.room
            new = kept[room] - known[room]
            confirmed += player.confirmed
            if new < player.confirmed:
                lost += player.confirmed - new
                failures.append(f"{player.confirmed} moves were confirmed, {new} are there")
            elif new > player.sent:
                failures.append(f"{player.sent} moves were sent, {new} are there")
            more += new - player.confirmed
            known[room] = kept[room]
    print(f"  killed {options.kills} times: {confirmed:,} moves confirmed, {lost} of them lost; ", end="")
    print(f"{more:,} more were durable and not yet confirmed")
    shown = {"ours": f"{confirmed:,} confirmed"}
    print_goal(f"web: moves lost in {options.kills} kills", lost, 0, at_most=True, **shown)


def moves_kept(db: Path) -> dict[str, int]:
    """How many moves were made at each table, in all its games."""
    store = SqliteStore(db)
    if store.problems():
        failures.append("after a kill the store is not in order")
    kept = {}
    for room, match in store._file.all("SELECT id, match FROM rooms"):
        kept[room] = sum(row.moves for _, row in store.games_of_match(match))
    store.close()
    return kept


PARTS: dict[str, Callable[[Path, argparse.Namespace], Coroutine[None, None, None]]] = {
    part.__name__: part for part in (browsers, hostile, programs, kills)
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2_500, help="with two pages each")
    parser.add_argument("--every", type=float, default=2.5, help="seconds between the moves of a game")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")
    parser.add_argument("--programs", type=int, default=64, help="each may send 1,000 moves a second")
    parser.add_argument("--batch", type=int, default=32, help="moves a frame")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--db", type=Path, help="a folder on the disk to be measured")
    parser.add_argument("--turns", type=int, default=3, help="with and without readers that never read")
    parser.add_argument("--only", choices=PARTS)
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    for part in PARTS.values() if options.only is None else [PARTS[options.only]]:
        print(f"{part.__name__}:", flush=True)
        with tempfile.TemporaryDirectory(dir=options.db) as folder:
            asyncio.run(part(Path(folder) / "games.db", options))
    for failure in failures[:10]:
        print(f"FAILED: {failure}")
    print(
        f"{len(failures)} things did not hold." if failures else "Everything was answered, nothing was lost."
    )
    return 1 if failures else 0


if __name__ == "__main__":
    gc.disable()  # it is the server that is measured
    sys.exit(main())
