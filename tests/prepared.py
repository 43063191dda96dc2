"""Processes that have numduel loaded before they are asked for: they start many times as quickly as Python.

Each is forked from a server that has done nothing but import. It has its own arguments, environment, folder
and streams, and ends with its own exit code, as any command does. What depends on how Python itself starts
(its own variables, the locale, a terminal) is tested with `subprocess` and real shells instead.
"""

import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple, TextIO

LOADED = (
    "numduel.cli",
    "numduel.games",
    "numduel.analysis",
    "numduel.solver",
    "numduel.store",
    "numduel.learn",
)
# What some commands load takes half a second; loaded for all, it would double the time to fork.
HEAVY = {"graph": "igraph", "web": "numduel.web.serving.server"}
_DECIDES = ("PYTHON", "LC_", "LANG")  # variables that Python reads when it starts
_LARGEST = 1 << 20  # bytes of a request


class Done(NamedTuple):
    """What a process wrote, and its exit code; negative for a signal."""

    stdout: bytes
    stderr: bytes
    returncode: int


def of_python(env: Mapping[str, str]) -> dict[str, str]:
    """The variables that decide how Python itself starts."""
    return {name: value for name, value in env.items() if name.startswith(_DECIDES)}


class Forked:
    """A process that runs `python -m numduel` with these arguments, as far as `subprocess.Popen` shows one.

    It is forked from a Python that was `started_with` these variables, and finds what is `installed`.
    """

    def __init__(
        self,
        arguments: Sequence[str | bytes],
        descriptors: Sequence[int],  # its standard input, output and error
        env: Mapping[str, str],
        cwd: Path | None,
        started_with: Mapping[str, str],
        installed: str | Path | None,
    ) -> None:
        words = [os.fsdecode(argument) for argument in arguments]
        folders = [] if installed is None else [str(installed)]
        asked = {"arguments": words, "env": dict(env), "cwd": str(cwd or os.getcwd()), "folders": folders}
        heavy = HEAVY.get(words[0], "") if words else ""
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server.connect(_server(tuple(sorted(of_python(started_with).items())), heavy))
        socket.send_fds(self._server, [json.dumps(asked).encode()], descriptors)
        self.pid = int(self._server.recv(32))
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """The code with which it ends; TimeoutExpired if that takes longer."""
        if self.returncode is None:
            self._server.settimeout(timeout)
            try:
                self.returncode = int(self._server.recv(32))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired("numduel", timeout or 0) from None
            self._server.close()
        return self.returncode

    def poll(self) -> int | None:
        """The code with which it has ended; None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        """Send it a signal, while it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def run_prepared(
    arguments: Sequence[str | bytes],
    said: bytes,
    env: Mapping[str, str],
    cwd: Path | None,
    patience: float,
    started_with: Mapping[str, str],
    installed: str | Path | None,
) -> Done:
    """Run a command to its end; TimeoutExpired if it takes more than `patience` seconds."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(said)
        given.seek(0)
        streams = [given.fileno(), out.fileno(), err.fileno()]
        process = Forked(arguments, streams, env, cwd, started_with, installed)
        try:
            code = process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        return Done(_content(out), _content(err), code)


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


@cache
def _server(started_with: tuple[tuple[str, str], ...], heavy: str) -> str:
    """The address of a server whose Python was started with these variables, and has `heavy` loaded."""
    folder = tempfile.TemporaryDirectory(prefix="numduel-prepared-")
    address = str(Path(folder.name, "address"))
    env = {name: value for name, value in os.environ.items() if not name.startswith(_DECIDES)}
    command = (sys.executable, __file__, address, heavy)
    server = subprocess.Popen(command, env={**env, **dict(started_with)}, stdout=subprocess.PIPE)
    assert server.stdout is not None
    assert server.stdout.readline(), "the server that prepares processes does not start"
    atexit.register(_end, server, folder)
    return address


def _end(server: "subprocess.Popen[bytes]", folder: "tempfile.TemporaryDirectory[str]") -> None:
    """End a server, and leave nothing of it behind."""
    server.kill()
    server.communicate()
    folder.cleanup()


# In the server


def serve(address: str, heavy: str) -> None:
    """Fork a process for whoever connects."""
    for package in LOADED:
        paths = importlib.import_module(package).__path__
        for module in pkgutil.walk_packages(paths, f"{package}."):
            importlib.import_module(module.name)
    if heavy:
        importlib.import_module(heavy)
    gc.freeze()  # what all share is not written to, and so not copied
    running: dict[int, tuple[int, socket.socket]] = {}  # by a descriptor that tells when the process ends
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(address)
        listening.listen()
        print("ready", flush=True)
        while True:
            for ready in select.select([listening.fileno(), *running], [], [])[0]:
                if ready == listening.fileno():
                    request, _ = listening.accept()
                    process = _start(request)
                    running[os.pidfd_open(process)] = process, request
                else:
                    _tell_the_end(ready, *running.pop(ready))


def _start(request: socket.socket) -> int:
    """Start the command that is asked for, and say which process it is."""
    asked, descriptors, _, _ = socket.recv_fds(request, _LARGEST, 3)
    process = os.fork()
    if not process:
        _become_the_command(descriptors, **json.loads(asked))
    for descriptor in descriptors:
        os.close(descriptor)
    request.send(str(process).encode())
    return process


def _tell_the_end(ended: int, process: int, request: socket.socket) -> None:
    """Say how a process has ended, to whoever still waits for it."""
    os.close(ended)
    _, status = os.waitpid(process, 0)
    with request, contextlib.suppress(OSError):
        request.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become_the_command(
    descriptors: list[int], arguments: list[str], env: dict[str, str], cwd: str, folders: list[str]
) -> None:
    """Be `python -m numduel`."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    os.closerange(3, 256)  # whatever the server has open
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.stdin, sys.stdout = _stream(0, "r", "surrogateescape"), _stream(1, "w", "surrogateescape")
    sys.stderr = _stream(2, "w", "backslashreplace", line_buffering=True)
    sys.argv = ["numduel", *arguments]
    sys.path[1:1] = folders  # the first is where a program lies
    try:
        runpy.run_module("numduel", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        atexit._run_exitfuncs()
        _flush(sys.stdout)
        _flush(sys.stderr)
        os._exit(
            int(ended.code or 0)
        )  # to take the whole interpreter apart would take longer than all the rest


def _flush(stream: TextIO | None) -> None:
    """Write what is left, unless the command has closed the stream, or nobody reads it."""
    with contextlib.suppress(ValueError, OSError):
        if stream is not None:
            stream.flush()


def _stream(number: int, mode: str, errors: str, line_buffering: bool = False) -> io.TextIOWrapper:
    """A standard stream as Python makes it."""
    file = io.FileIO(number, mode, closefd=False)
    buffered = io.BufferedReader(file) if mode == "r" else io.BufferedWriter(file)
    return io.TextIOWrapper(buffered, encoding="utf-8", errors=errors, line_buffering=line_buffering)


if __name__ == "__main__":
    serve(*sys.argv[1:3])
