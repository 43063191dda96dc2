"""`numduel web` as a process: how it starts, what it says, and how it ends."""

import asyncio
import contextlib
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from commandline import COMMAND, Terminal, environment, numduel, run
from starlette.types import Receive, Scope, Send
from webserver import WebServer

from numduel.store.served import ANOTHER
from numduel.web.config import Config
from numduel.web.serving.guard import Guard
from numduel.web.serving.health import FRESH_SECONDS
from numduel.web.serving.log import Log

NOT_KEPT = "games cannot be kept: the store cannot be used:"


def test_it_says_where_it_is_and_serves_there(path: Path) -> None:
    with WebServer(path) as server:
        assert httpx.get(f"{server.url}/healthz").json() == {"status": "ok"}
        assert httpx.get(f"{server.url}/readyz").json() == {"status": "ok", "missing": []}
        assert str(path) in server.said[-1]


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "not yet" / "there" / "games.db"
    with WebServer(path) as server:
        assert httpx.get(f"{server.url}/readyz").status_code == 200
    assert path.is_file()


def test_a_taken_port_is_said_and_another_one_taken(path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with WebServer(path, "--port", str(taken)) as server:
            assert server.port != taken
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            assert server.log[0] == f"numduel: port {taken} is taken; this is port {server.port}"


def test_a_machine_of_a_network_is_told_how_phones_reach_it(path: Path) -> None:
    with WebServer(path, "--host", "0.0.0.0") as server:
        others = [line.split()[-1] for line in server.said if line.startswith("In the same network")]
        for address in others:
            assert httpx.get(f"{address}healthz").status_code == 200


def test_a_store_has_one_server_at_a_time_and_the_next_when_that_is_gone(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    for end in (signal.SIGKILL, signal.SIGTERM):
        with WebServer(path) as server:
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            link.unlink(missing_ok=True)
            link.symlink_to(path)
            for store in (path, link):
                refused = numduel("web", "--no-open", "--port", "0", "--db", str(store))
                assert refused.complaint == f"numduel: {ANOTHER}\n"
                assert (refused.out, refused.code) == ("", 1)
            assert numduel("history", "--db", str(path)).code == 0
            server.process.send_signal(end)
            server.process.wait(15)
    assert [each.name for each in path.parent.iterdir() if each.name.startswith(path.name)] == [path.name]


@pytest.mark.parametrize("most", [9, 24, 199])
def test_where_hardly_any_file_may_be_opened_a_sentence_says_so(most: int, path: Path) -> None:
    script = f'ulimit -n {most}; exec "$0" -m numduel web --no-open --port 0 --db "$1"'
    refused = run(("/bin/sh", "-c", script, sys.executable, str(path)), "", environment())
    assert (
        refused.complaint == f"numduel: a server needs 200 open files, and may have {most} here (ulimit -n)\n"
    )
    assert (refused.out, refused.code) == ("", 1)


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--port", "65536"), 2, "65535"),
        (("--port", "many"), 2, "whole number"),
        (("--host", "no.such.host.invalid"), 1, "no.such.host.invalid"),
        (("--host", "192.0.2.7"), 1, "192.0.2.7"),
        (("--public-url", "games.example.org"), 2, "https://"),
        (("--public-url", "https://games.example.org/path"), 2, "https://"),
        (("--log", "loud"), 2, "json"),
    ],
)
def test_what_cannot_be_served_is_told_in_a_sentence(
    options: tuple[str, ...], code: int, words: str, path: Path
) -> None:
    refused = numduel("web", "--no-open", "--db", str(path), *options)
    assert words in refused.complaint
    assert (refused.out, refused.code) == ("", code)


