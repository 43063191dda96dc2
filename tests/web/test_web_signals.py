"""`numduel web` under signals, few and many, before it serves and while it does."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from commandline import COMMAND, PATIENCE, environment, numduel, run
from interrupting import python_path
from webserver import WebServer


def test_with_standard_error_closed_no_complaint_is_among_what_it_says(path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        asked = (*COMMAND, "web", "--no-open", "--port", str(taken.getsockname()[1]), "--db", str(path))
        with subprocess.Popen(
            ("/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *asked),
            stdout=subprocess.PIPE,
            env=environment(),
            text=True,
        ) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
    assert first.startswith("numduel is at ")


@pytest.mark.parametrize("redirection", [">&-", ">/dev/full"])
def test_a_server_that_cannot_say_where_it_is_serves_and_ends_in_order(redirection: str, path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    asked = (*COMMAND, "web", "--no-open", "--port", str(port), "--db", str(path), "--log", "none")
    with subprocess.Popen(
        ("/bin/sh", "-c", f'exec "$@" {redirection}', "sh", *asked), stderr=subprocess.PIPE, env=environment()
    ) as process:
        until = time.monotonic() + PATIENCE
        while not _is_served(port):
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert (err, process.returncode) == (b"", 0)


def _is_served(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
    except httpx.ConnectError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_many_signals_at_once_end_it_without_a_word(number: signal.Signals, path: Path) -> None:
    with WebServer(path) as server:
        assert server.url
        for _ in range(5):
            server.process.send_signal(number)
            time.sleep(0.02)
        assert server.wait() == 130
        assert server.log == []


def test_who_has_hangups_ignored_keeps_the_server_when_the_terminal_goes(path: Path) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does for what it starts
    try:
        server = WebServer(path, forked=False)
    finally:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with server:
        assert server.url
        server.process.send_signal(signal.SIGHUP)
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert server.stop() == 0


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 130), (signal.SIGTERM, 0)]
)
def test_a_signal_while_it_starts_ends_it_as_later_on(
    number: signal.Signals, code: int, path: Path, tmp_path: Path
) -> None:
    asked = ("web", "--no-open", "--port", "0", "--db", str(path))
    ended = numduel(*asked, PYTHONPATH=python_path(tmp_path, "uvicorn", number))
    assert (ended.out, ended.code) == ("", code)
    assert ended.err == ("numduel: interrupted\n" if code else "")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 130), (signal.SIGTERM, 0)]
)
def test_a_signal_for_all_its_processes_is_answered_by_the_server_alone(
    number: signal.Signals, code: int, path: Path, tmp_path: Path
) -> None:
    # It comes while the process that makes workers is still loading what they need.
    where = "'forkserver' in sys.orig_argv[-1]"
    module = "numduel.web.solving.knowledge"
    with subprocess.Popen(
        (*COMMAND, "web", "--no-open", "--port", "0", "--db", str(path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONPATH=python_path(tmp_path, module, number, where=where, group=True)),
        start_new_session=True,
        text=True,
    ) as process:
        _, err = process.communicate(timeout=PATIENCE)
    assert err in ("", "numduel: interrupted\n")
    assert process.returncode == code


# Numduel where workers cannot be started, after something has been done.
_BROKEN = """
import os, signal, sys
from concurrent.futures.process import BrokenProcessPool
from pebble import ProcessPool
from numduel.cli.main import main

def schedule(self, *asked):
    {done}
    raise BrokenProcessPool

ProcessPool.schedule = schedule
sys.exit(main(["web", "--no-open", "--port", "0", "--db", {path!r}]))
"""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 130), (signal.SIGTERM, 0)]
)
def test_workers_that_cannot_be_started_while_it_is_stopped_are_no_failure(
    number: signal.Signals, code: int, path: Path
) -> None:
    done = f"os.kill(os.getpid(), {int(number)})"
    script = _BROKEN.format(done=done, path=str(path))
    ended = run((sys.executable, "-c", script), "", environment())
    assert (ended.out, ended.err, ended.code) == ("", "", code)


def test_workers_that_cannot_be_started_are_told_in_a_sentence(path: Path) -> None:
    script = _BROKEN.format(done="pass", path=str(path))
    refused = run((sys.executable, "-c", script), "", environment())
    assert refused.complaint.startswith("numduel: a process that works out answers cannot be started: ")
    assert refused.code == 1
