"""Checking a whole SQLite file: everything in it that is not as it was written, a sentence each."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress

from ..match.events import Moved, TakenBack
from . import sealed, seals
from .base import Damaged, EarlierReading
from .rows import as_record


def problems(raw: sqlite3.Connection) -> Iterator[str]:
    """What SQLite finds, then matches and games that have changed, and any that have gone or come."""
    for (message,) in raw.execute("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield f"SQLite finds: {message}"
    census = _Census()
    yield from _broken_matches(raw, census)
    yield from _broken_games(raw, census)
    for table in ("moves", "events"):
        sql = f"SELECT count(*) FROM {table} WHERE game NOT IN (SELECT id FROM games)"
        (strays,) = raw.execute(sql).fetchone()
        if strays:
            yield f"{strays} {table} belong to no game"
    if raw.execute("SELECT counted, total FROM census").fetchall() != [(census.counted, census.total)]:
        yield "the games in the file are not those that were counted: some have gone, come or changed"


class _Census:
    """What was found to be in order."""

    def __init__(self) -> None:
        self.counted = 0
        self.total = bytes(32)

    def add(self, seal: bytes) -> None:
        self.counted += 1
        self.total = seals.add(self.total, come=seal)


def _broken_matches(raw: sqlite3.Connection, census: _Census) -> Iterator[str]:
    for (number,) in raw.execute("SELECT id FROM matches ORDER BY id").fetchall():
        try:
            census.add(sealed.read_match(raw, number)[1])
        except Damaged as error:
            yield str(error)


def _broken_games(raw: sqlite3.Connection, census: _Census) -> Iterator[str]:
    for (number,) in raw.execute("SELECT id FROM games NOT INDEXED ORDER BY id").fetchall():
        try:
            census.add(_check_game(raw, number))
        except Damaged as error:
            yield str(error)


def _check_game(raw: sqlite3.Connection, number: int) -> bytes:
    """The seal of a game in which everything fits together; Damaged if something does not."""
    found = raw.execute(f"{sealed.SELECT} WHERE id = ?", (number,)).fetchone()
    if found is None:
        raise Damaged(f"game {number} cannot be found")
    game = sealed.read_game(number, found[1:])
    moves = sealed.read_moves(raw, number, game)
    _check_events(raw, number, game, moves)
    if game.row.match is not None:
        sealed.read_match(raw, game.row.match)
    with suppress(EarlierReading):  # as it was written; only the rules have been read otherwise since
        as_record(number, game.row, moves)
    seal: bytes = found[-1]
    return seal


def _check_events(
    raw: sqlite3.Connection, number: int, game: sealed.SealedGame, moves: tuple[str, ...]
) -> None:
    """Raise Damaged where a game's events are not as written, or do not lead to its moves."""
    events = sealed.read_events(raw, number, game)
    made: list[str] = []
    for event in events:
        if isinstance(event, Moved):
            made.append(event.move)
        elif isinstance(event, TakenBack):
            del made[event.to_ply :]
    if events and tuple(made) != moves:
        raise Damaged(f"game {number}: its events lead to other moves than it has")
