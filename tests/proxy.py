"""A bad connection: a proxy that cuts, delays, loses and doubles what goes through it, as a test says."""

import socket
import threading
import time
from contextlib import AbstractContextManager, suppress

TEXT = 0x81  # the first byte of a text frame that comes in one piece


class Proxy(AbstractContextManager["Proxy"]):
    """Stands before a server on 127.0.0.1; a browser that is sent to `url` passes through here."""

    def __init__(self, port: int) -> None:
        self.delay = 0.0  # seconds that everything takes longer, each way
        self.twice = False  # whether each message to the server comes twice
        self.deaf = False  # whether answers get lost on their way back
        self.silent = False  # whether nothing gets through, and nobody says so
        self.doubled = 0  # messages so far
        self._port = port
        self._cut = False
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End every connection at once, and take none before `mend`."""
        self._cut = True
        with self._lock:
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let everything through again."""
        self._cut = self.deaf = self.silent = self.twice = False
        self.delay = 0.0

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(browser,), daemon=True).start()

    def _serve(self, browser: socket.socket) -> None:
        """Carry one connection both ways, until either end closes it."""
        with browser, suppress(OSError):
            if self._cut:
                return
            with socket.create_connection(("127.0.0.1", self._port)) as server:
                with self._lock:
                    self._open |= {browser, server}
                back = threading.Thread(target=self._carry_back, args=(server, browser), daemon=True)
                back.start()
                self._carry_there(browser, server)
                back.join()
        with self._lock:
            self._open -= {browser, server}

    def _carry_there(self, browser: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := browser.recv(1 << 16):
                time.sleep(self.delay)
                if self.silent:
                    continue
                doubled = self.twice and data[0] == TEXT  # browsers send a small message in one piece
                server.sendall(data * 2 if doubled else data)
                self.doubled += doubled
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)

    def _carry_back(self, server: socket.socket, browser: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(1 << 16):
                time.sleep(self.delay)
                if not (self.deaf or self.silent):
                    browser.sendall(data)
        with suppress(OSError):
            browser.shutdown(socket.SHUT_RDWR)
