"""SqliteRooms: the tables of a server as sealed rows of a SQLite file, counted in its census."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .census import Census
from .connection import Connection
from .errors import Damaged, NoSuchRoom, StoreError
from .kinds import MAYBE_TEXT, NUMBER, TEXT, are_of
from .rooms import KEY_CLASH, KEY_GONE, ROOM_CLASH, RoomKey, RoomRow, check_alone, check_free
from .seals import SealedConnection, Sealer

_SELECT_ROOM = "SELECT id, match, options, created, used, seal FROM rooms"
_SELECT_KEY = "SELECT room, contestant, hash, until, seal FROM room_keys"
_KINDS = {"rooms": (TEXT, NUMBER, TEXT, TEXT, TEXT), "room_keys": (TEXT, NUMBER, TEXT, MAYBE_TEXT)}
_ONE_KEY = "WHERE room = ? AND contestant = ? AND hash = ?"


class SqliteRooms:
    """The tables in a file that a store has opened."""

    def __init__(self, file: Connection) -> None:
        self._file = file

    def add(self, rooms: Sequence[tuple[RoomRow, Sequence[RoomKey]]]) -> list[StoreError | None]:
        """Keep new tables together, each with its keys or not at all: what went wrong with each."""
        with self._file.counting() as census:
            return [self._add(census, row, keys) for row, keys in rooms]

    def _add(self, census: Census, row: RoomRow, keys: Sequence[RoomKey]) -> StoreError | None:
        mark = census.mark()
        try:
            with self._file.part():
                _check_new(census.raw, row)
                _insert(census, "rooms", (row.id, row.match, row.options, row.created, row.used))
                for key in keys:
                    _add_key(census, key)
        except StoreError as error:
            census.go_back(mark)
            return error
        return None

    def find(self, room: str) -> tuple[RoomRow, list[RoomKey]]:
        """A table and its keys; NoSuchRoom if there is none, Damaged if it is not as it was written."""
        with self._file.reading():
            return _find(self._file.raw, room), _keys_of(self._file.raw, room)

    def keys(self, rooms: Sequence[str]) -> dict[str, list[RoomKey]]:
        """The keys to each of these tables; without tables that are gone, or with a key that is damaged."""
        marks, sealer = ", ".join("?" * len(rooms)), self._file.raw.sealer
        there = self._file.all(f"SELECT id FROM rooms WHERE id IN ({marks})", tuple(rooms))
        keys: dict[str, list[RoomKey]] = {room: [] for (room,) in there}
        for found in self._file.all(f"{_SELECT_KEY} WHERE room IN ({marks})", tuple(rooms)):
            room, *_ = found
            if room in keys:
                try:
                    keys[room].append(_read_key(sealer, found))
                except Damaged:
                    del keys[room]
        return keys

    def of_match(self, match: int) -> str | None:
        """The table at which a match is played, if any."""
        found = self._file.all("SELECT id FROM rooms WHERE match = ?", (match,))
        return next((str(room) for (room,) in found), None)

    def of_key(self, key: str, most: int) -> list[RoomRow]:
        """The tables to which this is the hash of a key, from the one used last back; no damaged ones."""
        held = "SELECT room FROM room_keys WHERE hash = ? AND until IS NULL"
        sql = f"{_SELECT_ROOM} WHERE id IN ({held}) ORDER BY used DESC, id DESC LIMIT ?"
        rows = []
        for found in self._file.all(sql, (key, most)):
            with contextlib.suppress(Damaged):
                rows.append(_read_room(self._file.raw.sealer, found))
        return rows

    def change_keys(
        self,
        room: str,
        *,
        gone: Sequence[RoomKey] = (),
        come: Sequence[RoomKey] = (),
        free: int | None = None,
    ) -> None:
        """Take keys away and give others, all or nothing: see the protocol."""
        with self._file.counting() as census:
            _find(census.raw, room)
            if free is not None:
                check_free(free, _keys_of(census.raw, room), come)
            for key in gone:
                _remove_key(census, key)
            for key in come:
                _add_key(census, key)

    def use(self, moments: Mapping[str, str]) -> None:
        """Note when tables were last used; those that are gone meanwhile are passed over."""
        with self._file.counting() as census:
            for room, moment in moments.items():
                with contextlib.suppress(NoSuchRoom, Damaged):
                    _note_use(census, _find(census.raw, room), moment)

    def delete(self, room: str, by: str | None = None) -> None:
        """Forget a table and its keys, damaged or not, but no game: see the protocol."""
        with self._file.counting() as census:
            if by is not None:
                check_alone(by, _keys_of(census.raw, room))
            delete_room(census, room)


def delete_room(census: Census, room: str) -> None:
    """Forget a table and its keys, damaged or not; NoSuchRoom if there is none."""
    raw = census.raw
    rows = raw.execute(f"{_SELECT_ROOM} WHERE id = ?", (room,)).fetchall()
    if not rows:
        raise NoSuchRoom(room)
    keys = raw.execute(f"{_SELECT_KEY} WHERE room = ?", (room,)).fetchall()
    for table, column in (("rooms", "id"), ("room_keys", "room")):
        raw.execute(f"DELETE FROM {table} WHERE {column} = ?", (room,))
    gone = [("rooms", row) for row in rows] + [("room_keys", key) for key in keys]
    census.note_removed([(_seal_in(row), _seal_of(raw.sealer, table, row)) for table, row in gone])


def _check_new(raw: SealedConnection, row: RoomRow) -> None:
    """Raise StoreError where there is such a table, or one for the same match."""
    known = raw.execute("SELECT 1 FROM rooms WHERE id = ? OR match = ?", (row.id, row.match))
    if known.fetchone() is not None:
        raise StoreError(ROOM_CLASH)


def _insert(census: Census, table: str, values: tuple[Any, ...]) -> None:
    seal = census.raw.sealer.seal((table, *values))
    marks = ", ".join("?" * (len(values) + 1))
    census.raw.execute(f"INSERT INTO {table} VALUES ({marks})", (*values, seal))
    census.note(1, come=seal)


def _find(raw: SealedConnection, room: str) -> RoomRow:
    found = raw.execute(f"{_SELECT_ROOM} WHERE id = ?", (room,)).fetchone()
    if found is None:
        raise NoSuchRoom(room)
    return _read_room(raw.sealer, found)


def _keys_of(raw: SealedConnection, room: str) -> list[RoomKey]:
    found = raw.execute(f"{_SELECT_KEY} WHERE room = ?", (room,)).fetchall()
    return [_read_key(raw.sealer, each) for each in found]


def _read_room(sealer: Sealer, found: tuple[Any, ...]) -> RoomRow:
    room, match, options, created, used, _ = found
    if not _fits(sealer, "rooms", found):
        raise Damaged(f"table {room!a} is not as it was written")
    return RoomRow(id=room, match=match, options=options, created=created, used=used)


def _read_key(sealer: Sealer, found: tuple[Any, ...]) -> RoomKey:
    room, contestant, hashed, until, _ = found
    if not _fits(sealer, "room_keys", found):
        raise Damaged(f"a key to table {room!a} is not as it was written")
    return RoomKey(room=room, contestant=contestant, hash=hashed, until=until)


def _fits(sealer: Sealer, table: str, found: tuple[Any, ...]) -> bool:
    """Whether a row fits its seal, and such a row is ever written."""
    fits = bool(_seal_of(sealer, table, found) == _seal_in(found))
    return fits and are_of(_KINDS[table], found[:-1])


def _seal_in(found: tuple[Any, ...]) -> Any:
    """The seal that a row has, which stands last."""
    *_, seal = found
    return seal


def _seal_of(sealer: Sealer, table: str, found: tuple[Any, ...]) -> bytes:
    """The seal that a row should have."""
    *values, _ = found
    return sealer.seal((table, *values))


def _note_use(census: Census, row: RoomRow, moment: str) -> None:
    values = (row.id, row.match, row.options, row.created)
    gone, come = (census.raw.sealer.seal(("rooms", *values, used)) for used in (row.used, moment))
    census.raw.execute("UPDATE rooms SET used = ?, seal = ? WHERE id = ?", (moment, come, row.id))
    census.note(gone=gone, come=come)


def _add_key(census: Census, key: RoomKey) -> None:
    """Give a key; nothing is done if it is there already, and one that had a moment is there for good."""
    values = (key.room, key.contestant, key.hash)
    found = census.raw.execute(f"{_SELECT_KEY} {_ONE_KEY}", values).fetchone()
    if found is None:
        _insert(census, "room_keys", (*values, key.until))
    elif _read_key(census.raw.sealer, found) != key:
        raise StoreError(KEY_CLASH)


def _remove_key(census: Census, key: RoomKey) -> None:
    values = (key.room, key.contestant, key.hash)
    found = census.raw.execute(f"{_SELECT_KEY} {_ONE_KEY}", values).fetchone()
    if found is None or _read_key(census.raw.sealer, found) != key:
        raise StoreError(KEY_GONE)
    census.raw.execute(f"DELETE FROM room_keys {_ONE_KEY}", values)
    census.note(-1, gone=_seal_in(found))


def new_seals(raw: SealedConnection, sealer: Sealer) -> Iterator[tuple[str, str, tuple[Any, ...], bytes]]:
    """Every row: its table, the condition and values that find it, and its seal by another sealer."""
    for found in raw.execute(_SELECT_ROOM).fetchall():
        room, *_ = found
        yield "rooms", "id = ?", (room,), _seal_of(sealer, "rooms", found)
    for found in raw.execute(_SELECT_KEY).fetchall():
        room, contestant, hashed, *_ = found
        seal = _seal_of(sealer, "room_keys", found)
        yield "room_keys", _ONE_KEY.removeprefix("WHERE "), (room, contestant, hashed), seal


def seals_of_rooms(raw: SealedConnection) -> Iterator[tuple[str, bool, bytes]]:
    """Every table by its name, whether it fits its seal, and the seal."""
    for found in raw.execute(f"{_SELECT_ROOM} ORDER BY id").fetchall():
        room, *_, seal = found
        yield room, _fits(raw.sealer, "rooms", found), seal


def seals_of_keys(raw: SealedConnection) -> Iterator[tuple[str, bool, bytes]]:
    """Every key by the table it belongs to, whether it fits its seal, and the seal."""
    for found in raw.execute(f"{_SELECT_KEY} ORDER BY room").fetchall():
        room, *_, seal = found
        yield room, _fits(raw.sealer, "room_keys", found), seal
