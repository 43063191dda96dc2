"""Builds the parts of a server: the store, the tables, the solver and the pages."""

from ...store.base import Store
from ..config import Config
from ..puzzles.sittings import Sittings
from ..rendering.pages import Pages
from ..site import Site
from ..solving.solver import Solver
from ..tables.lobby import Lobby
from .rates import Rates


def build(config: Config, store: Store) -> Site:
    """A site around an open store. Its worker processes run from now on."""
    solver = Solver(config)
    lobby = Lobby(config, store, solver)
    return Site(
        config=config,
        store=store,
        lobby=lobby,
        solver=solver,
        sittings=Sittings(lobby.commits, solver, config.limits.puzzles_in_memory),
        pages=Pages(),
        new_rooms=Rates(config.limits.new_rooms),
    )


def open_store(config: Config) -> Store:
    """The store that games are kept in, in memory where no file is named; StoreError if it cannot be used."""
    if config.db is None:
        from ...store.memory import MemoryStore

        return MemoryStore()
    from ...store.sqlite import SqliteStore

    store = SqliteStore(config.db, busy=True, key=config.key)
    store.check_writable()  # or the first move would fail
    store.hide_path()
    return store
