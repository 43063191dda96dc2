"""Store: games in, games out. Every change is on the disk before the call returns."""

import contextlib
import dataclasses
import os
import sqlite3
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..match.record import Record
from ..match.round import Result
from . import Damaged, StoreError, seals
from .rows import GameRow, MatchRow, as_record, as_row, checked
from .schema import NotAStore, journal_mode, prepare

PATIENCE = 10.0  # seconds to wait for another process that is writing


_COLUMNS = ", ".join(field.name for field in dataclasses.fields(GameRow))
_MATCH_COLUMNS = ", ".join(field.name for field in dataclasses.fields(MatchRow))


class Store:
    """One SQLite file, through one connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            # Python's own transactions are off: each of ours says when it begins and ends.
            self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            # A damaged text must fail its own seal, not the reading of every game beside it.
            self._connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
            # EXTRA: with a rollback journal, only then is a commit safe from a power cut.
            self._connection.execute("PRAGMA synchronous = EXTRA")
            try:
                prepare(self._connection)
            except NotAStore as error:
                self._connection.close()
                raise StoreError(f"the store {os.fspath(path)!a} cannot be used: {error}") from None
            self._connection.execute(f"PRAGMA journal_mode = {journal_mode()}")

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite and the system complain of into one sentence."""
        try:
            yield
        except (sqlite3.Error, OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise StoreError(f"the store {os.fspath(self.path)!a} cannot be used: {reason}") from None

    def hold(self) -> None:
        """Put changes off until `commit`, which makes them durable together."""
        if not self._connection.in_transaction:
            with self._told():
                self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make the changes that were put off durable; StoreError, and none of them, if that fails."""
        if self._connection.in_transaction:
            with self._undone_if_failed():
                self._connection.execute("COMMIT")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it, or nothing. Within `hold`, a part of a larger one."""
        if not self._connection.in_transaction:
            self.hold()
            with self._undone_if_failed():
                yield self._connection
                self._connection.execute("COMMIT")
            return
        # What was put off before stays, even if this part fails or is interrupted.
        with self._told():
            self._connection.execute("SAVEPOINT part")
            try:
                yield self._connection
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK TO part")
                raise
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("RELEASE part")

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Everything read within is of one moment, whatever another program writes meanwhile."""
        with self._told():
            if self._connection.in_transaction:
                yield
                return
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def roll_back(self) -> None:
        """Forget the changes that were put off."""
        if self._connection.in_transaction:
            with self._told():
                self._connection.execute("ROLLBACK")

    @contextlib.contextmanager
    def _undone_if_failed(self) -> Iterator[None]:
        with self._told():
            try:
                yield
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    # Matches

    def begin_match(self, row: MatchRow) -> int:
        """Keep how a match is set up; its id."""
        with self._writing() as connection:
            return self._insert_sealed(connection, "matches", _MATCH_COLUMNS, dataclasses.astuple(row))

    def match(self, number: int) -> MatchRow:
        """How a match was set up; Damaged if that is not what was written."""
        with self._told():
            sql = f"SELECT {_MATCH_COLUMNS}, seal FROM matches WHERE id = ?"
            found = self._connection.execute(sql, (number,)).fetchone()
        if found is None or seals.seal((number, *found[:-1])) != found[-1]:
            raise Damaged(f"match {number} is not as it was written")
        return MatchRow(*found[:-1])

    def games_of_match(self, number: int) -> list[tuple[int, GameRow]]:
        """The games of a match, in order."""
        with self._told():
            sql = f"SELECT id, {_COLUMNS}, seal FROM games WHERE match = ? ORDER BY id"
            found = self._connection.execute(sql, (number,)).fetchall()
        return [(row[0], checked(row[0], row[1:])) for row in found]

    # Games, as they are played

    def begin_game(self, match: int, number: int, names: tuple[str, str]) -> int:
        """Keep that a game of a match has begun; its id."""
        setup = self.match(match)
        uid = uuid.uuid4().hex
        row = GameRow(
            match, number, uid, setup.spec.partition(":")[0], setup.spec, *names, now(), setup.seed,
            setup.max_turns, setup.undo, setup.hint_limit, 0, 0, 0, None, None, "", "{}",
            0, seals.first_link(uid, setup.spec),
        )  # fmt: skip
        with self._writing() as connection:
            return self._insert(connection, row)

    def add_move(self, number: int, made: int, text: str) -> None:
        """Keep one more move of a game in which `made` moves were made so far."""
        with self._writing() as connection:
            row = self._in_play(number, made)
            head = seals.next_link(row.head, text)
            connection.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (number, row.moves, text, head))
            self._update(connection, number, row, moves=row.moves + 1, head=head)

    def take_back(self, number: int, made: int, count: int = 1) -> None:
        """Forget the last of the `made` moves of a game, and count that as one undo."""
        with self._writing() as connection:
            row = self._in_play(number, made)
            left = row.moves - count
            connection.execute("DELETE FROM moves WHERE game = ? AND ply >= ?", (number, left))
            sql = "SELECT hash FROM moves WHERE game = ? AND ply = ?"
            found = connection.execute(sql, (number, left - 1)).fetchone()
            head = found[0] if found else seals.first_link(row.uid, row.spec)
            self._update(connection, number, row, moves=left, head=head, undos=row.undos + 1)

    def count_hint(self, number: int, made: int, player: int) -> None:
        """Count a hint that a player asked for after `made` moves."""
        with self._writing() as connection:
            row = self._in_play(number, made)
            name = f"hints{player}"
            self._update(connection, number, row, **{name: getattr(row, name) + 1})

    def finish(self, number: int, made: int, result: Result) -> None:
        """Keep how a game of `made` moves ended."""
        with self._writing() as connection:
            row = self._in_play(number, made)
            ended = {"ending": result.ending.value, "winner": result.winner, "attempt": result.attempt}
            self._update(connection, number, row, **ended)

    def _in_play(self, number: int, made: int) -> GameRow:
        """What is kept of a game that someone plays; StoreError if someone else has been at it."""
        try:
            row = self._row(number)
        except KeyError:
            raise StoreError(f"game {number} has been deleted in the meantime") from None
        if row.moves != made or row.ending is not None:
            raise StoreError(f"game {number} has gone on elsewhere in the meantime")
        return row

    # Games, whole

    def record(self, number: int) -> Record:
        """A game as a record, replayed by its rules; Damaged if anything in it is not as it was written."""
        with self._reading():
            row = self._row(number)
            sql = "SELECT ply, text, hash FROM moves WHERE game = ? ORDER BY ply"
            found = self._connection.execute(sql, (number,)).fetchall()
        link = seals.first_link(row.uid, row.spec)
        for ply, (stored_ply, text, stored) in enumerate(found):
            link = seals.next_link(link, text) if isinstance(text, str) else b""
            if stored_ply != ply or stored != link:
                raise Damaged(f"game {number}: its move {ply + 1} is not as it was written")
        if len(found) != row.moves or link != row.head:
            raise Damaged(f"game {number}: some of its moves are missing")
        return as_record(number, row, tuple(text for _, text, _ in found))

    def add_records(self, records: list[Record]) -> list[tuple[int, str]]:
        """Keep records, all or none: the id of each, and whether it is `new`, `known` or `longer`.

        A game is kept only once. A copy of an unfinished one that goes further takes its place.
        """
        with self._writing() as connection:
            return [self._add_record(connection, record) for record in records]

    def _add_record(self, connection: sqlite3.Connection, record: Record) -> tuple[int, str]:
        uid = record.uid or seals.seal(dataclasses.astuple(record)).hex()[:32]
        known = connection.execute("SELECT id FROM games WHERE uid = ?", (uid,)).fetchone()
        if known is None:
            return self._insert_record(connection, record, uid), "new"
        number = int(known[0])
        kept = self.record(number)
        earlier = record.result is None and record.moves == kept.moves[: len(record.moves)]
        if earlier or (kept.moves == record.moves and kept.result == record.result):
            return number, "known"
        if kept.result is not None or kept.moves != record.moves[: len(kept.moves)]:
            raise StoreError(f"game {number} is here already, and it went otherwise than in the file")
        for made in range(len(kept.moves), len(record.moves)):
            self.add_move(number, made, record.moves[made])
        if record.result is not None:
            self.finish(number, len(record.moves), record.result)
        return number, "longer"

    def _insert_record(self, connection: sqlite3.Connection, record: Record, uid: str) -> int:
        row = as_row(record, uid)
        link = seals.first_link(uid, row.spec)
        links = [link := seals.next_link(link, text) for text in record.moves]
        number = self._insert(connection, dataclasses.replace(row, moves=len(links), head=link))
        rows = [(number, ply, *pair) for ply, pair in enumerate(zip(record.moves, links, strict=True))]
        connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)
        return number

    def delete(self, number: int) -> None:
        """Forget a game altogether, damaged or not; KeyError if there is none."""
        with self._writing() as connection:
            found = connection.execute("SELECT seal FROM games WHERE id = ?", (number,)).fetchone()
            if found is None:
                raise KeyError(number)
            try:
                gone = self._row(number).seal(number)
            except Damaged:
                gone = None
            connection.execute("DELETE FROM moves WHERE game = ?", (number,))
            connection.execute("DELETE FROM games WHERE id = ?", (number,))
            if gone is None:
                self._count_anew(connection)  # its seal no longer is what was counted
            else:
                self._count(connection, -1, gone=gone)

    def _count_anew(self, connection: sqlite3.Connection) -> None:
        sql = "SELECT seal FROM games UNION ALL SELECT seal FROM matches"
        all_seals = [seal for (seal,) in connection.execute(sql) if isinstance(seal, bytes)]
        total = bytes(32)
        for seal in all_seals:
            total = seals.add(total, come=seal)
        connection.execute("UPDATE census SET counted = ?, total = ?", (len(all_seals), total))

    # Looking around

    def row(self, number: int) -> GameRow:
        """What is kept of a game beside its moves; KeyError if there is none, Damaged if it has changed."""
        with self._told():
            return self._row(number)

    def page(
        self,
        most: int,
        before: int | None = None,
        game: str | None = None,
        player: str | None = None,
        result: str | None = None,
    ) -> Iterator[tuple[int, GameRow | Damaged]]:
        """Games from the newest back, at most so many, that fit; damaged ones in their place."""
        sql, values = _query(before, game, player, result)
        with self._told():
            found = self._connection.execute(
                f"SELECT id, {_COLUMNS}, seal FROM games {sql} ORDER BY id DESC LIMIT ?", (*values, most)
            ).fetchall()
        for number, *rest in found:
            try:
                yield number, checked(number, tuple(rest))
            except Damaged as error:
                yield number, error

    def last_unfinished(self) -> int | None:
        """The newest game that is not finished."""
        with self._told():
            sql = "SELECT max(id) FROM games WHERE ending IS NULL"
            (number,) = self._connection.execute(sql).fetchone()
        return None if number is None else int(number)

    def last_of_matches(self, most: int) -> list[int]:
        """The last game of each of the newest matches, and games without one, from the newest back."""
        with self._told():
            sql = "SELECT id, match FROM games ORDER BY id DESC LIMIT ?"
            found = self._connection.execute(sql, (most,)).fetchall()
        last: dict[int, int] = {}
        for number, match in found:
            last.setdefault(-number if match is None else match, number)
        return sorted(last.values(), reverse=True)

    def wins(self) -> list[tuple[str, int, str | None, int | None, int]]:
        """How often each player, in each seat, met each result: name, seat, ending, winner, games."""
        with self._told():
            return self._connection.execute(
                "SELECT player1, 1, ending, winner, count(*) FROM games GROUP BY 1, ending IS NULL, winner "
                "UNION ALL "
                "SELECT player2, 2, ending, winner, count(*) FROM games GROUP BY 1, ending IS NULL, winner"
            ).fetchall()

    def problems(self) -> list[str]:
        """Everything in the file that is not as it was written, a sentence each; nothing if all is well."""
        try:
            with self._reading():
                return [*self._broken_pages(), *self._broken_rows()]
        except StoreError as error:
            return [str(error)]

    def _broken_pages(self) -> Iterator[str]:
        for (message,) in self._connection.execute("PRAGMA integrity_check(20)"):
            if message != "ok":
                yield f"SQLite finds: {message}"

    def _broken_rows(self) -> Iterator[str]:
        """Games and matches that have changed, and any that have gone or come."""
        read = self._connection.execute
        total, counted = bytes(32), 0
        for number in [number for (number,) in read("SELECT id FROM matches ORDER BY id")]:
            try:
                total = seals.add(total, come=seals.seal((number, *dataclasses.astuple(self.match(number)))))
                counted += 1
            except Damaged as error:
                yield str(error)
        for number in [number for (number,) in read("SELECT id FROM games NOT INDEXED ORDER BY id")]:
            try:
                self.record(number)
                row = self._row(number)
                total, counted = seals.add(total, come=row.seal(number)), counted + 1
                if row.match is not None:
                    self.match(row.match)
            except (Damaged, KeyError) as error:
                yield str(error) if isinstance(error, Damaged) else f"game {number} cannot be found"
        (strays,) = read("SELECT count(*) FROM moves WHERE game NOT IN (SELECT id FROM games)").fetchone()
        if strays:
            yield f"{strays} moves belong to no game"
        if read("SELECT counted, total FROM census").fetchall() != [(counted, total)]:
            yield "the games in the file are not those that were counted: some have gone, come or changed"

    # Inside

    def _row(self, number: int) -> GameRow:
        sql = f"SELECT {_COLUMNS}, seal FROM games WHERE id = ?"
        found = self._connection.execute(sql, (number,)).fetchone()
        if found is None:
            raise KeyError(number)
        return checked(number, found)

    def _insert(self, connection: sqlite3.Connection, row: GameRow) -> int:
        return self._insert_sealed(connection, "games", _COLUMNS, dataclasses.astuple(row))

    def _insert_sealed(
        self, connection: sqlite3.Connection, table: str, columns: str, values: tuple[Any, ...]
    ) -> int:
        """Insert a row, and seal it together with the number it is given."""
        marks = ", ".join("?" * len(values))
        sql = f"INSERT INTO {table} ({columns}, seal) VALUES ({marks}, x'')"
        number = int(connection.execute(sql, values).lastrowid or 0)
        seal = seals.seal((number, *values))
        connection.execute(f"UPDATE {table} SET seal = ? WHERE id = ?", (seal, number))
        self._count(connection, 1, come=seal)
        return number

    def _update(self, connection: sqlite3.Connection, number: int, row: GameRow, **changes: Any) -> None:
        new = dataclasses.replace(row, **changes)
        names = ", ".join(f"{name} = ?" for name in changes)
        sql = f"UPDATE games SET {names}, seal = ? WHERE id = ?"
        seal = new.seal(number)
        connection.execute(sql, (*changes.values(), seal, number))
        self._count(connection, 0, gone=row.seal(number), come=seal)

    def _count(
        self, connection: sqlite3.Connection, more: int, gone: bytes | None = None, come: bytes | None = None
    ) -> None:
        found = connection.execute("SELECT total FROM census").fetchone()
        if found is None or not isinstance(found[0], bytes):
            raise StoreError(f"the store {os.fspath(self.path)!a} cannot be used: its count of games is gone")
        (total,) = found
        total = seals.add(total, gone=gone, come=come)
        connection.execute("UPDATE census SET counted = counted + ?, total = ?", (more, total))


def now() -> str:
    """The present moment, as records date games."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _query(
    before: int | None, game: str | None, player: str | None, result: str | None
) -> tuple[str, list[Any]]:
    """The part of a query that picks games."""
    parts: list[str] = []
    values: list[Any] = []
    if before is not None:
        parts.append("id < ?")
        values.append(before)
    if game is not None:
        parts.append("game = ?")
        values.append(game)
    if player is not None:
        parts.append("(player1 = ? OR player2 = ?)")
        values += [player, player]
    if result == "unfinished":
        parts.append("ending IS NULL")
    elif result == "draw":
        parts.append("ending IS NOT NULL AND winner IS NULL")
    elif result is not None:
        parts.append("winner = ?")
        values.append(int(result))
    return ("WHERE " + " AND ".join(parts) if parts else ""), values
