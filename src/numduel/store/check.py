"""Checking a whole SQLite file: everything in it that is not as it was written, a sentence each."""

from collections.abc import Iterator
from contextlib import suppress

from ..match.events import Ended, Event, Moved, TakenBack
from . import attempt_rows, lesson_rows, match_rows, room_rows, sealed, structure
from .base import GameRow
from .census import NOT_THOSE_COUNTED
from .errors import Damaged, EarlierReading, NoSuchGame
from .installed import check_installed
from .rows import as_record
from .seals import SealedConnection, Sealer


def problems(raw: SealedConnection) -> Iterator[str]:
    """What SQLite finds, then matches and games that have changed, and any that have gone or come."""
    for (message,) in raw.execute("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield f"SQLite finds: {message}"
    yield from structure.differences(raw)
    fitting = _Fitting(raw.sealer)
    yield from _broken_matches(raw, fitting)
    yield from _broken_games(raw, fitting)
    yield from _broken_rest(raw, fitting)
    yield from _strays(raw)
    if raw.execute("SELECT counted, total FROM census").fetchall() != [fitting.counted()]:
        yield NOT_THOSE_COUNTED


class _Fitting:
    """The seals that were found to be in order."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._rows = self._weights = 0

    def add(self, seal: bytes) -> None:
        self._rows += 1
        self._weights += self._sealer.weight(seal)

    def counted(self) -> tuple[int, bytes]:
        """What the census must say if they are all that there should be."""
        return self._rows, self._sealer.total(self._weights)


def _broken_matches(raw: SealedConnection, fitting: _Fitting) -> Iterator[str]:
    games: dict[object, list[int]] = {}
    for match, game in raw.execute("SELECT match, id FROM games NOT INDEXED ORDER BY id"):
        games.setdefault(match, []).append(game)
    for (number,) in raw.execute("SELECT id FROM matches ORDER BY id").fetchall():
        try:
            fitting.add(match_rows.read_match(raw, number).seal)
            match_rows.check_games(raw, number, games.get(number, []))
        except Damaged as error:
            yield str(error)


def _broken_games(raw: SealedConnection, fitting: _Fitting) -> Iterator[str]:
    for (number,) in raw.execute("SELECT id FROM games NOT INDEXED ORDER BY id").fetchall():
        try:
            fitting.add(_check_game(raw, number))
        except Damaged as error:
            yield str(error)


def _broken_rest(raw: SealedConnection, fitting: _Fitting) -> Iterator[str]:
    for seals_of, what in (
        (room_rows.seals_of_rooms(raw), "table"),
        (room_rows.seals_of_keys(raw), "key"),
        (attempt_rows.seals_of_attempts(raw), "attempt"),
        (lesson_rows.seals_of_lessons(raw), "place in the lesson"),
    ):
        for name, fits, seal in seals_of:
            if fits:
                fitting.add(seal)
            else:
                yield f"{what} {name!a} is not as it was written"


def _strays(raw: SealedConnection) -> Iterator[str]:
    """Moves and events that no game has, a sentence each."""
    for table in ("moves", "events"):
        sql = f"SELECT count(*) FROM {table} WHERE game NOT IN (SELECT id FROM games)"
        (strays,) = raw.execute(sql).fetchone()
        if strays:
            yield f"{strays} {table} belong to no game"
    # Whoever reads a game that has no events does not look for any.
    without = "SELECT id FROM games WHERE coalesce(events, 0) = 0"
    for (number,) in raw.execute(f"SELECT DISTINCT game FROM events WHERE game IN ({without})"):
        yield f"game {number}: events have come to it, which had none"


def _check_game(raw: SealedConnection, number: int) -> bytes:
    """The seal of a game in which everything fits together; Damaged if something does not."""
    try:
        game = sealed.find_game(raw, number)
    except NoSuchGame:
        raise Damaged(f"game {number} cannot be found") from None
    moves = sealed.read_moves(raw, number, game)
    _check_events(number, game.row, moves, sealed.read_events(raw, number, game))
    if game.row.match is not None:
        match_rows.read_match(raw, game.row.match)
    with suppress(EarlierReading):  # as it was written; only its rules are others now, or not installed
        check_installed(number, game.row)
        as_record(number, game.row, moves)
    return game.seal


def _check_events(number: int, row: GameRow, moves: tuple[str, ...], events: list[Event]) -> None:
    """Raise Damaged where the events of a game, if there are any, lead to another one."""
    made: list[str] = []
    ending: str | None = None
    for event in events:
        if isinstance(event, Moved):
            made.append(event.move)
        elif isinstance(event, TakenBack):
            del made[event.to_ply :]
        elif isinstance(event, Ended):
            ending = event.result.ending.value
    if events and (tuple(made), ending) != (moves, row.ending):
        raise Damaged(f"game {number}: its events lead to another game than was kept")
