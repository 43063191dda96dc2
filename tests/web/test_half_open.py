"""Connections on which nothing comes, or nothing is taken: they end, and disturb nobody."""

import contextlib
import resource
import socket
import time
from pathlib import Path

import httpx
import pytest
from threaded import ThreadedServer
from webserver import WebServer

from numduel.web.config import Config, WebLimits
from numduel.web.serving.log import Log

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
IMPATIENT = WebLimits(request_seconds=2, idle_seconds=4)


@pytest.fixture
def many() -> int:
    """How many connections this process can open, up to 10,000."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return min(10_000, hard - 500)


def test_ten_thousand_half_open_connections_keep_nobody_out(many: int, path: Path) -> None:
    with WebServer(path) as server, contextlib.ExitStack() as opened:
        port, before = server.port, server.memory()
        slowest = 0.0
        for number in range(many):
            half = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            with contextlib.suppress(ConnectionError):  # the server may have made room already
                half.sendall(HALF_A_HEAD if number % 2 else b"")
            if number % 500 == 0:
                begun = time.perf_counter()
                assert httpx.get(f"{server.url}/healthz", timeout=10).status_code == 200
                slowest = max(slowest, time.perf_counter() - begun)
        assert slowest < 1
        assert server.memory() - before < 60_000_000


def test_who_does_not_finish_a_request_is_cut_off(path: Path) -> None:
    beginnings = [
        b"",
        b"G",
        HALF_A_HEAD,
        b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n12",
    ]
    with ThreadedServer(Config(limits=IMPATIENT), path) as server, contextlib.ExitStack() as opened:
        begun = time.monotonic()
        halves = [
            opened.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in beginnings
        ]
        for half, beginning in zip(halves, beginnings, strict=True):
            half.sendall(beginning)
        # A byte now and then does not help.
        while time.monotonic() - begun < IMPATIENT.request_seconds / 2:
            halves[2].sendall(b"x")
            time.sleep(0.2)
        for half in halves:
            half.settimeout(begun + IMPATIENT.request_seconds + 3 - time.monotonic())
            with contextlib.suppress(ConnectionError):
                while half.recv(4096):
                    pass


def test_a_connection_on_which_nothing_more_is_asked_is_closed(path: Path) -> None:
    with (
        ThreadedServer(Config(limits=IMPATIENT), path) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=10) as kept,
    ):
        for pause in (0, IMPATIENT.request_seconds + 1):  # which is not counted as an unfinished request
            time.sleep(pause)
            kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while not answer.endswith(b'{"status":"ok"}'):
                answer += kept.recv(4096)
        assert kept.recv(4096) == b""


def test_a_head_that_is_too_large_ends_what_was_asked_before_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[BaseException] = []
    monkeypatch.setattr(Log, "write_failure", lambda log, error, route: failures.append(error))
    healthy = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with (
        ThreadedServer(Config(), path) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=10) as asking,
    ):
        asking.sendall(healthy * 2 + HALF_A_HEAD + b"x" * 20_000 + b"\r\n\r\n")
        answer = b""
        while part := asking.recv(4096):
            answer += part
        assert answer.startswith(b"HTTP/1.1 431 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert failures == []
