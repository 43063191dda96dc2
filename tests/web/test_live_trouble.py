"""Trouble at the tables: frames that are none, too many messages or sockets, readers that do not read."""

import asyncio
import base64
import contextlib
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from foreign import Take
from live_tables import PATIENCE, Served, quick, serving, told_to_page
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from numduel.match.setup import Setup
from numduel.web.config import Config, Limit
from numduel.web.serving.security import hash_key
from numduel.web.tables.rooms import Options, Room

FAR = "operation-duel:target=1000"


class Failing(Take):
    """A game whose rules fail at eight, and which cannot be shown at seven."""

    name = "failing"

    def play(self, state: int, move: int) -> int:
        if state == 8:
            raise RuntimeError("the rules have a hole")
        return state - move

    def show(self, state: int) -> str:
        if state == 7:
            raise RuntimeError("there is no seven")
        return f"{state} left."


def served(test: Callable[[Served], Awaitable[None]], config: Config | None = None, **parts: Any) -> None:
    """Run a test against a server."""

    async def run() -> None:
        async with serving(config, **parts) as server:
            await test(server)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "not-json"),
        ("nonsense", "not-json"),
        ("[" * 4_000, "not-json"),
        ("[]", "empty"),
        ("7", "not-json"),
        ("[7]", "not-json"),
        ("{}", "no-id"),
        ('{"id":7,"command":"here"}', "no-id"),
        (b"\x00\x01", "binary"),
        (b'{"id":"1","command":"here"}', "binary"),
        ('{"id":"1","command":"nothing"}', "no-such-command"),
        ('{"id":"1","command":["here"]}', "no-such-command"),
        ('{"id":"1","command":"play","seat":true,"move":"5"}', "no-such-command"),
        ('{"id":"1","command":"play","seat":3,"move":"5"}', "no-such-command"),
    ],
)
def test_a_frame_that_makes_no_sense_is_refused_and_the_socket_stays_open(frame: Any, code: str) -> None:
    async def send(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.socket.send(frame)
            answer = await ann.receive()
            (answer,) = answer if isinstance(answer, list) else [answer]
            assert (answer["type"], answer["code"]) == ("refused", code)
            assert answer["id"] == ("1" if code == "no-such-command" else None)
            assert (await ann.play("5", 1))["type"] == "done"

    served(send)


def test_a_frame_that_is_too_large_ends_the_socket() -> None:
    async def send(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.socket.send(json.dumps({"id": "1", "command": "here", "x": "y" * 5_000}))
            with pytest.raises(ConnectionClosed) as closed:
                await ann.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        assert room.session.number == 1

    served(send)


@pytest.mark.parametrize(("who", "most"), [("spectator", 3), ("player", 6)])
def test_too_many_messages_are_refused_and_far_too_many_end_the_socket(who: str, most: int) -> None:
    config = quick(
        player_messages=Limit(most=6, seconds=60),
        spectator_messages=Limit(most=3, seconds=60),
        program_messages=Limit(most=1_000, seconds=60),
    )

    async def send(server: Served) -> None:
        room = await server.room()
        async with server.page_socket(room, server.ann if who == "player" else None) as page:
            codes: list[str] = []
            with pytest.raises(ConnectionClosed) as closed:
                await ask_often(page, 4 * most, codes)
            assert codes == ["done"] * most + ["too-many"] * (most + 1)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        async with server.program(room, server.ann) as program:  # which has a limit of its own
            for _ in range(4 * most):
                assert (await program.ask("here"))["type"] == "done"

    served(send, config)


async def ask_often(page: ClientConnection, count: int, codes: list[str]) -> None:
    """Ask so often whether the server is there, and note what it says."""
    told = told_to_page(page)
    for number in range(count):
        await page.send(json.dumps({"id": str(number), "command": "here"}))
        while (answer := await anext(told))["type"] not in ("done", "refused"):
            pass
        codes.append(answer.get("code", "done"))


def test_a_table_and_a_server_take_only_so_many_sockets() -> None:
    async def connect(server: Served) -> None:
        room, other, third = [await server.room() for _ in range(3)]
        async with server.program(room), server.program(room):
            with pytest.raises(InvalidStatus) as refused:
                await server.socket(room)
            assert refused.value.response.status_code == 503
            async with server.program(other):
                with pytest.raises(InvalidStatus):
                    await server.socket(third)
        async with server.program(third):
            pass

    served(connect, quick(sockets=3, sockets_a_room=2))


@pytest.mark.parametrize("name", ["aaaaaaaaaa", "nowhere", "..", "x" * 500, "aaaaaaaaaA"])
def test_a_table_that_is_not_there_has_no_socket(name: str) -> None:
    async def connect(server: Served) -> None:
        with pytest.raises(InvalidStatus) as refused:
            await server.socket(name)
        assert refused.value.response.status_code == 404

    served(connect)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Host": "elsewhere.example"},
        {"Cookie": "numduel=" + "x" * 22},
    ],
    ids=["another origin", "another host", "a cookie without an origin"],
)
def test_a_socket_from_elsewhere_is_refused_before_it_is_accepted(headers: dict[str, str]) -> None:
    async def connect(server: Served) -> None:
        room = await server.room()
        lines = {"Host": f"127.0.0.1:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade"}
        lines |= {
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }
        request = "".join(f"{name}: {value}\r\n" for name, value in (lines | headers).items())
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"GET /live/{room.id} HTTP/1.1\r\n{request}\r\n".encode())
        assert b" 403 " in await reader.readline()
        writer.close()
        assert server.lobby.sockets == 0

    served(connect)


