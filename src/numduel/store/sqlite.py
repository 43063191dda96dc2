"""SqliteStore: games in one SQLite file. What was written is on the disk before the call returns."""

import contextlib
import os
import sqlite3
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from ..core.hints import TYPE_CHECKING
from ..core.registry import load
from ..core.settings import SettingError
from ..match.setup import Setup, SetupError
from . import match_rows, queries, sealed
from .base import ALL_GAMES, Batch, Filter, GameRow, Score, Summary, Wins, Written, WrittenGame
from .census import Census, rows_gone
from .changes import insert_game, write_change
from .connection import Connection
from .errors import Damaged, StoreError, another_now
from .installed import check_installed
from .rows import as_record, as_row, extend_to, extends, fingerprint

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ..match.events import Event
    from ..match.record import Record
    from .attempt_rows import SqliteAttempts
    from .group_commit import GroupCommit
    from .lesson_rows import SqliteLessons
    from .room_rows import SqliteRooms


_load = lru_cache(maxsize=16)(load)  # matches of one game often come together
_MISLED = "an index of the file is damaged, and names this game in the place of another"


class SqliteStore:
    """One SQLite file. Several threads may use it, and several programs may share the file.

    Threads that write at the same time are served together, by one commit. Whoever is `busy`, as a server is,
    keeps what SQLite needs for a commit at hand until the next one. With a `key`, seals are made with it.
    Complaints call the file by its `name`, if that is another than its path.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        busy: bool = False,
        key: bytes | None = None,
        name: str | os.PathLike[str] | None = None,
    ) -> None:
        self._file = Connection(os.fspath(path), busy, key, None if name is None else os.fspath(name))

    @property
    def path(self) -> "Path":
        """Where the file is."""
        from pathlib import Path

        return Path(self._file.path)

    @cached_property
    def _commits(self) -> "GroupCommit":
        """What lets threads share a commit."""
        from .group_commit import GroupCommit  # only where there may be threads

        return GroupCommit(self._write_all)

    @cached_property
    def rooms(self) -> "SqliteRooms":
        """The tables of a server."""
        from .room_rows import SqliteRooms  # nobody else needs them

        return SqliteRooms(self._file)

    @cached_property
    def attempts(self) -> "SqliteAttempts":
        """What people have answered to puzzles."""
        from .attempt_rows import SqliteAttempts

        return SqliteAttempts(self._file)

    @cached_property
    def lessons(self) -> "SqliteLessons":
        """How far people have come in lessons."""
        from .lesson_rows import SqliteLessons

        return SqliteLessons(self._file)

    @property
    def name(self) -> str:
        """The path of the file."""
        return self._file.name

    @property
    def flaws(self) -> Sequence[str]:
        """What was wrong with the file as a whole when it was opened, a sentence each."""
        return self._file.flaws

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def check_writable(self) -> None:
        """Raise StoreError where nothing could be written."""
        self._file.check_permission()
        with self._file.writing():
            self._file.check_room()

    def hide_path(self) -> None:
        """Complain from now on without saying where the file is, which the visitors of a server may read."""
        self._file.tells_path = False

    @property
    def key(self) -> bytes | None:
        """The key with which it is sealed, if there is one."""
        return self._file.raw.sealer.key

    def seal_anew(self, key: bytes | None) -> None:
        """Seal everything with another key, or without one; Damaged if something is wrong."""
        from .resealing import seal_anew

        seal_anew(self._file, key)

    @contextlib.contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """The connection to the file, into which nobody writes meanwhile."""
        with self._file.reading():
            self._file.raw.execute("SELECT counted FROM census").fetchone()  # now the file is locked
            yield self._file.raw

    def count(self) -> int:
        """How many games there are."""
        return int(self._file.value("SELECT count(*) FROM games"))

    def check_in_place(self) -> None:
        """Raise StoreError where the file has been deleted, replaced or spoilt."""
        self._file.check_in_place()

    # Playing

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        """Make batches durable together, each whole or not at all: see the protocol."""
        if "threading" not in sys.modules:  # so there is one thread, with nobody to share a commit
            return self._write_all(batches)
        return self._commits.write(batches)

    def _write_all(self, batches: Sequence[Batch]) -> list[Written]:
        """Write batches in one commit."""
        try:
            return self._write_together(batches, careful=False)
        except StoreError:
            if len(batches) == 1:
                raise
            return self._write_together(batches, careful=True)  # so that only what is at fault fails

    def _write_together(self, batches: Sequence[Batch], *, careful: bool) -> list[Written]:
        with self._file.counting() as census:
            return [self._write_batch(batch, census, careful) for batch in batches]

    def _write_batch(self, batch: Batch, census: Census, careful: bool) -> Written:
        # A single change is refused before anything of it is written, or else fails with the transaction. But
        # a match that a game becomes part of may be found damaged when the game is written already.
        single = len(batch) == 1 and batch[0].match is None and not careful
        written: list[WrittenGame] = []
        mark = census.mark()
        try:
            with contextlib.nullcontext() if single else self._file.part():
                for change in batch:
                    written.append(write_change(census, change, written))
                if not single:
                    census.insert_linked()  # or it would fail outside of its part
        except (StoreError, Damaged) as error:
            census.go_back(mark)
            return error if isinstance(error, StoreError) else StoreError(str(error))
        return written

    def setup(self, match: int) -> Setup:
        """How a match was set up; Damaged if that is not what was written."""
        with self._file.lock, self._file.translate_errors():
            spec, one, other, *rest = match_rows.read_match(self._file.raw, match).columns
        named = dict(zip(match_rows.COLUMNS[3:], rest, strict=True))
        try:
            return Setup(game=_load(spec), players=(one, other), **named)
        except (SettingError, SetupError) as error:
            raise StoreError(f"match {match} cannot go on: {error}") from None

    def games_of_match(self, match: int) -> list[tuple[int, GameRow]]:
        """The games of a match, in order; Damaged if one is not as it was written, or is gone."""
        with self._file.reading():
            raw = self._file.raw
            found = raw.execute(f"{sealed.SELECT} WHERE match = ? ORDER BY id", (match,)).fetchall()
            match_rows.check_games(raw, match, [row[0] for row in found])
            return [(row[0], sealed.read_game(raw.sealer, row).row) for row in found]

    def deleted_score(self, match: int) -> Score:
        """How games count that a match had, and that were deleted; Damaged if nobody knows."""
        with self._file.lock, self._file.translate_errors():
            score = match_rows.read_match(self._file.raw, match).deleted
        if score is None:
            raise Damaged(f"match {match}: its score is unknown, since a damaged game of it was deleted")
        return score

    def last_events(self, matches: Sequence[int]) -> "dict[int, tuple[int, bytes | None]]":
        """The number of the last event of each match that there is, and its link."""
        found = self._file.all(*queries.last_events(matches))
        return {match: (number, link) for match, number, link in found}

    def at_one_moment(self) -> "AbstractContextManager[None]":
        """Everything that this thread reads within is of one moment, whatever others write meanwhile."""
        return self._file.reading()

    def foreign_version(self) -> int:
        """A number that is another one whenever another program has written since it was last asked for."""
        with self._file.lock:
            # SQLite counts from 1 on again where the file was opened anew.
            return (self._file.reopened << 32) + int(self._file.value("PRAGMA data_version"))

    def events(self, game: int, after: int = 0) -> "list[Event]":
        """The events of a game from the number after `after` on; Damaged if they are not as written."""
        with self._file.reading():
            return sealed.read_events(self._file.raw, game, sealed.find_game(self._file.raw, game), after)

    def went_otherwise(self, game: int, row: GameRow) -> bool:
        """Whether a game has not the last event that it had with this row: the store was put back."""
        if row.links is None or not row.events:  # nothing is known of them
            return False
        event = self._file.one("SELECT hash FROM events WHERE game = ? AND number = ?", (game, row.events))
        if event is not None:
            return bool(event != (row.links[1],))
        kept = self._file.one("SELECT ifnull(events, 0) FROM games WHERE id = ?", (game,))
        return kept is None or bool(kept[0] < row.events)  # else the event is lost, and the game damaged

    # Games, whole

    def row(self, game: int) -> GameRow:
        """What is kept of a game; NoSuchGame if there is none, Damaged if it is not as it was written."""
        with self._file.lock, self._file.translate_errors():
            return sealed.find_game(self._file.raw, game).row

    def record(self, game: int) -> "Record":
        """A game as a record, replayed by its rules; Damaged or EarlierReading where that cannot be."""
        with self._file.reading():
            found = sealed.find_game(self._file.raw, game)
            moves = sealed.read_moves(self._file.raw, game, found)
        check_installed(game, found.row)
        return as_record(game, found.row, moves)

    def add_records(self, records: "Iterable[Record]") -> list[tuple[int, str]]:
        """Keep records, all or none: the number of each, and whether it is `new`, `known` or `longer`."""
        with self._file.counting() as census:
            return [self._add_record(record, census) for record in records]

    def _add_record(self, record: "Record", census: Census) -> tuple[int, str]:
        uid = record.uid or fingerprint(record)
        known = census.raw.execute("SELECT id FROM games WHERE uid = ?", (uid,)).fetchone()
        if known is None:
            return insert_game(census, as_row(record, uid), record.moves).game, "new"
        census.insert_linked()  # the game may be of the same file, and its moves still wait
        (number,) = known
        row = self.row(number)
        if row.uid != uid:
            raise Damaged(f"game {number}: {_MISLED}")
        if not extends(number, self.record(number), record):
            return number, "known"
        write_change(census, extend_to(number, row, record))
        return number, "longer"

    def delete(self, game: int, uid: str | None = None) -> None:
        """Forget a game altogether, damaged or not; NoSuchGame if there is none.

        Gone if it has another uid than the one that is given.
        """
        from .deleting import delete_game

        with self._file.counting() as census:
            if uid is not None and sealed.find_game(census.raw, game).row.uid != uid:
                raise another_now(game)
            delete_game(census, game)

    def clear_unplayed(self, before: str, spare: Container[str] = (), most: int = 100) -> int:
        """Forget tables last used before a moment and never played at, with their games; how many."""
        from .deleting import delete_game
        from .room_rows import delete_room

        if self._file.one(queries.UNPLAYED, (before,)) is None:
            return 0
        with self._file.counting() as census:
            found = census.raw.execute(queries.UNPLAYED, (before,)).fetchall()
            unplayed = [(room, match) for room, match in found if room not in spare][:most]
            for room, match in unplayed:
                delete_room(census, room)
                for (game,) in census.raw.execute(
                    "SELECT id FROM games WHERE match = ?", (match,)
                ).fetchall():
                    delete_game(census, game)
        return len(unplayed)

    # Looking around

    def page(self, most: int, where: Filter = ALL_GAMES) -> Iterator[tuple[int, GameRow | Damaged]]:
        """Games from the newest back, at most so many, that fit; damaged ones in their place."""
        for number, *rest in self._file.all(*queries.page(sealed.SELECT, where, most)):
            try:
                row = sealed.read_game(self._file.raw.sealer, (number, *rest)).row
            except Damaged as error:
                yield number, error
                continue
            # SQLite believes what an index says of a game.
            yield number, row if where.fits(number, row) else Damaged(f"game {number}: {_MISLED}")

    def last_unfinished(self) -> int | None:
        """The newest game that is not finished."""
        sql = f"SELECT max(id) FROM games WHERE ending IS NULL AND NOT ({queries.UNTOUCHED})"
        number = self._file.value(sql)
        return None if number is None else int(number)

    def last_of_matches(self, most: int) -> list[int]:
        """The last game of each of the newest matches, and games without one, from the newest back."""
        last: dict[int, int] = {}
        sql = f"SELECT id, match FROM games WHERE NOT ({queries.UNTOUCHED}) ORDER BY id DESC LIMIT ?"
        for number, match in self._file.all(sql, (most,)):
            last.setdefault(-number if match is None else match, number)
        return sorted(last.values(), reverse=True)

    def rows_gone(self) -> int:
        """How many games, matches and the like have gone from the file behind its back, as far as known."""
        with self._file.reading():
            return rows_gone(self._file.raw)

    def tallies(self) -> Summary:
        """How often each player, in each seat, met each result; and every sign that this is not all."""
        from .counting import summary

        with self._file.reading():
            return summary(self._file.raw)

    def unaided_wins(
        self, opponents: Sequence[str], spec: str | None = None, before: int | None = None
    ) -> list[Wins]:
        """What people have won by the rules, without help, against computers with these names."""
        from .counting import unaided_wins

        conditions = [queries.unaided_wins(seat, opponents, spec, before) for seat in (1, 2)]
        with self._file.reading():
            return unaided_wins(self._file.raw, conditions)

    def problems(self) -> list[str]:
        """Everything in the file that is not as it was written, a sentence each; nothing if all is well."""
        from .check import problems

        found: list[str] = []
        try:
            with self._file.reading():
                found.extend(problems(self._file.raw))
        except StoreError as error:
            found.append(str(error))
        return found
