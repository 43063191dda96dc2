"""What the log tells, and what it never does."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from webserver import WebServer
from websockets.asyncio.client import connect

from numduel.web.serving.log import Log
from numduel.web.serving.security import hash_key, new_key


async def look(address: str, key: str) -> None:
    """Open the socket of a table, and close it when something has come."""
    async with connect(address, additional_headers={"Authorization": f"Bearer {key}"}) as opened:
        await opened.recv()


def test_each_request_is_one_line_without_anything_personal(path: Path) -> None:
    key = new_key()
    with WebServer(path, "--log", "json") as server:
        with httpx.Client(base_url=server.url, headers={"User-Agent": "Secret-Agent"}) as client:
            table = client.post(
                "/api/rooms", json={"spec": "operation-duel", "players": ["human:Mallory", "human"]}
            ).json()
            client.get(f"/g/{table['id']}", headers={"Cookie": f"numduel={key}"})
            client.get("/analysis/operation-duel", params={"moves": "+1"})
            client.get(
                "/secret-path/of-somebody?token=secret-query", headers={"Referer": "http://secret.example/"}
            )
            client.post(
                f"/api/rooms/{table['id']}/commands",
                json={"id": "secret-id", "command": "sit", "seat": 1, "name": "Eve"},
                headers={"Authorization": f"Bearer {table['keys'][0]}"},
            )
            asyncio.run(look(f"ws://127.0.0.1:{server.port}{table['socket']}", table["keys"][0]))
        server.stop()
        lines = server.requests()
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/rooms", 201),
        ("GET", "/g/{id}", 200),
        ("GET", "/analysis/{spec:path}", 200),
        ("GET", "-", 404),
        ("POST", "/api/rooms/{id}/commands", 200),
        ("SOCKET", "/live/{id}", 101),
    ]
    for line in lines:
        assert set(line) == {"time", "what", "method", "route", "status", "ms", "bytes"}
    whole = "\n".join(server.log).lower()
    secrets = ["127.0.0.1", "mallory", "eve", "secret", table["id"], key, hash_key(key), *table["keys"]]
    assert [word for word in secrets if word.lower() in whole] == []


def test_a_failure_inside_tells_where_it_was_and_nothing_else(path: Path) -> None:
    with WebServer(path) as server:
        table = httpx.post(f"{server.url}/api/rooms", json={"spec": "operation-duel"}).json()
        path.write_bytes(b"The store is no store any more." * 1_000)
        answer = httpx.get(f"{server.url}/api/rooms/{table['id']}/record")
        assert answer.status_code in (500, 503)
        assert str(path) not in answer.text
        assert "Traceback" not in answer.text
        assert httpx.get(f"{server.url}/readyz").status_code == 503
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        server.process.kill()
        server.wait()
    for line in server.log:
        assert json.loads(line)["what"] in ("request", "failure", "warning")


def test_without_a_log_nothing_is_written(path: Path) -> None:
    with WebServer(path, "--log", "none") as server:
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert server.stop() == 0
        assert server.log == []


@pytest.mark.parametrize("log", ["json", "none"])
def test_what_a_package_complains_of_is_a_line_of_the_log_like_any_other(log: str, path: Path) -> None:
    with WebServer(path, "--log", log) as server:
        kind = {"Content-Type": "multipart/form-data; boundary=x", "Origin": server.url}
        answer = httpx.post(f"{server.url}/review", content=b"Phello", headers=kind)
        assert answer.status_code == 400
        server.stop()
        told = [json.loads(line)["what"] for line in server.log]
    assert told == (["warning", "request"] if log == "json" else [])


def test_a_request_that_breaks_off_is_no_failure(path: Path) -> None:
    with WebServer(path, "--log", "json") as server:
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
            time.sleep(0.3)
        httpx.get(f"{server.url}/healthz")
        server.stop()
        lines = [json.loads(line) for line in server.log if line.startswith("{")]
    told = [(line["what"], line.get("status")) for line in lines if line.get("route") == "/api/rooms"]
    assert told == [("request", 400)]


@contextlib.contextmanager
def ends_within(seconds: int) -> Iterator[None]:
    """Break off what would wait for ever."""

    def give_up(_number: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_lines_that_nobody_reads_are_dropped_and_counted() -> None:
    reading, writing = os.pipe()
    with open(reading, "rb", buffering=0) as reader, open(writing, "w") as writer:
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writing, b"x" * 4096)
        os.set_blocking(writing, True)
        log = Log(writer)
        with ends_within(2):
            log.write("request")
            log.write("request")
        while reader.read(1 << 20):
            pass
        log.write("request")
        log.write("request")
        told = [json.loads(line) for line in (reader.read(1 << 12) or b"").splitlines()]
    assert [line.get("dropped") for line in told] == [2, None]
