"""Sealed rows: games and matches in SQLite, each with a seal, and a census of all seals.

Moves and events carry links: each depends on all before it. So whatever changes the data is noticed.
"""

import dataclasses
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..core.errors import NumduelError
from ..match.events import Event, EventError, read_event
from ..match.setup import Setup
from . import seals
from .base import Damaged, GameRow

_FIRST = (
    "match", "round", "uid", "game", "spec", "player1", "player2", "date", "seed", "max_turns", "undo",
    "hint_limit", "hints1", "hints2", "undos", "ending", "winner", "attempt", "extra", "moves", "head",
)  # fmt: skip
_SECOND = ("player", "reading", "events", "tail")  # came with the second version of the tables
COLUMNS = (*_FIRST, *_SECOND)
MATCH_COLUMNS = (
    "spec", "who1", "who2", "first", "rounds", "points", "max_turns", "seed", "undo", "hint_limit",
)  # fmt: skip
SELECT = f"SELECT id, {', '.join(COLUMNS)}, seal FROM games"
_SELECT_MATCH = f"SELECT {', '.join(MATCH_COLUMNS)}, seal FROM matches WHERE id = ?"
_UPDATE = f"UPDATE games SET {', '.join(f'{name} = ?' for name in COLUMNS)}, seal = ? WHERE id = ?"
_KEPT = tuple(field.name for field in dataclasses.fields(GameRow))


class CensusGone(NumduelError):
    """The sum of all seals is not there."""


@dataclasses.dataclass(frozen=True, slots=True)
class SealedGame:
    """A game as it stands in its row: what is kept of it, and the last links of its moves and events."""

    row: GameRow
    head: bytes
    tail: bytes

    def values(self) -> tuple[Any, ...]:
        """The columns of the row."""
        row = self.row
        links = {"game": row.game, "head": self.head, "tail": self.tail}
        return tuple(links[name] if name in links else getattr(row, name) for name in COLUMNS)


def read_game(number: int, found: Sequence[Any]) -> SealedGame:
    """The game in a row of `SELECT`, without its number; Damaged if it does not fit its seal."""
    values = tuple(found[:-1])
    if _seal(number, values) != found[-1]:
        raise Damaged(f"game {number}: what is kept about it is not as it was written")
    named = dict(zip(COLUMNS, values, strict=True))
    head, tail = named.pop("head"), named.pop("tail")
    if named["reading"] is None:  # written before there were sessions
        named.update(reading=1, events=0)
        tail = seals.first_link(named["uid"], named["spec"])
    return SealedGame(GameRow(**{name: named[name] for name in _KEPT}), head, tail)


def _seal(number: int, values: tuple[Any, ...]) -> bytes:
    """The seal over everything in a row; one of the first version had fewer columns."""
    rest = values[len(_FIRST) :]
    return seals.seal((number, *(values[: len(_FIRST)] if rest == (None,) * len(_SECOND) else values)))


def insert_game(raw: sqlite3.Connection, game: SealedGame) -> int:
    """Insert a row, sealed together with the number it is given; that number."""
    return _insert(raw, "games", COLUMNS, game.values())


def insert_match(raw: sqlite3.Connection, setup: Setup) -> int:
    """Keep how a match is set up; its number."""
    one, other = setup.players
    values = (
        setup.game.spec, one, other, setup.first, setup.rounds, setup.points, setup.max_turns, setup.seed,
        setup.undo, setup.hint_limit,
    )  # fmt: skip
    return _insert(raw, "matches", MATCH_COLUMNS, values)


def _insert(raw: sqlite3.Connection, table: str, columns: tuple[str, ...], values: tuple[Any, ...]) -> int:
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO {table} ({', '.join(columns)}, seal) VALUES ({marks}, x'')"
    number = int(raw.execute(sql, values).lastrowid or 0)
    seal = _seal(number, values) if table == "games" else seals.seal((number, *values))
    raw.execute(f"UPDATE {table} SET seal = ? WHERE id = ?", (seal, number))
    count(raw, 1, come=seal)
    return number


def read_match(raw: sqlite3.Connection, number: int) -> tuple[tuple[Any, ...], bytes]:
    """The columns of a match and its seal; Damaged if they do not fit."""
    found = raw.execute(_SELECT_MATCH, (number,)).fetchone()
    if found is None or seals.seal((number, *found[:-1])) != found[-1]:
        raise Damaged(f"match {number} is not as it was written")
    return found[:-1], found[-1]


