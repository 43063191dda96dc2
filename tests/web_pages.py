"""A whole site in this process, asked as a browser asks; and what its pages have in them."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from html.parser import HTMLParser
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import httpx

from numduel.store.base import Store
from numduel.store.memory import MemoryStore
from numduel.web.app import make_app
from numduel.web.config import Config, WebLimits
from numduel.web.pages.places import Place, read_place
from numduel.web.serving.building import build

ORIGIN = "http://127.0.0.1:8000"
HERE = ("127.0.0.1", 50_000)
PATIENCE = 60.0
T = TypeVar("T")


class SiteClient(AbstractContextManager["SiteClient"]):
    """A browser and a site with everything real: a store, tables, worker processes, templates.

    The site runs on an event loop in a thread of its own; `do` has something done there.
    """

    def __init__(
        self,
        config: Config | None = None,
        store: Store | None = None,
        origin: str = ORIGIN,
        address: tuple[str, int] = HERE,
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.site = build(config or Config(workers=1), store or MemoryStore())
        transport = httpx.ASGITransport(make_app(self.site), client=address)
        self._browser = httpx.AsyncClient(transport=transport, base_url=origin, headers={"origin": origin})

    def do(self, something: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What a coroutine returns that runs beside the site."""
        return asyncio.run_coroutine_threadsafe(something(), self._loop).result(PATIENCE)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.do(lambda: self._browser.get(path, **options))

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.do(lambda: self._browser.post(path, **options))

    def post_at_once(self, path: str, *forms: dict[str, str]) -> list[httpx.Response]:
        """What is answered to forms that several pages of one browser send at the same time."""

        async def post_all() -> list[httpx.Response]:
            return await asyncio.gather(*(self._browser.post(path, data=form) for form in forms))

        return self.do(post_all)

    def become_a_stranger(self) -> None:
        """Forget the cookie, as a browser that was never here."""
        self._browser.cookies.clear()

    def __exit__(self, *_: object) -> None:
        self.do(self._browser.aclose)
        self.do(self.site.lobby.close)
        self.do(self.site.solver.close)
        self.do(self._loop.shutdown_default_executor)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.site.store.close()


class Page(HTMLParser):
    """A page taken apart: its elements with their attributes and all the text inside each."""

    EMPTY = frozenset(("input", "link", "meta", "img", "source", "br"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[int] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}, []))
        if tag not in self.EMPTY:
            self._open.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self.elements[self._open.pop()][0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        for at in self._open:
            self.elements[at][2].append(data)

    def find(self, tag: str, **wanted: str) -> list[tuple[dict[str, str], str]]:
        """Elements of a kind with their text; attributes must be as wanted, `class_` one of the classes."""
        return [
            (attributes, " ".join("".join(text).split()))
            for name, attributes, text in self.elements
            if name == tag and all(_has(attributes, key, word) for key, word in wanted.items())
        ]

    def choices(self) -> dict[str, str]:
        """The addresses that choices lead to, with what stands on each."""
        return {attributes["href"]: text for attributes, text in self.find("a", class_="choice")}

    def links(self) -> list[str]:
        """Every address that the page leads to or loads."""
        names = ("href", "src", "srcset", "action")
        return [found[name] for _, found, _ in self.elements for name in names if name in found]


def _has(attributes: dict[str, str], key: str, word: str) -> bool:
    if key == "class_":
        return word in attributes.get("class", "").split()
    return attributes.get(key) == word


def place_of(address: str) -> Place:
    """The position that an address names."""
    parts = urlsplit(address)
    _, _, spec = parts.path.removeprefix("/").partition("/")
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    return read_place(unquote(spec), query, WebLimits())
