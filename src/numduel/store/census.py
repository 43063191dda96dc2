"""Census: how many sealed rows a SQLite file has, and the sum of their seals.

Rows that go or come behind our back are noticed by it.
"""

import sqlite3

from . import seals
from .schema import NotAStore

SEALED_TABLES = ("games", "matches", "rooms", "room_keys")
Mark = tuple[int, int]


class Census:
    """What one transaction changes in the census: it gathers here, and is written once, at the end."""

    __slots__ = ("_more", "_sum", "raw")

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw
        self._more = 0  # rows
        self._sum = 0  # of seals

    def note(self, more: int = 0, *, gone: bytes = b"", come: bytes = b"") -> None:
        """Note so many rows more, one seal that has gone, and one that has come."""
        self._more += more
        self._sum += int.from_bytes(come) - int.from_bytes(gone)

    def mark(self) -> Mark:
        """What was noted until now."""
        return self._more, self._sum

    def go_back(self, mark: Mark) -> None:
        """Forget what was noted since."""
        self._more, self._sum = mark

    def write(self) -> None:
        """Bring the census up to date; NotAStore if there is none."""
        if (self._more, self._sum) == (0, 0):
            return
        found = self.raw.execute("SELECT total FROM census").fetchone()
        if found is None or not isinstance(found[0], bytes):
            raise NotAStore("its count of games is gone")
        values = (self._more, seals.add(found[0], self._sum))
        self.raw.execute("UPDATE census SET counted = counted + ?, total = ?", values)
        self._more = self._sum = 0

    def count_anew(self) -> None:
        """Count all the seals that are there, where one no longer is what was counted."""
        sql = " UNION ALL ".join(f"SELECT seal FROM {table}" for table in SEALED_TABLES)
        found = [seal for (seal,) in self.raw.execute(sql) if isinstance(seal, bytes)]
        total = seals.add(bytes(32), sum(map(int.from_bytes, found)))
        self.raw.execute("UPDATE census SET counted = ?, total = ?", (len(found), total))
        self._more = self._sum = 0