def test_a_reader_that_does_not_read_is_dropped_and_slows_nobody() -> None:
    async def play(server: Served) -> None:
        server.ben = server.ann
        room = await server.room(FAR)
        reader, writer = await never_reading(server, room.id)
        async with server.program(room, server.ann) as ann:
            while len(room.audience) < 2:
                await asyncio.sleep(0.01)
            slowest = 0.0
            for ply in range(400):
                before = asyncio.get_running_loop().time()
                assert (await ann.play("+1", 1 + ply % 2))["type"] == "done"
                slowest = max(slowest, asyncio.get_running_loop().time() - before)
                if len(room.audience) == 1:
                    break
            assert len(room.audience) == 1, "it is still there"
            assert slowest < 1.0
            assert all(len(each._waiting) <= 64 for each in room.audience.listeners)
        writer.transport.abort()
        del reader

    served(play, quick(queue=8))


async def never_reading(server: Served, room: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A page that takes in next to nothing."""
    import socket

    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=raw, limit=64)
    nonce = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /live/{room} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n\r\n".encode()
    )
    return reader, writer


def test_a_page_is_sent_all_that_waits_as_one_message_and_a_program_one_by_one() -> None:
    async def wait(json: bool) -> list[str | None]:
        from numduel.web.tables.audience import Listener

        async def fresh(_: Listener) -> str:
            return "fresh"

        listener = Listener(None, json=json, most=8, fresh=fresh)
        for text in ("1", "[2]", "3"):
            listener.push(text)
        listener.end(1000)
        return [await listener.next() for _ in range(4 if json else 2)]

    assert asyncio.run(wait(json=False)) == ["[1,[2],3]", None]
    assert asyncio.run(wait(json=True)) == ["1", "[2]", "3", None]


def test_a_reader_that_falls_behind_is_given_one_fresh_view() -> None:
    async def fall_behind(server: Served) -> None:
        from numduel.web.tables.audience import Listener, Reply

        room = await server.room(FAR)
        listener = Listener(None, json=True, most=8, fresh=lambda each: server.lobby.whole_view(room, each))
        await server.lobby.join(room, listener)
        listener._waiting.clear()
        for number in range(7):
            listener.push(f"told {number}")
        listener.push(Reply("answer"))
        listener.push("one more")
        sent = [await asyncio.wait_for(listener.next(), PATIENCE) for _ in range(3)]
        assert sent[0] == "answer"
        assert json.loads(sent[1] or "")["type"] == "view"
        assert sent[2] == "one more"
        for number in range(30):
            listener.push(f"told {number}")
        assert listener.code == 1013
        server.lobby.leave(room, listener)

    served(fall_behind)


def test_somebody_who_sends_and_never_reads_the_answers_is_dropped() -> None:
    async def send(server: Served) -> None:
        from numduel.web.tables.audience import Listener, Reply

        room = await server.room(FAR)
        listener = Listener(None, json=True, most=8, fresh=lambda each: server.lobby.whole_view(room, each))
        for number in range(20):
            listener.push(Reply(f"answer {number}"))
        assert listener.code == 1013

    served(send)


def test_ten_at_once_at_one_seat_make_one_move() -> None:
    async def race(server: Served) -> None:
        room = await server.room(FAR)
        async with contextlib.AsyncExitStack() as opened:
            enter = opened.enter_async_context
            programs = [await enter(server.program(room, server.ann)) for _ in range(10)]
            asked = [
                each.ask("play", seat=1, move="+1", ply=0, id=str(at)) for at, each in enumerate(programs)
            ]
            answers = await asyncio.gather(*asked)
        assert sorted(answer["type"] for answer in answers) == ["done"] + ["refused"] * 9
        assert {answer.get("code") for answer in answers} <= {None, "not-your-turn", "moved-on"}
        assert room.moves == ("+1",)

    served(race)


async def _failing_room(server: Served) -> Room:
    setup = Setup(game=Failing(), players=("human:Ann", "human:Ben"))
    return await server.lobby.create(setup, Options(), (hash_key(server.ann), hash_key(server.ben)))


def test_a_move_at_which_the_rules_of_a_game_fail_is_refused_and_the_socket_stays_open() -> None:
    async def play(server: Served) -> None:
        room = await _failing_room(server)
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            assert (await ann.play("2", 1))["type"] == "done"
            refused = await ben.play("2", 2)
            assert (refused["type"], refused["code"]) == ("refused", "failed")
            assert refused["sentence"] == "The rules of Take have failed; nothing has happened."
            assert (await ben.play("1", 2))["code"] == "failed"
            assert room.moves == ("2",)

    served(play)


def test_a_socket_at_a_table_that_cannot_be_shown_is_not_counted_for_ever() -> None:
    async def look(server: Served) -> None:
        room = await _failing_room(server)
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            await ann.play("1", 1)
            await ben.play("2", 2)
        for _ in range(2):
            with contextlib.suppress(ConnectionClosed):
                async with server.socket(room, server.ann) as socket:
                    await asyncio.wait_for(socket.recv(), PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while server.lobby.sockets:
                await asyncio.sleep(0.01)
        assert len(room.audience) == 0

    served(look)
