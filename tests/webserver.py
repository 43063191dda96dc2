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

from commandline import COMMAND, PATIENCE, environment


class WebServer(AbstractContextManager["WebServer"]):
    """`numduel web` on a free port; what it says is kept. Ends with the test."""

    def __init__(self, db: Path, *options: str, **changes: str | None) -> None:
        self.db = db
        port = () if "--port" in options else ("--port", "0")
        self.process = subprocess.Popen(
            (*COMMAND, "web", "--no-open", "--db", str(db), *port, *options),
            env=environment(**changes),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self.log: list[str] = []
        self._ready = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep, args=parts, daemon=True)
            for parts in ((self.process.stdout, self.said), (self.process.stderr, self.log))
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
        for file in (self.process.stdout, self.process.stderr):
            if file is not None:
                file.close()
        assert not [line for line in self.said + self.log if "Traceback" in line], self.log
