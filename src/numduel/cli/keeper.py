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
    try:
        from platformdirs import user_data_path
    except ImportError:  # run from the source, without its packages
        raise StoreError(
            "games are kept nowhere: the package platformdirs is missing, or name a --db"
        ) from None
    return user_data_path("numduel") / "games.db"


def open_store(named: str | None) -> "Store":
    """The store; StoreError if it cannot be used."""
    from ..store.store import Store

    return Store(store_path(named))


def command_to(what: str, named: str | None = None) -> str:
    """The command that a person can type to do something, as this program was started."""
    program = os.environ.get("NUMDUEL_COMMAND", "numduel")
    # With "=", even a name that begins with a dash is taken for what it is.
    return f"{shlex.quote(program)} {what}" + (f" --db={shlex.quote(named)}" if named else "")


class Keeper:
    """Keeps the games of one match. A game is kept from its first move on, not before.

    Moves may follow each other quickly where they come from a pipe; so they are made durable by `sync`, all
    that have gathered at once, and always before anything they did is shown. Without a store, or with one
    that cannot be used, it does nothing.
    """

    def __init__(
        self, setup: "MatchRow | None" = None, named: str | None = None, store: "Store | None" = None
    ) -> None:
        self.named = named
        self._setup = setup
        self._store = store
        self._match: int | None = None
        self._game: int | None = None
        self._made = 0  # moves of the game at hand
        self._next: tuple[int, tuple[str, str]] = (1, ("", ""))
        self._safe: int | None = None  # the last game that has got to the disk
        if setup is not None and store is None:
            self._open()

    def _open(self) -> None:
        try:
            store = open_store(self.named)
            store.hold()  # a file that can only be read would fail at the first move
            store.roll_back()
            self._store = store
        except StoreError as error:
            complain(f"this game is not being saved: {error}")

    def resume(self, match: int | None, last: int, unfinished: int | None, made: int) -> None:
        """Go on with a match whose last game is `last`, in an unfinished game with so many moves."""
        self._match, self._game, self._made, self._safe = match, unfinished, made, last

    def next_game(self, number: int, names: tuple[str, str]) -> None:
        """Another game is about to begin."""
        self._game, self._made, self._next = None, 0, (number, names)

    def add(self, text: str) -> None:
        """Keep a move."""
        self._change("add_move", text)
        self._made += 1

    def take_back(self, count: int) -> None:
        """Forget the last moves."""
        self._change("take_back", count)
        self._made -= count

    def count_hint(self, player: int) -> None:
        """Count a hint."""
        self._change("count_hint", player)

    def finish(self, result: Result) -> None:
        """Keep how the game ended."""
        self._change("finish", result)

    def _change(self, what: str, detail: object) -> None:
        if self._store is None or self._setup is None:
            return
        self._store.hold()
        if self._game is None:
            self._match = self._match or self._store.begin_match(self._setup)
            self._game = self._store.begin_game(self._match, *self._next)
        getattr(self._store, what)(self._game, self._made, detail)

    def sync(self) -> None:
        """Make everything durable that has happened; called before anyone is shown what it did."""
        if self._store is not None:
            self._store.commit()
            self._safe = self._game or self._safe

    def give_up(self) -> None:
        """Forget what could not be made durable."""
        if self._store is not None:
            self._store.roll_back()

    def command(self, what: str) -> str | None:
        """The command that does something with the last game on the disk; None where there is none."""
        return None if self._safe is None else command_to(f"{what} {self._safe}", self.named)
