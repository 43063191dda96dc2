"""Stores in tests: games that are played into them, and what is then found there."""

import contextlib
import dataclasses
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

from commandline import PATIENCE

import numduel
from numduel.match.events import Answer, AskHint, AskUndo, NextGame, Offered, Play, Resign, Say
from numduel.match.reading import parse
from numduel.match.record import Record
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.store.backup import checked_copy, replace_store
from numduel.store.base import Filter, GameRow, Store
from numduel.store.errors import StoreError
from numduel.store.journal import Journal
from numduel.store.memory import MemoryStore
from numduel.store.rooms import RoomKey, RoomRow
from numduel.store.sqlite import SqliteStore

KINDS = ("memory", "sqlite")
SETUP = Setup(
    game=numduel.load("digit-stack"), players=("human:Ann", "human:Ben"), rounds=3, seed=7, hint_limit=2
)
IMPORTED = parse(
    '[spec "operation-duel:target=9"] [player1 "Zoë"] [occasion "rain"] {first} *2 *2 {second} +1 +1 +1 +1 +1'
)
ROOM = (
    RoomRow(
        id="abc2345xyz", match=1, options="{}", created="2026-01-02T03:04:05Z", used="2026-01-02T03:04:05Z"
    ),
    (
        RoomKey(room="abc2345xyz", contestant=0, hash="00ff"),
        RoomKey(room="abc2345xyz", contestant=1, hash="11ee", until="2026-01-03T03:04:05Z"),
    ),
)


def new_store(kind: str, folder: Path) -> Store:
    """An empty store of this kind."""
    return MemoryStore() if kind == "memory" else SqliteStore(folder / "games.db")


def begin(store: Store | None, setup: Setup = SETUP) -> Journal:
    """A match whose first game has just begun."""
    journal = Journal(Session(setup), store)
    journal.submit(NextGame(1))
    return journal


def play(journal: Journal, *moves: str, hold: bool = False) -> Journal:
    """Make moves, each by whoever's turn it is."""
    for text in moves:
        assert journal.session.to_move is not None
        journal.submit(Play(journal.session.to_move, text), hold)
    return journal


def take_back(journal: Journal, to_ply: int) -> None:
    """Take moves back, as player 1 wishes and player 2 agrees."""
    (offer,) = journal.submit(AskUndo(1, to_ply))
    assert isinstance(offer, Offered)
    journal.submit(Answer(2, offer.number, True))


def hint(journal: Journal, seat: int) -> None:
    journal.submit(AskHint(seat))


def number_of(journal: Journal) -> int:
    """The number of the game that was kept last."""
    assert journal.last_saved is not None
    return journal.last_saved


def numbers_of(store: Store, most: int = 20, **filters: Any) -> list[int]:
    """The games that a page lists; not the damaged ones."""
    return [number for number, row in store.page(most, Filter(**filters)) if isinstance(row, GameRow)]


def records_in(store: Store) -> dict[int, Record]:
    """Every game in a store."""
    return {number: store.record(number) for number in numbers_of(store, 1000)}


def filled_file(path: Path) -> Path:
    """A file with games 1 to 5: two of a match, one without moves, one forfeited, one from outside."""
    with contextlib.closing(SqliteStore(path)) as store:
        fill(store)
    return path


def fill(store: Store) -> None:
    """Keep games 1 to 5: two of a match, one without moves, one forfeited, one from outside."""
    journal = play(begin(store), *"2589")
    journal.submit(NextGame(1))
    play(journal, *"258")
    begin(store, dataclasses.replace(SETUP, rounds=None)).submit(Resign(1))
    stack = dataclasses.replace(
        SETUP, game=numduel.load("operation-stack"), players=("human:Ann", "human:Zoë")
    )
    forfeited = play(begin(store, stack), "5")
    hint(forfeited, 2)
    forfeited.submit(Say(2, "operate /"))
    store.add_records([IMPORTED])
    store.rooms.add([ROOM])
    assert store.problems() == []


def raw(path: Path, *statements: str) -> None:
    """Change a file behind the store's back."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            connection.execute(statement)


def dump(path: Path) -> list[str]:
    """Everything in the tables of a file, as bytes and numbers."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return rows_in(connection)


def rows_in(connection: sqlite3.Connection) -> list[str]:
    """Everything in the tables of a database, as bytes and numbers."""
    connection.text_factory = bytes
    tables = [
        name.decode() for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    return [repr(row) for name in sorted(tables) for row in connection.execute(f"SELECT * FROM {name}")]


def complaints(path: Path) -> list[str]:
    """What is found wrong with a file, by opening it or by checking everything in it."""
    try:
        store = SqliteStore(path)
    except StoreError as error:
        return [str(error)]
    with contextlib.closing(store):
        return store.problems()


def refusal(work: Callable[[], object]) -> str:
    """What is said where work gives up; nothing where it succeeds, and a failure where it never ends."""
    said: list[str] = []

    def do() -> None:
        try:
            work()
            said.append("")
        except StoreError as error:
            said.append(str(error))

    thread = Thread(target=do, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert said, "it still waits"
    return said[0]


def restore(backup: Path, path: Path) -> None:
    """Put a backup in the place of a store."""
    with checked_copy(backup, path, None) as (copy, _):
        replace_store(path, copy)
