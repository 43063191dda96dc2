"""Sealed rows: games in SQLite, each with a seal, and a census of all seals.

Moves and events carry links: each depends on all before it. So whatever changes the data is noticed.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter

from ..core.frozen import Frozen, fields_of
from ..core.hints import TYPE_CHECKING, Any
from . import seals
from .base import GameRow
from .census import Census
from .errors import Damaged, NoSuchGame
from .kinds import BLOB, MAYBE_NUMBER, MAYBE_TEXT, NUMBER, TEXT, are_of
from .seals import SealedConnection, Sealer

if TYPE_CHECKING:
    from ..match.events import Event

_FIRST = (
    "match", "round", "uid", "game", "spec", "player1", "player2", "date", "seed", "max_turns", "undo",
    "hint_limit", "hints1", "hints2", "undos", "ending", "winner", "attempt", "extra", "moves", "head",
)  # fmt: skip
_SECOND = ("player", "reading", "events", "tail")  # came with the second version of the tables
_KINDS = (
    MAYBE_NUMBER, MAYBE_NUMBER, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, MAYBE_NUMBER, MAYBE_NUMBER, TEXT,
    MAYBE_NUMBER, NUMBER, NUMBER, NUMBER, MAYBE_TEXT, MAYBE_NUMBER, TEXT, TEXT, NUMBER, BLOB,
)  # fmt: skip
_LATER_KINDS = (*_KINDS, MAYBE_NUMBER, NUMBER, NUMBER, BLOB)
COLUMNS = (*_FIRST, *_SECOND)
SELECT = f"SELECT id, {', '.join(COLUMNS)}, seal FROM games"
_first_of, _second_of = attrgetter(*_FIRST[:-1]), attrgetter(*_SECOND[:-1])
_KEPT = tuple(name for name in fields_of(GameRow) if name != "links")
_kept_of = itemgetter(*map(COLUMNS.index, _KEPT))
_READING = COLUMNS.index("reading")
_BELOW_ALL = float("-inf")  # less than any number that a row can have
_links_of = itemgetter(COLUMNS.index("head"), COLUMNS.index("tail"))


class SealedGame(Frozen, kw_only=True):
    """A game as it stands in its row: what is kept of it, and the last links of its moves and events."""

    row: GameRow
    links: tuple[bytes, bytes]
    columns: tuple[Any, ...]
    seal: bytes

    @property
    def head(self) -> bytes:
        """The last link of its moves."""
        return self.links[0]

    @property
    def tail(self) -> bytes:
        """The last link of its events."""
        return self.links[1]


def columns_of(row: GameRow, head: bytes, tail: bytes) -> tuple[Any, ...]:
    """The columns of a row as they are written now."""
    return (*_first_of(row), head, *_second_of(row), tail)


def find_game(raw: SealedConnection, number: int) -> SealedGame:
    """A game by its number; NoSuchGame if there is none, Damaged if it does not fit its seal."""
    found = raw.execute(f"{SELECT} WHERE id = ?", (number,)).fetchone()
    if found is None:
        raise NoSuchGame(number)
    return read_game(raw.sealer, found)


def read_game(sealer: Sealer, found: Sequence[Any]) -> SealedGame:
    """The game in a row of `SELECT`; Damaged if it does not fit its seal."""
    number, *rest, stored = found
    columns = tuple(rest)
    if seal_of(sealer, number, columns) != stored or not _is_written_so(columns):
        raise Damaged(f"game {number}: what is kept about it is not as it was written")
    kept = dict(zip(_KEPT, _kept_of(columns), strict=True))
    head, tail = _links_of(columns)
    if columns[_READING] is None:  # written before there were sessions
        kept |= {"reading": 1, "events": 0}
        tail = seals.first_link(kept["uid"], kept["spec"])
    links = head, tail
    row = GameRow(**kept, links=links)
    return SealedGame(row=row, links=links, columns=columns, seal=stored)


def seal_of(sealer: Sealer, number: int, columns: tuple[Any, ...]) -> bytes:
    """The seal over everything in a row; one of the first version had fewer columns."""
    return sealer.seal((number, *(columns[: len(_FIRST)] if _is_early(columns) else columns)))


def _is_early(columns: tuple[Any, ...]) -> bool:
    """Whether a row is of the first version."""
    return columns[len(_FIRST) :] == (None,) * len(_SECOND)


def _is_written_so(columns: tuple[Any, ...]) -> bool:
    """Whether such values are ever written."""
    return are_of(_KINDS, columns[: len(_FIRST)]) if _is_early(columns) else are_of(_LATER_KINDS, columns)


def insert_game(census: Census, columns: tuple[Any, ...]) -> int:
    """Insert a row, sealed together with the number it is given; that number."""
    return insert(census, "games", COLUMNS, columns)


def insert(census: Census, table: str, names: tuple[str, ...], values: tuple[Any, ...]) -> int:
    """Insert a row into a table, sealed together with the number it is given; that number."""
    raw = census.raw
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO {table} ({', '.join(names)}, seal) VALUES ({marks}, x'')"
    number = raw.execute(sql, values).lastrowid
    assert number is not None
    seal = raw.sealer.seal((number, *values))
    raw.execute(f"UPDATE {table} SET seal = ? WHERE id = ?", (seal, number))
    census.note(1, come=seal)
    census.note_number(table, number)
    return number


def update_game(census: Census, number: int, old: SealedGame, columns: tuple[Any, ...]) -> None:
    """Write anew what has changed in a row, with its seal."""
    seal = seal_of(census.raw.sealer, number, columns)
    # Only that: whatever is set, SQLite takes out of every index it is in and puts in again.
    pairs = zip(COLUMNS, columns, old.columns, strict=True)
    changed = {name: new for name, new, was in pairs if new != was}
    sql = f"UPDATE games SET {''.join(f'{name} = ?, ' for name in changed)}seal = ? WHERE id = ?"
    census.raw.execute(sql, (*changed.values(), seal, number))
    census.note(gone=old.seal, come=seal)


def linked(link: bytes, texts: Iterable[str]) -> list[tuple[str, bytes]]:
    """Moves or events, each with its link in the chain that goes on from `link`."""
    return [(text, link := seals.next_link(link, text)) for text in texts]


def add_moves(census: Census, game: int, first: int, moves: list[tuple[str, bytes]]) -> None:
    """Have linked moves inserted from ply `first` on."""
    census.add_linked("moves", ((game, ply, *move) for ply, move in enumerate(moves, first)))


def add_events(census: Census, game: int, events: "Sequence[Event]", texts: list[tuple[str, bytes]]) -> None:
    """Have events inserted, given with their linked texts."""
    both = zip(events, texts, strict=True)
    census.add_linked("events", ((game, event.number, *text) for event, text in both))


def write_events(events: "Iterable[Event]") -> Iterator[str]:
    """Events as text."""
    from json import JSONEncoder  # not needed by who only looks at what games there are

    encode = JSONEncoder(separators=(",", ":")).encode
    return (encode(event.as_json()) for event in events)


def cut_moves(census: Census, game: int, kept: int, old: SealedGame) -> bytes:
    """Forget all but the first `kept` moves; the link of the last that stays. Damaged if it is another now.

    Links have no key: only one that leads to the last, which is under the seal, is as it was written.
    """
    raw = census.raw
    census.insert_linked()
    found = raw.execute("SELECT hash FROM moves WHERE game = ? AND ply = ?", (game, kept - 1)).fetchone()
    link = last = found[0] if found else seals.first_link(old.row.uid, old.row.spec)
    cut = "FROM moves WHERE game = ? AND ply >= ?"
    for (text,) in raw.execute(f"SELECT text {cut} ORDER BY ply", (game, kept)).fetchall():
        last = seals.next_link(last, text) if isinstance(text, str) and isinstance(last, bytes) else b""
    if last != old.head:
        raise Damaged(f"game {game}: its moves are not as they were written")
    raw.execute(f"DELETE {cut}", (game, kept))
    return bytes(link)


def read_moves(raw: SealedConnection, number: int, game: SealedGame) -> tuple[str, ...]:
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


def read_events(raw: SealedConnection, number: int, game: SealedGame, after: int = 0) -> "list[Event]":
    """The events of a game with numbers above `after`; Damaged if one of them is not as it was written."""
    if not game.row.events and game.tail == seals.first_link(game.row.uid, game.row.spec):
        return []  # without a look at the table: the damaged row of a neighbour could be in the way
    last, link = _link_before(raw, number, game, after)
    sql = "SELECT number, event, hash FROM events WHERE game = ? AND number > ? ORDER BY number"
    events: list[Event] = []
    for each, text, stored in raw.execute(sql, (number, last)).fetchall():
        link = seals.next_link(link, text) if isinstance(text, str) and isinstance(link, bytes) else b""
        if stored != link:
            raise Damaged(f"game {number}: its event {each} is not as it was written")
        events.append(_read_event(number, text))
        last = events[-1].number
        if last != each:
            raise Damaged(f"game {number}: its event {each} has another number")
    if max(last, 0) != game.row.events or link != game.tail:
        raise Damaged(f"game {number}: some of its events are missing")
    return events


def _read_event(number: int, text: str) -> "Event":
    """An event of a game; Damaged if it is none, as where a page of moves has come to lie among events."""
    import json

    from ..match.events import MessageError, read_event

    try:
        document = json.loads(text)
        if isinstance(document, dict):
            return read_event(document)
    except (MessageError, ValueError, RecursionError):
        pass
    raise Damaged(f"game {number}: one of its events cannot be read")


def _link_before(raw: SealedConnection, number: int, game: SealedGame, after: int) -> tuple[Any, Any]:
    """The last event of a game up to a number, and its link: whatever is wrong after it breaks the chain.

    No event has a number below 1. What somebody has put there comes after the first link, and breaks it too.
    """
    sql = "SELECT number, hash FROM events WHERE game = ? AND number <= ? ORDER BY number DESC LIMIT 1"
    found = raw.execute(sql, (number, after)).fetchone() if after else None
    return found or (_BELOW_ALL, seals.first_link(game.row.uid, game.row.spec))
