"""Rooms: the tables of a server, each with the match that is played at it and the keys of those who play.

A key belongs to whoever made it; a store has only hashes of keys.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Protocol

from .errors import NoSuchRoom, StoreError


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RoomRow:
    """A table: the match played at it, what else was agreed on, and when it was made and last used."""

    id: str
    match: int
    options: str  # as JSON
    created: str  # moments are written as in records
    used: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RoomKey:
    """A key to the seat of a contestant, as a hash; one with a moment can be handed in until then, once."""

    room: str
    contestant: int
    hash: str
    until: str | None = None


class Rooms(Protocol):
    """Tables by their names. Each call is a transaction of its own; several threads may call."""

    def add(self, rooms: Sequence[tuple[RoomRow, Sequence[RoomKey]]]) -> list[StoreError | None]:
        """Keep new tables together, each with its keys or not at all: what went wrong with each."""

    def find(self, room: str) -> tuple[RoomRow, list[RoomKey]]:
        """A table and its keys; NoSuchRoom if there is none, Damaged if it is not as it was written."""

    def keys(self, rooms: Sequence[str]) -> dict[str, list[RoomKey]]:
        """The keys to each of these tables; without tables that are gone, or with a key that is damaged."""

    def of_match(self, match: int) -> str | None:
        """The table at which a match is played, if any."""

    def of_key(self, key: str, most: int) -> list[RoomRow]:
        """The tables to which this is the hash of a key, from the one used last back; no damaged ones."""

    def change_keys(
        self,
        room: str,
        *,
        gone: Sequence[RoomKey] = (),
        come: Sequence[RoomKey] = (),
        free: int | None = None,
    ) -> None:
        """Take keys away and give others; StoreError, and nothing done, if one to be taken is not there.

        Nor is anything done if somebody else has a key to the seat of the contestant `free`. A key that is
        there already is given again without harm. NoSuchRoom if there is no such table.
        """

    def use(self, moments: Mapping[str, str]) -> None:
        """Note when tables were last used; those that are gone meanwhile are passed over."""

    def delete(self, room: str, by: str | None = None) -> None:
        """Forget a table and its keys, damaged or not, but no game; NoSuchRoom if there is none.

        StoreError, and nothing done, if somebody other than `by` has a key to a seat.
        """


class MemoryRooms:
    """Tables in a dictionary."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._rooms: dict[str, RoomRow] = {}
        self._keys: dict[str, list[RoomKey]] = {}

    def add(self, rooms: Sequence[tuple[RoomRow, Sequence[RoomKey]]]) -> list[StoreError | None]:
        """Keep new tables, each with its keys or not at all: what went wrong with each."""
        with self._lock:
            return [self._add(row, keys) for row, keys in rooms]

    def _add(self, row: RoomRow, keys: Sequence[RoomKey]) -> StoreError | None:
        if row.id in self._rooms or self.of_match(row.match) is not None:
            return StoreError(ROOM_CLASH)
        self._rooms[row.id], self._keys[row.id] = row, list(keys)
        return None

    def find(self, room: str) -> tuple[RoomRow, list[RoomKey]]:
        """A table and its keys; NoSuchRoom if there is none."""
        with self._lock:
            if room not in self._rooms:
                raise NoSuchRoom(room)
            return self._rooms[room], list(self._keys[room])

    def keys(self, rooms: Sequence[str]) -> dict[str, list[RoomKey]]:
        """The keys to each of these tables; without tables that are gone."""
        with self._lock:
            return {room: list(self._keys[room]) for room in rooms if room in self._keys}

    def of_match(self, match: int) -> str | None:
        """The table at which a match is played, if any."""
        with self._lock:
            return next((row.id for row in self._rooms.values() if row.match == match), None)

    def of_key(self, key: str, most: int) -> list[RoomRow]:
        """The tables to which somebody has a key, from the one used last back."""
        with self._lock:
            held = (each for keys in self._keys.values() for each in keys)
            rooms = {each.room for each in held if (each.hash, each.until) == (key, None)}
            rows = [self._rooms[room] for room in rooms]
        return sorted(rows, key=lambda row: (row.used, row.id), reverse=True)[:most]

    def change_keys(
        self,
        room: str,
        *,
        gone: Sequence[RoomKey] = (),
        come: Sequence[RoomKey] = (),
        free: int | None = None,
    ) -> None:
        """Take keys away and give others, all or nothing: see the protocol."""
        with self._lock:
            keys = self.find(room)[1]
            if free is not None:
                check_free(free, keys, come)
            if not set(gone) <= set(keys):
                raise StoreError(KEY_GONE)
            kept = {(key.contestant, key.hash): key for key in keys if key not in gone}
            for key in come:
                if kept.setdefault((key.contestant, key.hash), key) != key:
                    raise StoreError(KEY_CLASH)
            self._keys[room] = list(kept.values())

    def use(self, moments: Mapping[str, str]) -> None:
        """Note when tables were last used; those that are gone meanwhile are passed over."""
        with self._lock:
            for room, moment in moments.items():
                if room in self._rooms:
                    self._rooms[room] = dataclasses.replace(self._rooms[room], used=moment)

    def used_before(self, moment: str) -> list[RoomRow]:
        """The tables that were last used before a moment, the longest unused first."""
        with self._lock:
            rows = [row for row in self._rooms.values() if row.used < moment]
        return sorted(rows, key=lambda row: row.used)

    def delete(self, room: str, by: str | None = None) -> None:
        """Forget a table and its keys, but no game: see the protocol."""
        with self._lock:
            check_alone(by, self.find(room)[1])
            del self._rooms[room], self._keys[room]


def check_free(contestant: int, keys: Sequence[RoomKey], come: Sequence[RoomKey]) -> None:
    """Raise StoreError where somebody else has a key to the seat of a contestant who is to be free."""
    if any(key.contestant == contestant and key.until is None and key not in come for key in keys):
        raise StoreError(SEAT_TAKEN)


def check_alone(by: str | None, keys: Sequence[RoomKey]) -> None:
    """Raise StoreError where somebody other than `by` has a key to a seat."""
    if by is not None and any(key.hash != by and key.until is None for key in keys):
        raise StoreError(NOT_ALONE)


KEY_CLASH = "this key to a seat is another one already"
KEY_GONE = "this key to a seat has been used or taken back"
ROOM_CLASH = "this game is played at a table already"
NOT_ALONE = "somebody else has a seat at this table by now"
SEAT_TAKEN = "this seat is taken"
