"""`numduel web`: the games in a browser, for this machine or a whole network."""

import argparse
import signal
import sys
from pathlib import Path
from urllib.parse import urlsplit

from ...core.packages import install_line
from ...store.keys import read_key
from .. import interrupts
from ..console import Console, Failed
from ..options import whole
from ..storage import add_store_options, store_path

HOST, PORT = "127.0.0.1", 8_000
# The extra `web`, by the names that its packages are imported and installed by.
PACKAGES = {
    "httptools": "httptools",
    "jinja2": "jinja2",
    "markupsafe": "jinja2",
    "multipart": "python-multipart",
    "pebble": "pebble",
    "prometheus_client": "prometheus-client",
    "python_multipart": "python-multipart",
    "starlette": "starlette",
    "uvicorn": "uvicorn",
    "uvloop": "uvloop",
    "websockets": "websockets",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "--host", default=HOST, metavar="H", help=f"listen on this address (else {HOST}; 0.0.0.0: on all)"
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=PORT,
        metavar="N",
        help=f"listen on this port (else {PORT}) or a free one",
    )
    add_store_options(parser)
    parser.add_argument("--public-url", type=_url, metavar="URL", help="how people reach it, behind a proxy")
    parser.add_argument("--metrics-port", type=_port, metavar="N", help="numbers for Prometheus, on loopback")
    parser.add_argument(
        "--log", choices=("json", "none"), help="a line a request on stderr (else: if it is no terminal)"
    )
    parser.add_argument("--no-open", action="store_true", help="open no browser")


def run(console: Console, options: argparse.Namespace) -> int:
    """Serve until it is stopped; the exit code. SIGTERM is a good end, also before it serves."""
    try:
        return _serve(options)
    except interrupts.Terminated as told:
        if told.number != signal.SIGTERM:
            raise
        interrupts.forget()
        return 0


def _serve(options: argparse.Namespace) -> int:
    try:
        from ...web.config import Config
        from ...web.serving.server import CannotServe, serve
    except ModuleNotFoundError as error:
        package = PACKAGES.get((error.name or "").partition(".")[0])
        if package is None:
            raise
        raise Failed(
            f"the web needs the package {package}: {install_line(*sorted({*PACKAGES.values()}))}"
        ) from None
    config = Config(
        host=options.host,
        port=options.port,
        db=Path(store_path(options.db)),
        key=read_key(),
        public_url=options.public_url,
        metrics_port=options.metrics_port,
        open_browser=not options.no_open,
        log=options.log == "json" if options.log else not _is_terminal(),
    )
    try:
        return serve(config)
    except CannotServe as error:
        raise Failed(str(error)) from None


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _port(text: str) -> int:
    port = whole(0)(text)
    if port > 65_535:
        raise argparse.ArgumentTypeError(f"must be a port, at most 65535, not {text[:40]!a}")
    return port


def _url(text: str) -> str:
    """An address such as https://games.example.org, with nothing after the host."""
    try:
        parts = urlsplit(text)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise argparse.ArgumentTypeError(f"must be like https://games.example.org, not {text[:60]!a}")
    return text.rstrip("/") + "/"
