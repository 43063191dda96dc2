"""A real server in this process, on a real port, and programs that talk to its tables."""

import asyncio
import contextlib
import dataclasses
import itertools
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import numduel
from numduel import solve
from numduel.core.position import Position, canonical_moves
from numduel.core.registry import load
from numduel.match.player import accepts_draw, choose_move, rng_for
from numduel.match.setup import Setup
from numduel.players import find
from numduel.store.base import Store
from numduel.store.memory import MemoryStore
from numduel.store.sqlite import SqliteStore
from numduel.web.config import Config
from numduel.web.puzzles.sittings import Sittings
from numduel.web.rendering.pages import Pages
from numduel.web.serving.addresses import listen
from numduel.web.serving.connections import Watch
from numduel.web.serving.log import Log
from numduel.web.serving.rates import Rates
from numduel.web.serving.security import hash_key, new_key
from numduel.web.serving.server import Server
from numduel.web.site import Site
from numduel.web.tables.lobby import Lobby
from numduel.web.tables.rooms import Options, Room

PATIENCE = 20.0
Document = dict[str, Any]


class OwnSolver:
    """Exact answers and computers' moves, worked out in this very process."""

    async def values(self, spec: str, moves: Sequence[str] = ()) -> dict[str, Document]:
        position = position_after(spec, moves)
        found = solve(position.game).moves(position.state)
        return {
            position.game.write(move): {"value": each.value.value, "plies": each.plies}
            for move, each in found
        }

    async def words(self, about: str, spec: str, moves: Sequence[str] = ()) -> str:
        return f"a {about} after {' '.join(moves)}"

    async def choose(self, spec: str, moves: Sequence[str], who: str, seed: int, game: int) -> str:
        position = position_after(spec, moves)
        player = find(who, position.game, lambda: solve(position.game))
        assert player is not None
        return position.game.write(
            choose_move(player, position, rng_for(seed, game, position.ply, player.name))
        )

    async def accepts_draw(self, spec: str, moves: Sequence[str], who: str, seed: int, game: int) -> bool:
        position = position_after(spec, moves)
        player = find(who, position.game, lambda: solve(position.game))
        assert player is not None
        return accepts_draw(player, position, rng_for(seed, game, position.ply, player.name))

    async def close(self) -> None:
        """Nothing runs."""


def position_after(spec: str, moves: Sequence[str]) -> Position[Any, Any]:
    position = Position.start(load(spec))
    for move in moves:
        position = position.play(canonical_moves(position.game)[move])
    return position


class Served:
    """A server that runs in this process."""

    def __init__(self, site: Site, server: Server, port: int) -> None:
        self.site = site
        self.server = server
        self.port = port
        self.ann, self.ben = new_key(), new_key()

    @property
    def lobby(self) -> Lobby:
        return self.site.lobby

    async def room(self, spec: str = "digit-stack", options: Options | None = None, **agreed: Any) -> Room:
        """A table at which Ann and Ben play."""
        setup = Setup(game=numduel.load(spec), **({"players": ("human:Ann", "human:Ben")} | agreed))
        owners = tuple(
            hash_key(key) if setup.is_person(who) else None for who, key in enumerate((self.ann, self.ben))
        )
        return await self.lobby.create(setup, options or Options(), (owners[0], owners[1]))

    @contextlib.asynccontextmanager
    async def program(self, room: Room | str, key: str | None = None) -> "AsyncIterator[Program]":
        """A program at a table, which has been told who it is and how things stand."""
        async with self.socket(room, key, "?as=json") as socket:
            program = Program(socket)
            program.you = (await program.next("you"))["contestants"]
            program.view = (await program.next("view"))["view"]
            yield program

    def socket(self, room: Room | str, key: str | None = None, query: str = "") -> connect:
        """A bare connection to the socket of a table."""
        name = room if isinstance(room, str) else room.id
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        url = f"ws://127.0.0.1:{self.port}/live/{name}{query}"
        return connect(
            url, additional_headers=headers, compression=None, open_timeout=PATIENCE, max_queue=None
        )

    def page_socket(self, room: Room, key: str | None = None) -> connect:
        """The connection that a page opens."""
        headers = {"Cookie": f"numduel={key}"} if key else {}
        url = f"ws://127.0.0.1:{self.port}/live/{room.id}"
        origin = f"http://127.0.0.1:{self.port}"
        return connect(url, additional_headers=headers, origin=origin, compression=None)  # type: ignore[arg-type]


async def told_to_page(page: ClientConnection) -> AsyncIterator[Document]:
    """The messages to a page one by one, of which several may come at once."""
    while True:
        pending = [json.loads(await page.recv())]
        while pending:
            message = pending.pop(0)
            if isinstance(message, list):
                pending = message + pending
            else:
                yield message


class Program:
    """Speaks JSON with a table: every command has an id of its own."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.you: list[int] = []
        self.view: Document = {}
        self.events: list[Document] = []
        self._ids = map(str, itertools.count(1))

    async def receive(self) -> Any:
        """The next message; events are kept too."""
        async with asyncio.timeout(PATIENCE):
            message = json.loads(await self.socket.recv())
        if isinstance(message, dict) and message["type"] == "events":
            self.events += message["events"]
        return message

    async def next(self, *types: str) -> Document:
        """The next message of one of these types; others are passed over."""
        while True:
            message = await self.receive()
            if isinstance(message, dict) and message["type"] in types:
                return message

    async def send(self, document: Any) -> None:
        """Send a document as it is."""
        await self.socket.send(json.dumps(document))

    async def ask(self, command: str, **fields: Any) -> Document:
        """Send a command; its answer."""
        name = fields.pop("id", None) or next(self._ids)
        await self.send({"id": name, "command": command, **fields})
        while True:
            answer = await self.next("done", "refused")
            if answer["id"] == name:
                return answer

    async def play(self, move: str, seat: int, ply: int | None = None) -> Document:
        """Make a move; the answer."""
        return await self.ask("play", seat=seat, move=move, **({} if ply is None else {"ply": ply}))

    async def told(self, kind: str) -> Document:
        """The next event of a kind that is not taken note of yet."""
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] == kind:
                    return event
            await self.next("events")


def quick(**changes: Any) -> Config:
    """A server for tests, on any free port."""
    config = Config(port=0, log=False)
    limits = {name: changes.pop(name) for name in tuple(changes) if hasattr(config.limits, name)}
    limits_now = dataclasses.replace(config.limits, **limits)
    return dataclasses.replace(config, limits=limits_now, **changes)


@contextlib.asynccontextmanager
async def serving(
    config: Config | None = None, store: Store | Path | None = None, solver: Any = None
) -> AsyncIterator[Served]:
    """A server with an empty store in memory, or with one that is given, until the block ends."""
    config = config or quick()
    opened = SqliteStore(store) if isinstance(store, Path) else store or MemoryStore()
    solver = solver or OwnSolver()
    lobby = Lobby(config, opened, solver)
    site = Site(
        config=config,
        store=opened,
        lobby=lobby,
        solver=solver,
        sittings=Sittings(lobby.commits, solver, config.limits.puzzles_in_memory),
        pages=Pages(),
        new_rooms=Rates(config.limits.new_rooms),
    )
    with listen(config.host, config.port) as listener:
        server = Server(site, Watch(config.limits, 10_000), Log(None), None)
        server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]
        with contextlib.redirect_stdout(None):
            running = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started:
                await asyncio.sleep(0.005)
        try:
            yield Served(site, server, listener.getsockname()[1])
        finally:
            server.should_exit = True
            await running
