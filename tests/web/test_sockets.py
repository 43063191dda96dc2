"""The sockets of a real server: who may open one, what it says when it stops, and readers who do not read."""

import asyncio
import contextlib
import json
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from webserver import WebServer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus


@pytest.fixture
def server(path: Path) -> Iterator[WebServer]:
    with WebServer(path) as one:
        yield one


def open_table(server: WebServer) -> Any:
    return httpx.post(f"{server.url}/api/rooms", json={"spec": "operation-duel"}).json()


def address(server: WebServer, table: Any) -> str:
    return f"ws://127.0.0.1:{server.port}{table['socket']}"


async def until_closed(opened: ClientConnection) -> tuple[list[Any], int]:
    """What comes until a socket is closed, and the code with which it is."""
    said = []
    try:
        while True:
            said.append(json.loads(await opened.recv()))
    except ConnectionClosed as end:
        return said, end.rcvd.code if end.rcvd else 0


async def status_of(server: WebServer, table: Any, origin: str | None, headers: dict[str, str]) -> int:
    """The status with which a socket is answered: 101 where it is opened."""
    try:
        async with connect(address(server, table), origin=origin, additional_headers=headers):  # type: ignore[arg-type]
            return 101
    except InvalidStatus as refusal:
        return refusal.response.status_code


def test_only_our_pages_and_programs_open_a_socket(server: WebServer) -> None:
    table = open_table(server)
    key = table["keys"][0]
    cookie, bearer = {"Cookie": f"numduel={key}"}, {"Authorization": f"Bearer {key}"}
    own = f"http://127.0.0.1:{server.port}"
    asked = [
        (own, cookie, 101),
        (own, {}, 101),
        (None, bearer, 101),
        (None, {}, 101),
        ("http://evil.example", cookie, 403),
        ("http://evil.example", bearer, 403),
        ("http://127.0.0.1:1", cookie, 403),
        ("null", cookie, 403),
        (None, cookie, 403),
        (own, {"Host": "evil.example"}, 403),  # beside our own name
        (own, {"Origin": "http://evil.example"}, 400),
    ]
    for origin, headers, status in asked:
        assert asyncio.run(status_of(server, table, origin, headers)) == status, (origin, headers)


@pytest.mark.parametrize("query", ["as=%ff", "as=%C3%A9", "%ff=%ff", "as", "as=json&as=%ff"])
def test_a_strange_query_opens_the_socket_of_a_page(query: str, server: WebServer) -> None:
    table = open_table(server)
    table["socket"] = f"/live/{table['id']}?{query}"
    assert asyncio.run(status_of(server, table, None, {})) == 101