def test_a_port_for_metrics_that_is_taken_is_told_in_a_sentence(path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        refused = numduel("web", "--no-open", "--port", "0", "--db", str(path), "--metrics-port", taken)
    assert taken in refused.complaint
    assert refused.code == 1


def test_a_store_of_a_newer_version_is_told_in_a_sentence_and_stays_as_it_is(path: Path) -> None:
    with WebServer(path) as server:
        assert server.url
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 1000")
    file.close()
    before = path.read_bytes()
    refused = numduel("web", "--no-open", "--port", "0", "--db", str(path))
    assert "newer" in refused.complaint
    assert (refused.code, path.read_bytes()) == (1, before)


def test_a_store_that_is_none_is_told_in_a_sentence(path: Path) -> None:
    path.write_text("These are no games, though the file is where they should be.\n" * 100)
    refused = numduel("web", "--no-open", "--port", "0", "--db", str(path))
    assert "cannot be used" in refused.complaint
    assert refused.code == 1


def test_a_store_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = numduel("web", "--no-open", "--port", "0", "--db", str(tmp_path / "file" / "games.db"))
    assert "cannot be used" in refused.complaint
    assert refused.code == 1


def test_without_its_packages_it_says_how_to_install_them(tmp_path: Path, path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'uvicorn'\", name='uvicorn')"
    )
    shadowed = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    refused = numduel("web", "--no-open", "--db", str(path), PYTHONPATH=shadowed)
    assert refused.code == 1
    assert refused.complaint.startswith("numduel: the web needs the package uvicorn: ")
    assert " -m pip install --upgrade " in refused.complaint
    assert not path.exists()


def test_sigterm_ends_it_in_order_and_soon(path: Path) -> None:
    with WebServer(path) as server, httpx.Client() as client:
        assert client.get(f"{server.url}/healthz").status_code == 200  # and the connection stays open
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 10
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{server.url}/healthz")


def test_ctrl_c_ends_it_as_an_interruption(path: Path) -> None:
    with WebServer(path) as server:
        assert server.url
        assert server.stop(signal.SIGINT) == 130


def test_ctrl_c_at_a_terminal_leaves_no_process_behind_and_no_traceback(path: Path) -> None:
    with Terminal("web", "--no-open", "--port", "0", "--db", str(path)) as terminal:
        terminal.expect("Ctrl-C stops the server.")
        terminal.type("\x03")
        assert "Error" not in terminal.finish()
        assert terminal.code == 130


def test_a_request_under_way_does_not_keep_it_from_ending(path: Path) -> None:
    with WebServer(path) as server, socket.create_connection(("127.0.0.1", server.port)) as half:
        half.sendall(b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12")
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 10


def test_a_second_ctrl_c_ends_it_at_once(path: Path) -> None:
    with WebServer(path) as server, socket.create_connection(("127.0.0.1", server.port)) as half:
        # A request whose body does not come keeps the server waiting for a while.
        half.sendall(b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12")
        server.process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        begun = time.monotonic()
        assert server.stop(signal.SIGINT) == 130
        assert time.monotonic() - begun < 2


def test_sigterm_while_its_workers_start_ends_it_without_a_complaint(path: Path) -> None:
    command = [*COMMAND, "web", "--no-open", "--port", "0", "--log", "none", "--db", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as starting:
        until = time.monotonic() + 60
        while len(children(starting.pid)) < 2:  # who starts workers, and who keeps what they share
            assert time.monotonic() < until
            time.sleep(0.003)
        time.sleep(0.1)
        starting.terminate()
        _, said = starting.communicate(timeout=60)
    assert (said, starting.returncode) == (b"", 0)


def test_while_it_stops_a_proxy_is_told_that_it_is_not_ready(path: Path) -> None:
    with WebServer(path, "--public-url", "https://duel.example") as server:
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        server.process.send_signal(signal.SIGTERM)
        while (answer := httpx.get(f"{server.url}/readyz")).status_code == 200:
            time.sleep(0.05)  # it notices a signal ten times a second
        assert (answer.status_code, answer.json()["missing"]) == (503, ["the server is stopping"])
        assert server.wait() == 0


def test_metrics_are_told_on_a_port_of_their_own(path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with WebServer(path, "--metrics-port", port) as server:
        httpx.get(f"{server.url}/healthz")
        told = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert 'numduel_requests_total{method="GET",route="/healthz",status="200"} 1.0' in told
        assert "numduel_connections " in told
        assert "numduel_ready 1.0" in told


def test_it_stops_in_time_while_something_is_worked_out(path: Path) -> None:
    with WebServer(path) as server, ThreadPoolExecutor(2) as visitors:
        for target in ("99999999", "99999998"):  # one for each process
            spec = f"digit-stack:target={target},repeats=no"
            visitors.submit(httpx.get, f"{server.url}/api/verdict", params={"spec": spec}, timeout=30)
        time.sleep(1)
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 10


def sent(server: WebServer, method: str, address: str, *headers: str, body: str = "") -> socket.socket:
    """A connection on which a request was sent."""
    lines = [f"{method} {address} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", *headers]
    connection = socket.create_connection(("127.0.0.1", server.port), 60)
    connection.sendall("\r\n".join([*lines, "", body]).encode())
    return connection


def test_whoever_waits_too_long_while_it_stops_is_told_that_it_does() -> None:
    async def waits(scope: Scope, receive: Receive, send: Send) -> None:
        raise asyncio.CancelledError  # as uvicorn does to what is under way when the time is over

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(Guard(waits, Config(), Log(None)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/verdict")

    late = asyncio.run(answer())
    assert (late.status_code, late.json()["status"]) == (503, 503)
    assert "The server is about to stop" in late.text
    assert "default-src 'none'" in late.headers["content-security-policy"]


def test_it_stops_in_time_while_its_store_is_locked(path: Path) -> None:
    with WebServer(path) as server, contextlib.ExitStack() as opened:
        spec = {"spec": "operation-duel"}
        tables = [httpx.post(f"{server.url}/api/rooms", json=spec).json() for _ in range(5)]
        other = opened.enter_context(contextlib.closing(sqlite3.connect(path, isolation_level=None)))
        other.execute("BEGIN EXCLUSIVE")
        for table in tables:
            address, key = f"/api/rooms/{table['id']}/commands", f"Authorization: Bearer {table['keys'][0]}"
            move = '{"id": "1", "command": "play", "seat": 1, "move": "+1"}'
            opened.enter_context(sent(server, "POST", address, key, body=move))
        time.sleep(12)  # until all of them are to be read from the store anew
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 15  # 10, on a machine that is not busy


def test_it_is_ready_again_when_its_workers_were_killed(path: Path) -> None:
    with WebServer(path) as server:
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        workers = [worker for child in children(server.process.pid) for worker in children(child)]
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        time.sleep(3)  # what was found before holds for a while
        assert httpx.get(f"{server.url}/readyz", timeout=20).status_code == 200
        verdict = httpx.get(f"{server.url}/api/verdict", params={"spec": "operation-duel"}, timeout=20)
        assert verdict.json()["winner"] == 2


def test_a_server_that_is_killed_leaves_no_process_behind(path: Path) -> None:
    with WebServer(path) as server:
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        started = children(server.process.pid)
        started += [worker for child in started for worker in children(child)]
        assert len(started) >= 3
        server.process.kill()
        until = time.monotonic() + 15
        while [process for process in started if Path(f"/proc/{process}").exists()]:
            assert time.monotonic() < until
            time.sleep(0.1)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((process / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(process.name))
    return found


@pytest.mark.parametrize("options", [(), ("--no-open",)])
def test_on_a_desktop_the_page_is_opened(options: tuple[str, ...], path: Path, tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    asked = ("web", "--port", "0", "--db", str(path), *options)
    with Terminal(*asked, DISPLAY=":0", BROWSER=f"{browser} %s", SSH_CONNECTION=None) as terminal:
        shown = terminal.expect("Ctrl-C stops the server.")
        time.sleep(1.5)
        terminal.type("\x03")
        terminal.finish()
    if options:
        assert not opened.exists()
    else:
        assert f"numduel is at {opened.read_text().strip()}\n" in shown


def test_playing_at_a_terminal_loads_nothing_of_the_web() -> None:
    script = (
        "import sys; from numduel.cli.main import main; main(['play', 'digit-stack', '--no-save']);"
        "print([name for name in sys.modules if name.startswith(('numduel.web', 'starlette', 'uvicorn'))])"
    )
    done = run((sys.executable, "-c", script), "2\n5\n8\n9\n", environment())
    assert done.lines[-1] == "[]"


def test_a_server_whose_store_was_deleted_is_not_ready(path: Path) -> None:
    with WebServer(path) as server:
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        path.unlink()
        answer = httpx.get(f"{server.url}/readyz")
        assert answer.status_code == 503
        assert answer.json()["missing"] == [f"{NOT_KEPT} the file has been deleted or replaced"]
        assert httpx.post(f"{server.url}/api/rooms", json={"spec": "operation-duel"}).status_code == 503


def test_a_server_whose_disk_is_full_is_not_ready_until_there_is_room_again(path: Path) -> None:
    table = {"spec": "operation-duel"}
    with WebServer(path) as server:
        assert httpx.post(f"{server.url}/api/rooms", json=table).status_code == 201
        allowed = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        full = (path.stat().st_size, allowed[1])
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)  # no file may grow
        answer = httpx.get(f"{server.url}/readyz")
        limited = f"no file may have more than {full[0]:,} bytes here (ulimit -f)"
        assert (answer.status_code, answer.json()["missing"]) == (503, [f"{NOT_KEPT} {limited}"])
        assert "probe" not in " ".join(file.name for file in path.parent.iterdir())
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, allowed)
        time.sleep(FRESH_SECONDS)  # what was found before holds for a while
        assert httpx.get(f"{server.url}/readyz").json() == {"status": "ok", "missing": []}
        assert httpx.post(f"{server.url}/api/rooms", json=table).status_code == 201
