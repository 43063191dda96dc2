"""A real server in a process of its own, as `numduel web` starts it."""

import json
import os
import re
import signal
import subprocess
import threading
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import prepared
from commandline import COMMAND, PATIENCE, environment


def _start(
    arguments: tuple[str, ...], out: int, err: int, env: dict[str, str], forked: bool
) -> prepared.Forked | subprocess.Popen[bytes]:
    """A process that runs the command, forked where Python itself starts with nothing out of the ordinary."""
    if not forked or prepared.of_python(env) != prepared.of_python(environment()):
        return subprocess.Popen((*COMMAND, *arguments), env=env, stdout=out, stderr=err)
    with open(os.devnull) as nothing:
        return prepared.Forked(arguments, (nothing.fileno(), out, err), env, None, environment(), None)


class WebServer(AbstractContextManager["WebServer"]):
    """`numduel web` on a free port; what it says is kept. Ends with the test.

    Where it is not `forked` from a prepared process, it has the signals and files of this one.
    """

    def __init__(self, db: Path, *options: str, forked: bool = True, **changes: str | None) -> None:
        self.db = db
        port = () if "--port" in options else ("--port", "0")
        arguments = ("web", "--no-open", "--db", str(db), *port, *options)
        (out, to_out), (err, to_err) = os.pipe(), os.pipe()
        self._files = [os.fdopen(each, encoding="utf-8") for each in (out, err)]
        self.process = _start(arguments, to_out, to_err, environment(**changes), forked)
        os.close(to_out)
        os.close(to_err)
        self.said: list[str] = []
        self.log: list[str] = []
        self._ready = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep, args=parts, daemon=True)
            for parts in zip(self._files, (self.said, self.log), strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def _keep(self, file: Any, lines: list[str]) -> None:
        for line in file:
            lines.append(line.rstrip("\n"))
            if line.startswith("numduel is at "):
                self._ready.set()
        if lines is self.said:
            self._ready.set()

    @property
    def url(self) -> str:
        """The address of its first page, without the last slash; waited for."""
        assert self._ready.wait(PATIENCE)
        found = re.fullmatch(r"numduel is at (\S+)/", self.said[0] if self.said else "")
        assert found, (self.said, self.log)
        return found[1]

    @property
    def port(self) -> int:
        """The port that it listens on."""
        port = urlsplit(self.url).port
        assert port is not None
        return port

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop; the code with which it ended."""
        self.process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        """The code with which it ends."""
        code = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return code

    def requests(self) -> list[dict[str, Any]]:
        """What the log says about requests."""
        lines = [json.loads(line) for line in self.log]
        return [line for line in lines if line["what"] == "request"]

    def memory(self) -> int:
        """How many bytes its process holds."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.wait()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.wait()
        for file in self._files:
            file.close()
        assert not [line for line in self.said + self.log if "Traceback" in line], self.log