def test_a_name_that_was_made_to_point_here_opens_no_socket(server: WebServer) -> None:
    table = open_table(server)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(
            f"GET {table['socket']} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert connection.recv(4096).startswith(b"HTTP/1.1 403")


def test_a_frame_that_is_too_large_ends_the_socket(server: WebServer) -> None:
    async def send() -> int:
        async with connect(address(server, open_table(server))) as opened:
            await opened.recv()
            await opened.send("x" * 5_000)
            return (await until_closed(opened))[1]

    assert asyncio.run(send()) == 1009
    assert httpx.get(f"{server.url}/healthz").status_code == 200


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_who_sits_at_a_table_is_told_to_come_back_when_the_server_stops(
    how: signal.Signals, server: WebServer
) -> None:
    table = open_table(server)

    async def watch() -> tuple[list[Any], int]:
        async with connect(address(server, table)) as opened:
            await opened.recv()
            server.process.send_signal(how)
            return await until_closed(opened)

    begun = time.monotonic()
    said, code = asyncio.run(watch())
    assert (said[-1]["type"], said[-1]["code"], code) == ("bye", "restart", 1012)
    assert server.wait() == (0 if how == signal.SIGTERM else 130)
    assert time.monotonic() - begun < 10


def test_what_was_confirmed_is_there_after_a_restart(path: Path) -> None:
    with WebServer(path) as server:
        table = open_table(server)
        for ply in range(4):
            answer = httpx.post(
                f"{server.url}/api/rooms/{table['id']}/commands",
                json={"id": str(ply), "command": "play", "seat": ply % 2 + 1, "move": "+1"},
                headers={"Authorization": f"Bearer {table['keys'][ply % 2]}"},
            )
            assert answer.json()["type"] == "done"
        server.process.kill()
        server.process.wait()
    with WebServer(path) as server:
        view = httpx.get(f"{server.url}/api/rooms/{table['id']}").json()
    assert (view["moves"], view["number"]) == (["+1"] * 4, 5)


TEXT, CLOSE, RESERVED = 0x81, 0x88, 0xF1  # the first byte of a frame; nobody may send the last


def frame(content: bytes, first: int = TEXT) -> bytes:
    """A frame of a client, masked by zeros."""
    assert len(content) < 126
    return bytes([first, 0x80 | len(content)]) + bytes(4) + content


def handshake(server: WebServer, table: Any) -> bytes:
    """What a program sends that plays first at a table, to open a socket."""
    return (
        f"GET {table['socket']} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Authorization: Bearer {table['keys'][0]}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def failures(server: WebServer) -> list[Any]:
    """What a server that is stopped now has written of failures and other trouble."""
    assert server.stop() == 0
    return [line for line in map(json.loads, server.log) if line["what"] != "request"]


@pytest.mark.parametrize("last", [b"", frame(b"\x03\xe8", CLOSE), frame(b"\xff")])
def test_a_text_that_is_no_utf_8_ends_the_socket_and_is_no_failure_of_the_server(
    last: bytes, server: WebServer
) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as opened, opened.makefile("rb") as told:
        opened.sendall(handshake(server, open_table(server)))
        assert told.readline().startswith(b"HTTP/1.1 101 ")
        opened.sendall(frame(b"\xff") + last)
        code = b"\x03\xef" if frame(b"\x03\xe8", CLOSE) != last else b"\x03\xe8"
        assert told.read().endswith(bytes([CLOSE, 2]) + code)  # the last that comes
    assert failures(server) == []


def test_an_answer_to_a_socket_that_has_failed_meanwhile_is_no_failure_of_the_server(
    server: WebServer,
) -> None:
    asked = [frame(b'{"id":"%d","command":"play","seat":1,"move":"+1"}' % number) for number in range(3)]
    table = open_table(server)
    for number in range(60):
        with socket.create_connection(("127.0.0.1", server.port)) as opened:
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            opened.sendall(handshake(server, table))
            opened.recv(100)
            with contextlib.suppress(ConnectionError):
                for piece in (*asked, frame(b"x", RESERVED), *asked, frame(b"", CLOSE)):
                    opened.sendall(piece)
                    time.sleep(number / 60 * 0.002)
    assert failures(server) == []


def test_sockets_whose_readers_do_not_read_are_gone_in_the_end(server: WebServer) -> None:
    table, count = open_table(server), 20
    asking = frame(b'{"id":"1","command":"view"}') * 200
    with contextlib.ExitStack() as opened:
        readers = []
        for _ in range(count):
            reader = opened.enter_context(socket.socket())
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            reader.connect(("127.0.0.1", server.port))
            reader.sendall(handshake(server, table))
            readers.append(reader)
        for _ in range(40):  # each asks for much and takes nothing
            for reader in readers:
                reader.setblocking(False)
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    reader.send(asking)
            time.sleep(0.05)
        begun = time.perf_counter()
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert time.perf_counter() - begun < 1
        until = time.monotonic() + 60
        while _connections(server) and time.monotonic() < until:
            time.sleep(0.5)
        assert _connections(server) == 0


def _connections(server: WebServer) -> int:
    """How many connections the server has open, by what the system says."""
    port = f":{server.port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    held = {
        link.readlink().name for link in Path(f"/proc/{server.process.pid}/fd").iterdir() if link.is_symlink()
    }
    return sum(row[1].endswith(port) and row[3] != "0A" and f"socket:[{row[9]}]" in held for row in rows)
