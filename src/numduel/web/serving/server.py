"""The server: opens the store, listens, says where, serves until it is told to stop, and stops in order."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn

from ...core.registry import contain_guests
from ...core.streams import abandon, write_error
from ...core.text import visible
from ...store.base import Store
from ...store.errors import StoreError, gone_in_words
from ...store.served import served
from ..app import close_tables, make_app
from ..config import Config
from ..site import Site
from ..solving.workers import CannotStart
from ..tables.clearing import clear_unplayed
from .addresses import BACKLOG, CannotServe, is_everywhere, listen, own_addresses, page_address
from .building import build, open_store
from .connections import Watch, protocols
from .garbage import Garbage
from .log import ErrorLines, Log, Observe
from .security import is_loopback

if TYPE_CHECKING:
    from .metrics import Metrics

__all__ = ["CannotServe", "serve"]

INTERRUPTED = 130
SPARE_FILES = 100  # open files that are no connections
LEAST_FILES = 2 * SPARE_FILES
# How long a thread that waits for its turn lets another go on. The one that writes waits once a statement,
# and everybody who has moved waits for it.
SWITCH_SECONDS = 0.0005
PING_SECONDS = 20.0
DRAINED = 0.9  # of the time there is to stop, after which nothing is waited for any more
NOTICE_SECONDS = 1.5  # in which a proxy can see that the server is not ready any more


def serve(config: Config) -> int:
    """Serve until somebody stops it: the exit code.

    CannotServe or StoreError, each one sentence, where nothing can be served. SIGTERM is a good end, Ctrl-C
    and SIGHUP are interruptions; a second Ctrl-C ends it at once.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    contain_guests()
    log = Log(sys.stderr if config.log else None)
    _log_complaints(log)
    files = _raise_file_limit()
    if files < LEAST_FILES:  # packages that are short of them complain in words of their own
        raise CannotServe(f"a server needs {LEAST_FILES} open files, and may have {files} here (ulimit -n)")
    watch = Watch(config.limits, min(config.limits.connections, files - SPARE_FILES))
    with contextlib.ExitStack() as opened:
        store = opened.enter_context(contextlib.closing(open_store(config)))
        if config.db is not None:
            opened.enter_context(served(config.db))
        for flaw in (*store.flaws, *_rows_gone(store)):
            print(f"numduel: the store is not in order: {flaw}", file=sys.stderr, flush=True)
        listener = opened.enter_context(listen(config.host, config.port))
        metrics = None if config.metrics_port is None else _metrics(config.metrics_port)
        with _signals_noted() as noted:
            site = _build_unless_stopped(config, store, noted)
            if site is None:
                return max(map(_code_after, noted))
            server = Server(site, watch, log, metrics)
            _say_other_port(config.port, listener.getsockname()[1])
            with server.capture_signals():  # uvicorn does so later
                for number in noted:
                    server.handle_exit(number, None)
                server.run(sockets=[listener])
    return server.code


def _build_unless_stopped(config: Config, store: Store, noted: list[int]) -> Site | None:
    """The parts of the server; None where no worker starts since a signal that stops us came to all."""
    try:
        return build(config, store)
    except CannotStart as error:
        if noted:
            return None
        raise CannotServe(str(error)) from None


def _code_after(number: int) -> int:
    """The exit code of a server that a signal has stopped."""
    return 0 if number == signal.SIGTERM else INTERRUPTED


@contextlib.contextmanager
def _signals_noted() -> Iterator[list[int]]:
    """Note signals until the server takes them: an exception would tear starting workers apart."""
    noted: list[int] = []
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for each in _taken_signals():
            before[each] = signal.signal(each, lambda number, _: noted.append(number))
    try:
        yield noted
    except BaseException:
        for each, handler in before.items():
            signal.signal(each, handler)
        raise


def _taken_signals() -> list[signal.Signals]:
    """The signals that stop the server; SIGHUP unless somebody wants it to outlive a terminal."""
    hangs_up = signal.getsignal(signal.SIGHUP) != signal.SIG_IGN
    return [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hangs_up else [])]


def _rows_gone(store: Store) -> Iterator[str]:
    """That rows are gone from the file: what somebody has played or learnt may be missing on their pages."""
    with contextlib.suppress(StoreError):  # a count that is gone is one of the flaws
        if rows := store.rows_gone():
            yield gone_in_words(rows)


