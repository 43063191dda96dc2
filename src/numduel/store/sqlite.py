"""SqliteStore: games in one SQLite file. What was written is on the disk before the call returns."""

import dataclasses
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from ..core.registry import load
from ..core.settings import SettingError
from ..match.events import Event
from ..match.record import Record
from ..match.setup import Setup
from . import queries, sealed, seals
from .base import Batch, Change, Damaged, GameRow, MatchRef, StoreError, Tally
from .connection import Connection
from .rows import as_record, as_row
from .sealed import CensusGone, SealedGame

Written = list[int] | StoreError


class _Order:
    """Batches that one thread wants written, and what came of them."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        self.batches = batches
        self.written: list[Written] = []
        self.error: StoreError | None = None
        self.done = False


class SqliteStore:
    """One SQLite file. Several threads may use it, and several programs may share the file.

    Threads that write at the same time are served together: the first to get hold of the file commits
    what all of them have waiting.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = Connection(path)
        self._waiting: list[_Order] = []
        self._waiting_lock = Lock()

    @property
    def name(self) -> str:
        """The path of the file."""
        return os.fspath(self.path)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def check_writable(self) -> None:
        """Raise StoreError where nothing could be written."""
        with self._file.writing():
            pass

    # Playing

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        """Make batches durable together, each whole or not at all: see the protocol."""
        order = _Order(batches)
        with self._waiting_lock:
            self._waiting.append(order)
        with self._file.lock:
            if not order.done:
                with self._waiting_lock:
                    orders, self._waiting = self._waiting, []
                self._write_all(orders)
        if order.error is not None:
            raise order.error
        if not order.written and batches:
            raise StoreError("whoever was writing was interrupted")
        return order.written

    def _write_all(self, orders: list[_Order]) -> None:
        """Write everything that waits in one commit."""
        matches: dict[int, tuple[MatchRef, int]] = {}
        try:
            with self._file.writing():
                for order in orders:
                    order.written = [self._write_batch(batch, matches) for batch in order.batches]
        except StoreError as error:
            for order in orders:
                order.error = error
        else:
            for ref, number in matches.values():
                ref.number = number
        finally:
            for order in orders:
                order.done = True

    def _write_batch(self, batch: Batch, matches: dict[int, tuple[MatchRef, int]]) -> Written:
        known = dict(matches)
        try:
            with self._file.part():
                numbers = [self._write_change(change, known) for change in batch]
        except StoreError as error:
            return error
        matches.update(known)
        return numbers

    def _write_change(self, change: Change, matches: dict[int, tuple[MatchRef, int]]) -> int:
        row = dataclasses.replace(change.after, match=self._match_of(change.match, matches))
        if change.game is None:
            return self._insert(row, change.moves, change.events)
        raw, number = self._file.raw, change.game
        old = self._in_play(change)
        kept = old.head if change.kept == old.row.moves else sealed.cut_moves(raw, number, change.kept, row)
        moves = sealed.linked(kept, change.moves)
        events = sealed.linked(old.tail, sealed.write_events(change.events))
        sealed.add_moves(raw, number, change.kept, moves)
        sealed.add_events(raw, number, change.events, events)
        self._update(number, old, SealedGame(row, _last(moves, kept), _last(events, old.tail)))
        return number

    def _match_of(self, ref: MatchRef | None, matches: dict[int, tuple[MatchRef, int]]) -> int | None:
        """The number of a match; a new one is inserted, once."""
        if ref is None or ref.number is not None:
            return None if ref is None else ref.number
        if id(ref) not in matches:
            matches[id(ref)] = ref, self._counted(sealed.insert_match, ref.setup)
        return matches[id(ref)][1]

    def _in_play(self, change: Change) -> SealedGame:
        """What is kept of a game that someone plays; StoreError if someone else has been at it."""
        number = change.game
        assert number is not None
        try:
            old = self._game(number)
        except KeyError:
            raise StoreError(f"game {number} has been deleted in the meantime") from None
        if old.row != change.before:
            raise StoreError(f"game {number} has gone on elsewhere in the meantime")
        return old

    def _insert(self, row: GameRow, moves: tuple[str, ...], events: tuple[Event, ...]) -> int:
        raw, link = self._file.raw, seals.first_link(row.uid, row.spec)
        made, happened = sealed.linked(link, moves), sealed.linked(link, sealed.write_events(events))
        game = SealedGame(row, _last(made, link), _last(happened, link))
        number: int = self._counted(sealed.insert_game, game)
        sealed.add_moves(raw, number, 0, made)
        sealed.add_events(raw, number, events, happened)
        return number

    def _update(self, number: int, old: SealedGame, new: SealedGame) -> None:
        self._counted(sealed.update_game, number, old, new)

    def _counted(self, change: Any, *values: Any) -> Any:
        """What a change of a sealed row returns; StoreError where the census has gone."""
        try:
            return change(self._file.raw, *values)
        except CensusGone:
            raise self._file.error("its count of games is gone") from None

    def setup(self, match: int) -> Setup:
        """How a match was set up; Damaged if that is not what was written."""
        with self._file.lock, self._file.errors_told():
            spec, one, other, *rest = sealed.read_match(self._file.raw, match)[0]
        named = dict(zip(sealed.MATCH_COLUMNS[3:], rest, strict=True))
        try:
            return Setup(game=load(spec), players=(one, other), **named)
        except SettingError as error:
            raise StoreError(f"match {match} cannot go on: {error}") from None

    def games_of_match(self, match: int) -> list[tuple[int, GameRow]]:
        """The games of a match, in order."""
        found = self._file.all(f"{sealed.SELECT} WHERE match = ? ORDER BY id", (match,))
        return [(number, sealed.read_game(number, rest).row) for number, *rest in found]

    def events(self, game: int, after: int = 0) -> list[Event]:
        """The events of a game from the number after `after` on; Damaged if they are not as written."""
        with self._file.reading():
            events = sealed.read_events(self._file.raw, game, self._game(game))
        return [event for event in events if event.number > after]

    # Games, whole

    def _game(self, number: int) -> SealedGame:
        found = self._file.raw.execute(f"{sealed.SELECT} WHERE id = ?", (number,)).fetchone()
        if found is None:
            raise KeyError(number)
        return sealed.read_game(number, found[1:])

    def row(self, game: int) -> GameRow:
        """What is kept of a game; KeyError if there is none, Damaged if it is not as it was written."""
        with self._file.lock, self._file.errors_told():
            return self._game(game).row

    def record(self, game: int) -> Record:
        """A game as a record, replayed by its rules; Damaged or EarlierReading where that cannot be."""
        with self._file.reading():
            found = self._game(game)
            moves = sealed.read_moves(self._file.raw, game, found)
        return as_record(game, found.row, moves)

    def add_records(self, records: Sequence[Record]) -> list[tuple[int, str]]:
        """Keep records, all or none: the number of each, and whether it is `new`, `known` or `longer`."""
        with self._file.writing():
            return [self._add_record(record) for record in records]

    def _add_record(self, record: Record) -> tuple[int, str]:
        uid = record.uid or seals.seal(dataclasses.astuple(record)).hex()[:32]
        known = self._file.one("SELECT id FROM games WHERE uid = ?", (uid,))
        row = as_row(record, uid)
        if known is None:
            return self._insert(row, record.moves, ()), "new"
        number = int(known[0])
        kept = self.record(number)
        earlier = record.result is None and record.moves == kept.moves[: len(record.moves)]
        if earlier or (kept.moves == record.moves and kept.result == record.result):
            return number, "known"
        if kept.result is not None or kept.moves != record.moves[: len(kept.moves)]:
            raise StoreError(f"game {number} is here already, and it went otherwise than in the file")
        self._go_on(number, row, record.moves[len(kept.moves) :])
        return number, "longer"

    def _go_on(self, number: int, copy: GameRow, moves: tuple[str, ...]) -> None:
        """Let a game go as far as a copy of it; no session has seen that, so it has no events any more."""
        old = self._game(number)
        ended = {name: getattr(copy, name) for name in ("ending", "winner", "player", "attempt")}
        row = dataclasses.replace(old.row, moves=old.row.moves + len(moves), events=0, **ended)
        self._file.raw.execute("DELETE FROM events WHERE game = ?", (number,))
        made = sealed.linked(old.head, moves)
        sealed.add_moves(self._file.raw, number, old.row.moves, made)
        tail = seals.first_link(row.uid, row.spec)
        self._update(number, old, SealedGame(row, _last(made, old.head), tail))

    def delete(self, game: int) -> None:
        """Forget a game altogether, damaged or not; KeyError if there is none."""
        with self._file.writing():
            raw = self._file.raw
            try:
                gone: bytes | None = sealed.game_seal(game, self._game(game))
            except Damaged:
                gone = None
            for table in ("moves", "events"):
                raw.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
            raw.execute("DELETE FROM games WHERE id = ?", (game,))
            if gone is None:
                self._count_anew()  # its seal no longer is what was counted
            else:
                self._counted(sealed.count, -1, gone)

    def _count_anew(self) -> None:
        sql = "SELECT seal FROM games UNION ALL SELECT seal FROM matches"
        found = [seal for (seal,) in self._file.raw.execute(sql) if isinstance(seal, bytes)]
        total = bytes(32)
        for seal in found:
            total = seals.add(total, come=seal)
        self._file.raw.execute("UPDATE census SET counted = ?, total = ?", (len(found), total))

    # Looking around

    def page(
        self,
        most: int,
        *,
        before: int | None = None,
        game: str | None = None,
        player: str | None = None,
        result: str | None = None,
    ) -> Iterator[tuple[int, GameRow | Damaged]]:
        """Games from the newest back, at most so many, that fit; damaged ones in their place."""
        where, values = queries.where(before, game, player, result)
        sql = f"{sealed.SELECT}{where} ORDER BY id DESC LIMIT ?"
        for number, *rest in self._file.all(sql, (*values, most)):
            try:
                yield number, sealed.read_game(number, rest).row
            except Damaged as error:
                yield number, error

    def last_unfinished(self) -> int | None:
        """The newest game that is not finished."""
        (number,) = self._file.one("SELECT max(id) FROM games WHERE ending IS NULL")
        return None if number is None else int(number)

    def last_of_matches(self, most: int) -> list[int]:
        """The last game of each of the newest matches, and games without one, from the newest back."""
        last: dict[int, int] = {}
        for number, match in self._file.all("SELECT id, match FROM games ORDER BY id DESC LIMIT ?", (most,)):
            last.setdefault(-number if match is None else match, number)
        return sorted(last.values(), reverse=True)

    def tallies(self) -> list[Tally]:
        """How often each player, in each seat, met each result."""
        return [Tally(*row) for row in self._file.all(queries.TALLIES)]

    def problems(self) -> list[str]:
        """Everything in the file that is not as it was written, a sentence each; nothing if all is well."""
        from .check import problems

        try:
            with self._file.reading():
                return list(problems(self._file.raw))
        except StoreError as error:
            return [str(error)]


def _last(chain: list[tuple[str, bytes]], before: bytes) -> bytes:
    """The last link of a chain; the one before it, where it is empty."""
    return chain[-1][1] if chain else before
