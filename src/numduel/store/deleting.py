"""Deleting a game from a SQLite file, damaged or not. What else is wrong with the file stays wrong."""

from ..core.hints import Any
from . import match_rows, sealed
from .base import Score
from .census import Census
from .census import read as read_census
from .errors import Damaged, NoSuchGame
from .match_rows import SealedMatch
from .rows import score_of
from .sealed import SealedGame
from .seals import SealedConnection


def delete_game(census: Census, number: int) -> None:
    """Delete a game, with its moves and events; NoSuchGame if there is none."""
    raw = census.raw
    found = raw.execute(f"{sealed.SELECT} WHERE id = ?", (number,)).fetchone()
    if found is None:
        raise NoSuchGame(number)
    try:
        game: SealedGame | None = sealed.read_game(raw.sealer, found)
    except Damaged:
        game = None
    for match in _matches_of(raw, number, game):
        match_rows.remove_game(census, match, number, _score(raw, number, game, match))
    for table, column in (("moves", "game"), ("events", "game"), ("games", "id")):
        raw.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))
    seals = found[-1], sealed.seal_of(raw.sealer, number, tuple(found[1:-1]))
    if number <= read_census(raw)[0].last_game and not _were_moved(raw, *seals):
        census.note_removed([seals])
    # Else somebody has put it there, or its seal, in the place of another: what is missing stays missing.


def _were_moved(raw: SealedConnection, stored: Any, own: bytes) -> bool:
    """Whether the seal that a game had is that of another game in the file, or its own is with another."""
    if stored == own:
        return False
    return any(
        seal == own or sealed.seal_of(raw.sealer, other, tuple(columns)) == stored
        for other, *columns, seal in raw.execute(sealed.SELECT)
    )


def _matches_of(raw: SealedConnection, number: int, game: SealedGame | None) -> list[SealedMatch]:
    """The match of a game, if it is as it was written; of a damaged game, whichever match has it."""
    if game is None:
        return match_rows.matches_with(raw, number)
    try:
        return [] if game.row.match is None else [match_rows.read_match(raw, game.row.match)]
    except Damaged:
        return []


def _score(raw: SealedConnection, number: int, game: SealedGame | None, match: SealedMatch) -> Score | None:
    """How a game counts in its match; None if nobody knows, and it matters to other games."""
    if game is None:
        return None if len(match.games or ()) > 1 else Score()
    try:
        events = sealed.read_events(raw, number, game)
    except Damaged:
        events = []
    return score_of(game.row, events, match.columns[match_rows.COLUMNS.index("first")])