class Server(uvicorn.Server):
    """uvicorn's server, which tells the tables before it stops."""

    def __init__(self, site: Site, watch: Watch, log: Log, metrics: "Metrics | None") -> None:
        super().__init__(_uvicorn_config(site, watch, log, None if metrics is None else metrics.observe))
        self._site = site
        self._watch = watch
        self.code = 0
        self._signalled = False  # so that the process is ours to end
        if metrics is not None:
            metrics.tell("connections", "Open connections.", lambda: len(self.server_state.connections))
            metrics.tell("half_open", "Connections that ask for nothing yet.", lambda: len(watch.heads))
            metrics.tell("ready", "Whether new visitors are taken.", lambda: not site.stopping)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say where."""
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        self._watch.sweep(loop)
        self._chores = [
            loop.create_task(Garbage(self._work).run()),
            loop.create_task(clear_unplayed(self._site.lobby)),
        ]
        if self.started and sockets and not self.should_exit:
            _announce(self._site, *sockets[0].getsockname()[:2])

    def _work(self) -> int:
        """A number that grows with whatever is done here."""
        return self._site.lobby.commits.count + self.server_state.total_requests

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the tables, then end what still runs, within the time there is."""
        config = self._site.config
        if self._signalled:
            self._end_after(config.drain_seconds * DRAINED)
        for chore in self._chores:
            chore.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(config.drain_seconds / 2):
                await close_tables(self._site)
                if config.public_url is not None:
                    await asyncio.sleep(NOTICE_SECONDS)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take SIGTERM, SIGHUP and Ctrl-C from now on, until the process ends."""
        if threading.current_thread() is threading.main_thread():
            for each in _taken_signals():
                signal.signal(each, self.handle_exit)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order; at once when Ctrl-C comes again."""
        if sig == signal.SIGINT and self.should_exit:
            self.code = INTERRUPTED
            self._end_at_once()
        self.code = max(self.code, _code_after(sig))
        self.should_exit = self._signalled = True

    def _end_after(self, seconds: float) -> None:
        """End in so many seconds, also where a thread still waits for a store that is locked."""
        late = threading.Timer(seconds, self._end_at_once)
        late.daemon = True
        with contextlib.suppress(RuntimeError):  # where no thread starts, nothing can be seen to
            late.start()

    def _end_at_once(self) -> None:
        try:
            for child in multiprocessing.active_children():
                child.kill()
        finally:
            os._exit(self.code)  # everything that was confirmed is on the disk


def _uvicorn_config(site: Site, watch: Watch, log: Log, observe: Observe | None) -> uvicorn.Config:
    page, socket_ = protocols(watch)
    config = site.config
    return uvicorn.Config(
        make_app(site, log, observe),
        loop="uvloop",
        http=page,  # type: ignore[arg-type]
        ws=socket_,  # type: ignore[arg-type]
        ws_max_size=config.limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        # Who asks is told by a proxy only where there is one: before the public URL.
        proxy_headers=config.public_url is not None,
        backlog=BACKLOG,
        timeout_keep_alive=config.limits.idle_seconds,
        timeout_graceful_shutdown=max(1, int(config.drain_seconds * 0.3)),
    )


def _metrics(port: int) -> "Metrics":
    from .metrics import Metrics  # what it needs takes long to load

    metrics = Metrics()
    try:
        metrics.serve(port)
    except (OSError, OverflowError) as error:
        raise CannotServe(f"cannot listen on port {port} for metrics: {error}") from None
    return metrics


def _log_complaints(log: Log) -> None:
    """Have everything that is complained of, here and in what we stand on, written as lines of the log.

    All loggers hand on what they are told to this one, those too of which nobody here knows.
    """
    root = logging.getLogger()
    root.handlers = [ErrorLines(log)]
    root.setLevel(logging.WARNING)


def _announce(site: Site, address: str, port: int) -> None:
    """Say where the server is, and show its first page where there is a desktop."""
    config = site.config
    everywhere = is_everywhere(address)
    here = page_address("127.0.0.1" if everywhere else address, port)
    lines = [f"numduel is at {here}"]
    if config.public_url is not None:
        lines.append(f"For others: {config.public_url}")
    elif everywhere:
        lines += [f"In the same network: {page_address(one, port)}" for one in own_addresses()]
    elif is_loopback(address):
        lines.append("Only this machine can reach it; --host 0.0.0.0 lets phones in the same network join.")
    lines.append(f"Games are kept in {visible(site.store.name, most=1000)}. Ctrl-C stops the server.")
    try:
        print(*lines, sep="\n", flush=True)
    except OSError:  # whoever started us may have gone
        abandon(sys.stdout)
    if config.open_browser and _has_desktop():
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def _has_desktop() -> bool:
    if sys.stdout is None or not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform == "darwin" or any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))


def _raise_file_limit() -> int:
    """Allow as many open files as the system lets us; how many that is."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Where there is no limit, the system may have one that it does not tell.
    for wanted in (1 << 17, 24_576, 10_240) if hard == resource.RLIM_INFINITY else (hard,):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
            return max(soft, wanted)
    return soft


def _say_other_port(wanted: int, port: int) -> None:
    if wanted not in (0, port):
        write_error(f"numduel: port {wanted} is taken; this is port {port}\n")
