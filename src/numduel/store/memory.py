"""MemoryStore: games in memory, for tests and for whoever wants nothing on a disk."""

import contextlib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice
from threading import RLock

from ..core.frozen import Frozen, replace
from ..match.events import Event
from ..match.record import Record
from ..match.setup import Setup
from .attempts import MemoryAttempts
from .base import (
    ALL_GAMES,
    Batch,
    Change,
    Filter,
    GameRow,
    MatchRef,
    Score,
    Summary,
    Tally,
    Wins,
    Written,
    WrittenGame,
)
from .errors import Damaged, EarlierReading, Gone, NoSuchGame, StoreError, another_now, gone_on
from .installed import check_installed
from .lessons import MemoryLessons
from .rooms import MemoryRooms
from .rows import (
    as_record,
    as_row,
    extend_to,
    extends,
    fingerprint,
    is_unaided_win,
    person_who_won,
    results_of,
    score_of,
)


class _Game(Frozen):
    row: GameRow
    moves: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()


_Games = dict[int, _Game]


class MemoryStore:
    """Games by their numbers, in a dictionary. Several threads may use it."""

    name = "memory"
    flaws: Sequence[str] = ()

    def __init__(self) -> None:
        self._lock = RLock()
        self._games: _Games = {}
        self._matches: dict[int, Setup] = {}
        self._deleted: dict[int, Score] = {}  # how deleted games of matches count
        self._last = 0  # a number is never given twice
        self.rooms = MemoryRooms()
        self.attempts = MemoryAttempts()
        self.lessons = MemoryLessons()

    def close(self) -> None:
        """Forget nothing: what was kept can still be asked for."""

    def check_writable(self) -> None:
        """Do nothing: memory can always be written to."""

    def check_in_place(self) -> None:
        """Do nothing: nobody takes it away."""

    # Playing

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        """Keep batches of changes, each whole or not at all: see the protocol."""
        with self._lock:
            return [self._write_batch(batch) for batch in batches]

    def _write_batch(self, batch: Batch) -> Written:
        changed: _Games = {}
        try:
            numbers = [self._change(change, changed) for change in batch]
        except StoreError as error:
            return error
        written: list[WrittenGame] = []
        match: int | None = None  # one for all of the batch
        for change, number in zip(batch, numbers, strict=True):
            match = self._match_of(change, changed[number].row, match)
            row = replace(changed[number].row, match=match)
            changed[number] = replace(changed[number], row=row)
            written.append(WrittenGame(number, match))
        self._games |= changed
        return written

    def _change(self, change: Change, changed: _Games) -> int:
        """Work out what a change makes of a game; its number."""
        if change.game is not None and change.game not in self._games:
            raise Gone(f"game {change.game} has been deleted in the meantime")
        number = self._find(change.after.uid) if change.game is None else change.game
        if number is None:
            self._check_unchanged(change.match, changed)
            self._last += 1
            changed[self._last] = _Game(change.after, change.moves, change.events)
            return self._last
        old = self._games[number]
        if old.row == change.before:
            moves = (*old.moves[: change.kept], *change.moves)
            changed[number] = _Game(change.after, moves, (*old.events, *change.events))
        elif _is_written(change, old):
            changed[number] = old
        else:
            raise gone_on("game", number)
        return number

    def _check_unchanged(self, match: MatchRef | None, changed: _Games) -> None:
        """Raise StoreError where someone else has gone on with a match to which a game is to be added."""
        if match is None or match.number is None:
            return
        here = {number for number, _ in self.games_of_match(match.number)}
        if match.games is not None and here - {*match.games, *changed}:
            raise gone_on("match", match.number)
        game, known = match.last or (0, None)
        if game in self._games and game not in changed and self._games[game].row != known:
            raise gone_on("game", game)

    def _match_of(self, change: Change, row: GameRow, new_match: int | None) -> int | None:
        """The number of a game's match, which is kept if it is new."""
        if change.match is None or row.match is not None:
            return row.match
        number = change.match.number or new_match
        if number is None:
            number = len(self._matches) + 1
            self._matches[number] = change.match.setup
        return number

    def setup(self, match: int) -> Setup:
        """How a match was set up."""
        if match not in self._matches:
            raise Damaged(f"match {match} is not as it was written")
        return self._matches[match]

    def games_of_match(self, match: int) -> list[tuple[int, GameRow]]:
        """The games of a match, in order."""
        return [(number, game.row) for number, game in self._all() if game.row.match == match]

    def deleted_score(self, match: int) -> Score:
        """How games count that a match had, and that were deleted."""
        return self._deleted.get(match, Score())

    def last_events(self, matches: Sequence[int]) -> dict[int, tuple[int, bytes | None]]:
        """The number of the last event of each match that there is; no links are kept here."""
        asked, last = set(matches), dict[int, int]()
        for _, game in self._all():
            if game.row.match in asked:
                last[game.row.match] = max(last.get(game.row.match, 0), game.row.events)
        return {match: (number, None) for match, number in last.items()}

    @contextlib.contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Everything that is read within is of one moment."""
        with self._lock:
            yield

    def foreign_version(self) -> int:
        """Always the same: no other program can write here."""
        return 0

    def events(self, game: int, after: int = 0) -> list[Event]:
        """The events of a game from the number after `after` on."""
        return [event for event in self._game(game).events if event.number > after]

    def went_otherwise(self, game: int, row: GameRow) -> bool:
        """Always False: nobody puts it back."""
        return False

    # Games, whole

    def _game(self, number: int) -> _Game:
        try:
            return self._games[number]
        except KeyError:
            raise NoSuchGame(number) from None

    def row(self, game: int) -> GameRow:
        """What is kept of a game; NoSuchGame if there is none."""
        return self._game(game).row

    def record(self, game: int) -> Record:
        """A game as a record, replayed by its rules; NoSuchGame if there is none."""
        found = self._game(game)
        check_installed(game, found.row)
        return as_record(game, found.row, found.moves)

    def add_records(self, records: Iterable[Record]) -> list[tuple[int, str]]:
        """Keep records, all or none: the number of each, and whether it is `new`, `known` or `longer`."""
        with self._lock:
            before = dict(self._games)
            try:
                return [self._add_record(record) for record in records]
            except BaseException:
                self._games = before
                raise

    def _add_record(self, record: Record) -> tuple[int, str]:
        uid = record.uid or fingerprint(record)
        number = self._find(uid)
        if number is None:
            self._last += 1
            self._games[self._last] = _Game(as_row(record, uid), record.moves)
            return self._last, "new"
        if not extends(number, self.record(number), record):
            return number, "known"
        self._write_batch([extend_to(number, self.row(number), record)])
        return number, "longer"

    def _find(self, uid: str) -> int | None:
        return next((number for number, game in self._all() if game.row.uid == uid), None)

    def delete(self, game: int, uid: str | None = None) -> None:
        """Forget a game altogether; NoSuchGame if there is none, Gone if it has another uid."""
        with self._lock:
            gone = self._game(game)
            if uid not in (None, gone.row.uid):
                raise another_now(game)
            del self._games[game]
            if gone.row.match is not None:
                score = score_of(gone.row, gone.events, self._matches[gone.row.match].first)
                self._deleted[gone.row.match] = self.deleted_score(gone.row.match).plus(score)

    def clear_unplayed(self, before: str, spare: Container[str] = (), most: int = 100) -> int:
        """Forget tables last used before a moment and never played at, with their games; how many."""
        with self._lock:
            played = {game.row.match for game in self._games.values() if not game.row.untouched}
            unplayed = [
                row
                for row in self.rooms.used_before(before)
                if row.match not in played and row.id not in spare
            ][:most]
            for row in unplayed:
                self.rooms.delete(row.id)
                for number, _ in self.games_of_match(row.match):
                    self.delete(number)
        return len(unplayed)

    # Looking around

    def _all(self) -> list[tuple[int, _Game]]:
        """Every game, as of one moment."""
        with self._lock:
            return list(self._games.items())

    def page(self, most: int, where: Filter = ALL_GAMES) -> Iterator[tuple[int, GameRow | Damaged]]:
        """Games from the newest back, at most so many, that fit."""
        fitting = (
            (number, game.row)
            for number, game in reversed(self._all())
            if not game.row.untouched and where.fits(number, game.row)
        )
        return islice(fitting, most)

    def last_of_matches(self, most: int) -> list[int]:
        """The last game of each of the newest matches, and games without one, from the newest back."""
        last: dict[int, int] = {}
        for number, game in [each for each in self._all() if not each[1].row.untouched][-most:]:
            last[-number if game.row.match is None else game.row.match] = number
        return sorted(last.values(), reverse=True)

    def last_unfinished(self) -> int | None:
        """The newest game that is not finished."""
        unfinished = (
            number for number, game in self._all() if game.row.ending is None and not game.row.untouched
        )
        return max(unfinished, default=None)

    def rows_gone(self) -> int:
        """How many games, matches and the like have gone: none can."""
        return 0

    def tallies(self) -> Summary:
        """How often each player, in each seat, met each result."""
        counted: Counter[tuple[str, int, str]] = Counter()
        for _, game in self._all():
            counted.update(results_of(game.row))
        return Summary([Tally(*key, games) for key, games in counted.items()], [])

    def unaided_wins(
        self, opponents: Sequence[str], spec: str | None = None, before: int | None = None
    ) -> list[Wins]:
        """What people have won by the rules, without help, against computers with these names."""
        counted: Counter[tuple[str, int, str, str]] = Counter()
        for number, game in self._all():
            row, seat = game.row, game.row.winner
            if seat is None or row.match is None or spec not in (None, row.spec):
                continue
            name, opponent = (row.player1, row.player2)[:: 3 - 2 * seat]
            if opponent in opponents and (before is None or number < before) and is_unaided_win(row):
                person = person_who_won(name, opponent, self._matches[row.match].players)
                counted.update([] if person is None else [(person, seat, opponent, row.spec)])
        return [Wins(*key, games) for key, games in sorted(counted.items())]

    def problems(self) -> list[str]:
        """Everything that cannot be replayed, a sentence each; nothing if all is well."""
        found = []
        for number, _ in self._all():
            try:
                self.record(number)
            except EarlierReading:
                pass  # as it was written; only its rules are others now, or not installed
            except Damaged as error:
                found.append(str(error))
        return found


def _is_written(change: Change, kept: _Game) -> bool:
    """Whether a change has been written before, to the letter."""
    new = kept.events[len(kept.events) - len(change.events) :]
    return (replace(change.after, match=kept.row.match), change.events) == (kept.row, new)
