"""A server in a thread of this process, with a configuration that no command line gives."""

import asyncio
import threading
from contextlib import AbstractContextManager
from pathlib import Path

from live_tables import serving

from numduel.web.config import Config

PATIENCE = 20


class ThreadedServer(AbstractContextManager["ThreadedServer"]):
    """Serves until the block ends."""

    def __init__(self, config: Config, db: Path) -> None:
        self.port, self.url = 0, ""
        self._ready = threading.Event()
        self._config, self._db = config, db
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with serving(self._config, self._db) as served:
            self.port, self.url = served.port, f"http://127.0.0.1:{served.port}"
            self._ready.set()
            await self._stop.wait()

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)
