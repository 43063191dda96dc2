"""Census: how many sealed rows a SQLite file has, the sum of their seals, and the last numbers given.

Rows that go or come behind our back are noticed by it. It is sealed itself.
"""

from collections.abc import Iterable
from itertools import chain, islice, product

from ..core.frozen import Frozen
from ..core.hints import Any
from .errors import NotAStore
from .seals import SealedConnection, Sealer

SEALED_TABLES = ("games", "matches", "rooms", "room_keys", "attempts", "lessons")
COLUMNS = ("counted", "total", "last_game", "last_match", "proof", "seal")
_LAST = {"games": 0, "matches": 1}
_MOST_GUESSES = 64
MOST_TOGETHER = 200  # rows that one statement inserts
NOT_THOSE_COUNTED = "the games in the file are not those that were counted: some have gone, come or changed"
OTHER_KEY = "it has been sealed anew in the meantime, with another key or without one"


class Counted(Frozen):
    """What the census says: so many rows, the sum of their seals, the last numbers, and the key's proof."""

    rows: int
    total: bytes
    last_game: int
    last_match: int
    proof: bytes | None

    @property
    def columns(self) -> tuple[Any, ...]:
        """All of it, in the order of `COLUMNS`."""
        return self.rows, self.total, self.last_game, self.last_match, self.proof

    def seal(self, sealer: Sealer) -> bytes:
        """The seal over all of it."""
        return sealer.seal(("census", *self.columns))


class Mark(Frozen):
    """What a transaction had noted at some moment."""

    rows: int
    weights: int
    last: tuple[int, int]
    linked: tuple[int, ...]


class Census:
    """What one transaction changes in the census: it gathers here, and is written once, at the end.

    So do the moves and events of many games: to insert them by one statement takes a thread that shares its
    process with others far less time than by one statement each, after every one of which it waits its turn.
    """

    __slots__ = ("_last", "_linked", "_rows", "_weights", "raw")

    def __init__(self, raw: SealedConnection) -> None:
        self.raw = raw
        self._rows = 0
        self._weights = 0  # of seals
        self._last = [0, 0]  # numbers of games and matches
        self._linked: dict[str, list[tuple[Any, ...]]] = {"moves": [], "events": []}

    def note(self, more: int = 0, *, gone: bytes = b"", come: bytes = b"") -> None:
        """Note so many rows more, one seal that has gone, and one that has come."""
        weight = self.raw.sealer.weight
        self._rows += more
        self._weights += weight(come) - weight(gone)

    def note_number(self, table: str, number: int) -> None:
        """Note the number that a new row was given."""
        self._last[_LAST[table]] = number

    def note_removed(self, rows: Iterable[tuple[Any, bytes]]) -> None:
        """Note rows that are gone, each with the seal that it had and the one that it should have had.

        Of a damaged row nobody knows which of the two was counted. If one choice makes the census right, it
        is that; if none does, something else is wrong as well, and stays so.
        """
        # Dictionaries, since their order stays.
        choices = [{seal: None for seal in pair if isinstance(seal, bytes)} for pair in rows]
        guesses = list(islice(product(*choices), _MOST_GUESSES))
        for seal in guesses[0] if len(guesses) == 1 else self._right_or_first(guesses):
            self.note(-1, gone=seal)

    def _right_or_first(self, guesses: list[tuple[bytes, ...]]) -> tuple[bytes, ...]:
        """The seals that must have been counted, if all others are there; else the first guess."""
        weight, total = self.raw.sealer.weight, self.raw.sealer.total
        _, here = _all_here(self.raw)
        left = total(here)
        census, _ = read(self.raw)
        counted = int.from_bytes(census.total) + self._weights
        right = (guess for guess in guesses if total(counted - sum(map(weight, guess))) == left)
        return next(right, guesses[0])

    def mark(self) -> Mark:
        """What was noted until now."""
        linked = tuple(map(len, self._linked.values()))
        return Mark(self._rows, self._weights, (self._last[0], self._last[1]), linked)

    def go_back(self, mark: Mark) -> None:
        """Forget what was noted since."""
        self._rows, self._weights, self._last = mark.rows, mark.weights, list(mark.last)
        for rows, count in zip(self._linked.values(), mark.linked, strict=True):
            del rows[count:]

    def add_linked(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Have moves or events inserted, at the latest when the transaction ends."""
        self._linked[table] += rows

    def insert_linked(self) -> None:
        """Insert the moves and events that wait for it."""
        for table, rows in self._linked.items():
            for first in range(0, len(rows), MOST_TOGETHER):
                some = rows[first : first + MOST_TOGETHER]
                marks = ", ".join(["(?, ?, ?, ?)"] * len(some))
                self.raw.execute(f"INSERT INTO {table} VALUES {marks}", [*chain.from_iterable(some)])
            rows.clear()

    def write(self) -> None:
        """Bring everything up to date; NotAStore if there is no census, or the key is another by now."""
        self.insert_linked()
        if (self._rows, self._weights) == (0, 0):
            return
        sealer = self.raw.sealer
        old, stored = read(self.raw)
        if old.proof != sealer.proof:
            raise NotAStore(OTHER_KEY)
        fits = stored == old.seal(sealer)
        given = old.last_game, old.last_match
        if fits and any(0 < new <= last for new, last in zip(self._last, given, strict=True)):
            raise NotAStore("it gives numbers to games that it has given before")
        new = Counted(
            old.rows + self._rows,
            sealer.total(int.from_bytes(old.total) + self._weights),
            max(old.last_game, self._last[0]),
            max(old.last_match, self._last[1]),
            old.proof,
        )
        # A census that was changed by somebody else stays one that does not fit its seal.
        replace(self.raw, new, new.seal(sealer) if fits else stored)
        self._rows = self._weights = 0


def read(raw: SealedConnection) -> tuple[Counted, Any]:
    """What the census says, and its seal; NotAStore if it is gone."""
    found = raw.execute(f"SELECT {', '.join(COLUMNS)} FROM census").fetchone()
    if found is None or [type(value) for value in found[:4]] != [int, bytes, int, int]:
        raise NotAStore("its count of games is gone")
    return Counted(*found[:-1]), found[-1]


def replace(raw: SealedConnection, counted: Counted, seal: Any) -> None:
    """Write the census."""
    pairs = ", ".join(f"{name} = ?" for name in COLUMNS)
    raw.execute(f"UPDATE census SET {pairs}", (*counted.columns, seal))


def is_complete(raw: SealedConnection) -> bool:
    """Whether the seals in the file are those that were counted, each of which may or may not fit its row."""
    rows, weights = _all_here(raw)
    counted, _ = read(raw)
    return (counted.rows, counted.total) == (rows, raw.sealer.total(weights))


def rows_gone(raw: SealedConnection) -> int:
    """How many rows fewer there are than were counted, which is quickly found; 0 where there are none."""
    sql = " + ".join(f"(SELECT count(*) FROM {table})" for table in SEALED_TABLES)
    (here,) = raw.execute(f"SELECT {sql}").fetchone()
    counted, _ = read(raw)
    return max(0, counted.rows - int(here))


def _all_here(raw: SealedConnection) -> tuple[int, int]:
    """How many seals there are, and the sum of their weights."""
    tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    # An older file that is brought up to date has not got all of them yet.
    sql = " UNION ALL ".join(f"SELECT seal FROM {table}" for table in SEALED_TABLES if table in tables)
    weights = [raw.sealer.weight(seal) if isinstance(seal, bytes) else 0 for (seal,) in raw.execute(sql)]
    return len(weights), sum(weights)
