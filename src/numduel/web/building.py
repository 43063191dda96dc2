"""Builds the parts of a server: the store, the tables, the solver and the pages."""

from typing import Any

from ..store.base import Store
from .config import Config
from .rates import Rates
from .site import Site
from .solver import Solver


def build(config: Config, store: Store) -> Site:
    """A site around an open store. Its worker processes run from now on."""
    solver = Solver(config)
    return Site(
        config=config,
        store=store,
        lobby=_NotYet(),
        solver=solver,
        pages=_NotYet(),
        new_rooms=Rates(config.limits.new_rooms),
    )


def open_store(config: Config) -> Store:
    """The store that games are kept in, in memory where no file is named; StoreError if it cannot be used."""
    if config.db is None:
        from ..store.memory import MemoryStore

        return MemoryStore()
    from ..store.sqlite import SqliteStore

    store = SqliteStore(config.db)
    store.check_writable()  # or the first move would fail
    return store


class _NotYet:
    """Stands where a part is still to come."""

    alive = True

    async def close(self) -> None:
        """Close nothing."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