def update_game(raw: sqlite3.Connection, number: int, old: SealedGame, new: SealedGame) -> None:
    """Write a row anew, with its seal."""
    gone, seal = game_seal(number, old), game_seal(number, new)
    raw.execute(_UPDATE, (*new.values(), seal, number))
    count(raw, 0, gone=gone, come=seal)


def game_seal(number: int, game: SealedGame) -> bytes:
    """The seal of a game as it is written now."""
    return _seal(number, game.values())


def count(raw: sqlite3.Connection, more: int, gone: bytes | None = None, come: bytes | None = None) -> None:
    """Keep the census up to date: so many rows more, one seal gone, one come."""
    found = raw.execute("SELECT total FROM census").fetchone()
    if found is None or not isinstance(found[0], bytes):
        raise CensusGone
    total = seals.add(found[0], gone=gone, come=come)
    raw.execute("UPDATE census SET counted = counted + ?, total = ?", (more, total))


def linked(link: bytes, texts: Iterable[str]) -> list[tuple[str, bytes]]:
    """Moves or events, each with its link in the chain that goes on from `link`."""
    return [(text, link := seals.next_link(link, text)) for text in texts]


def add_moves(raw: sqlite3.Connection, game: int, first: int, moves: list[tuple[str, bytes]]) -> None:
    """Insert linked moves from ply `first` on."""
    rows = [(game, ply, *move) for ply, move in enumerate(moves, first)]
    raw.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)


def add_events(
    raw: sqlite3.Connection, game: int, events: Sequence[Event], texts: list[tuple[str, bytes]]
) -> None:
    """Insert events, given with their linked texts."""
    rows = [(game, event.number, *text) for event, text in zip(events, texts, strict=True)]
    raw.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)


def write_events(events: Iterable[Event]) -> Iterator[str]:
    """Events as text."""
    return (json.dumps(event.as_json(), separators=(",", ":")) for event in events)


def cut_moves(raw: sqlite3.Connection, game: int, kept: int, row: GameRow) -> bytes:
    """Forget all but the first `kept` moves; the link of the last that stays."""
    raw.execute("DELETE FROM moves WHERE game = ? AND ply >= ?", (game, kept))
    found = raw.execute("SELECT hash FROM moves WHERE game = ? AND ply = ?", (game, kept - 1)).fetchone()
    return found[0] if found else seals.first_link(row.uid, row.spec)


def read_moves(raw: sqlite3.Connection, number: int, game: SealedGame) -> tuple[str, ...]:
    """The moves of a game; Damaged if one is not as it was written."""
    sql = "SELECT ply, text, hash FROM moves WHERE game = ? ORDER BY ply"
    found = raw.execute(sql, (number,)).fetchall()
    link = seals.first_link(game.row.uid, game.row.spec)
    for ply, (stored_ply, text, stored) in enumerate(found):
        link = seals.next_link(link, text) if isinstance(text, str) else b""
        if stored_ply != ply or stored != link:
            raise Damaged(f"game {number}: its move {ply + 1} is not as it was written")
    if len(found) != game.row.moves or link != game.head:
        raise Damaged(f"game {number}: some of its moves are missing")
    return tuple(text for _, text, _ in found)


def read_events(raw: sqlite3.Connection, number: int, game: SealedGame) -> list[Event]:
    """The events of a game; Damaged if one is not as it was written."""
    sql = "SELECT number, event, hash FROM events WHERE game = ? ORDER BY number"
    found = raw.execute(sql, (number,)).fetchall()
    link, last, events = seals.first_link(game.row.uid, game.row.spec), 0, []
    for each, text, stored in found:
        link = seals.next_link(link, text) if isinstance(text, str) else b""
        if stored != link:
            raise Damaged(f"game {number}: its event {each} is not as it was written")
        events.append(_read_event(number, text))
        last = events[-1].number
        if last != each:
            raise Damaged(f"game {number}: its event {each} has another number")
    if last != game.row.events or link != game.tail:
        raise Damaged(f"game {number}: some of its events are missing")
    return events


def _read_event(number: int, text: str) -> Event:
    try:
        return read_event(json.loads(text))
    except (EventError, ValueError):
        raise Damaged(f"game {number}: one of its events cannot be read") from None
