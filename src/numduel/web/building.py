"""Builds the parts of a server: the store, the tables, the solver and the pages."""

from typing import Any

from ..store.base import Store
from .config import Config
from .rates import Rates
from .site import Site


def build(config: Config) -> Site:
    """A site whose store is open and can be written to; StoreError if that cannot be."""
    store = open_store(config)
    return Site(
        config=config,
        store=store,
        lobby=_NotYet(),
        solver=_NotYet(),
        pages=_NotYet(),
        new_rooms=Rates(config.limits.new_rooms),
    )


def open_store(config: Config) -> Store:
    """The store that games are kept in, in memory where no file is named."""
    if config.db is None:
        from ..store.memory import MemoryStore

        return MemoryStore()
    from ..store.sqlite import SqliteStore

    store = SqliteStore(config.db)
    store.check_writable()
    return store


class _NotYet:
    """Stands where a part is still to come."""

    alive = True

    async def close(self) -> None:
        """Close nothing."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
