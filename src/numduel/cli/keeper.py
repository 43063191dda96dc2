"""Keeper: sees that a game is kept as it is played, or says once why it is not."""

import argparse
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from ..match.round import Result
from ..store import StoreError
from .console import complain

if TYPE_CHECKING:
    from ..store.rows import MatchRow
    from ..store.store import Store


def add_store_options(parser: argparse.ArgumentParser, saving: bool = False) -> None:
    """Let a command be told where games are kept."""
    parser.add_argument("--db", metavar="FILE", help="where games are kept (else NUMDUEL_DB, else your data)")
    if saving:
        parser.add_argument("--no-save", action="store_true", help="keep nothing of this")


def store_path(named: str | None) -> Path:
    """The file in which games are kept."""
    given = named or os.environ.get("NUMDUEL_DB")
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("numduel") / "games.db"


def open_store(named: str | None) -> "Store":
    """The store; StoreError if it cannot be used."""
    from ..store.store import Store

    return Store(store_path(named))


def command_to(what: str, named: str | None = None) -> str:
    """The command that a person can type to do something, as this program was started."""
    program = os.environ.get("NUMDUEL_COMMAND", "numduel")
    return f"{shlex.quote(program)} {what}" + (f" --db {shlex.quote(named)}" if named else "")


class Keeper:
    """Keeps the games of one match. A game is kept from its first move on, not before.

    Moves may follow each other quickly where they come from a pipe; so they are made durable by `sync`, all
    that have gathered at once, and always before anything they did is shown. Without a store, or with one
    that cannot be used, it does nothing.
    """

    def __init__(self, setup: "MatchRow | None" = None, named: str | None = None) -> None:
        self.named = named
        self.match: int | None = None
        self.game: int | None = None
        self._setup = setup
        self._store: Store | None = None
        self._next: tuple[int, tuple[str, str]] = (1, ("", ""))
        if setup is not None:
            self._open()

    def _open(self) -> None:
        try:
            self._store = open_store(self.named)
        except (StoreError, ImportError) as error:  # ImportError: run from the source, without its packages
            complain(f"this game is not being saved: {error}")

    def resume(self, match: int | None, game: int | None) -> None:
        """Go on with a match, and with a game of it."""
        self.match, self.game = match, game

    def next_game(self, number: int, names: tuple[str, str]) -> None:
        """Another game is about to begin."""
        self.game, self._next = None, (number, names)

    def begun(self) -> int | None:
        """The number of the game at hand, which is kept from now on; None where nothing is kept."""
        if self._store is None or self._setup is None:
            return None
        if self.match is None:
            self.match = self._store.begin_match(self._setup)
        if self.game is None:
            self.game = self._store.begin_game(self.match, *self._next)
        return self.game

    def add(self, text: str) -> None:
        """Keep a move."""
        self._change("add_move", text)

    def take_back(self, count: int) -> None:
        """Forget the last moves."""
        self._change("take_back", count)

    def count_hint(self, player: int) -> None:
        """Count a hint."""
        self._change("count_hint", player)

    def finish(self, result: Result) -> None:
        """Keep how the game ended."""
        self._change("finish", result)

    def _change(self, what: str, detail: object) -> None:
        if self._store is not None:
            self._store.hold()
            getattr(self._store, what)(self.begun(), detail)

    def sync(self) -> None:
        """Make everything durable that has happened; called before anyone is shown what it did."""
        if self._store is not None:
            self._store.commit()

    def way_back(self) -> str | None:
        """The command that goes on with the game at hand, where it is kept."""
        return None if self.game is None else command_to(f"resume {self.game}", self.named)
