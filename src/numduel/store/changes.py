"""Changes: how they get into the tables of a SQLite file, within a transaction that someone else began."""

import dataclasses
import sqlite3
from collections.abc import Sequence

from ..match.events import Event
from . import sealed, seals
from .base import Change, GameRow, MatchRef, StoreError

Matches = dict[
    int, tuple[MatchRef, int]
]  # that were inserted in this transaction, by the id of the reference


def write_change(raw: sqlite3.Connection, change: Change, matches: Matches) -> int:
    """Write a change; the number of its game. StoreError if someone else has been at it."""
    if change.game is None:
        return _insert_once(raw, change, matches)
    try:
        old = sealed.find_game(raw, change.game)
    except KeyError:
        raise StoreError(f"game {change.game} has been deleted in the meantime") from None
    if old.row == change.before:
        _update(raw, change.game, old, change, _row_in_match(raw, change, matches))
    elif not _is_written(raw, change.game, old.row, change, matches):
        raise StoreError(f"game {change.game} has gone on elsewhere in the meantime")
    return change.game


def insert_game(
    raw: sqlite3.Connection, row: GameRow, moves: Sequence[str], events: Sequence[Event] = ()
) -> int:
    """Keep a new game; its number."""
    link = seals.first_link(row.uid, row.spec)
    made, happened = sealed.linked(link, moves), sealed.linked(link, sealed.write_events(events))
    number = sealed.insert_game(raw, sealed.columns_of(row, _last(made, link), _last(happened, link)))
    sealed.add_moves(raw, number, 0, made)
    sealed.add_events(raw, number, events, happened)
    return number


def _insert_once(raw: sqlite3.Connection, change: Change, matches: Matches) -> int:
    """Keep a new game, unless that was done before and whoever asked for it did not hear of it."""
    found = raw.execute("SELECT id FROM games WHERE uid = ?", (change.after.uid,)).fetchone()
    if found is None:
        row = _row_in_match(raw, change, matches)
        return insert_game(raw, row, change.moves, change.events)
    number = int(found[0])
    if not _is_written(raw, number, sealed.find_game(raw, number).row, change, matches):
        raise StoreError(f"game {number} has gone on elsewhere in the meantime")
    return number


def _is_written(raw: sqlite3.Connection, number: int, row: GameRow, change: Change, matches: Matches) -> bool:
    """Whether a change has been written before, to the letter."""
    if row != dataclasses.replace(change.after, match=row.match):
        return False
    after = change.events[0].number - 1 if change.events else row.events
    events = sealed.read_events(raw, number, sealed.find_game(raw, number), after)
    if change.match is not None and row.match is not None:
        matches[id(change.match)] = change.match, row.match
    return tuple(events) == change.events


def _update(
    raw: sqlite3.Connection, number: int, old: sealed.SealedGame, change: Change, row: GameRow
) -> None:
    kept = old.head if change.kept == old.row.moves else sealed.cut_moves(raw, number, change.kept, row)
    made = sealed.linked(kept, change.moves)
    happened = sealed.linked(old.tail, sealed.write_events(change.events))
    sealed.add_moves(raw, number, change.kept, made)
    sealed.add_events(raw, number, change.events, happened)
    columns = sealed.columns_of(row, _last(made, kept), _last(happened, old.tail))
    sealed.update_game(raw, number, old, columns)


def _row_in_match(raw: sqlite3.Connection, change: Change, matches: Matches) -> GameRow:
    """The row to be written; with the number of its match, which is inserted if it is new."""
    ref = change.match
    if ref is None:
        return change.after
    if ref.number is None and id(ref) not in matches:
        matches[id(ref)] = ref, sealed.insert_match(raw, ref.setup)
    number = matches[id(ref)][1] if ref.number is None else ref.number
    return dataclasses.replace(change.after, match=number)


def _last(chain: list[tuple[str, bytes]], before: bytes) -> bytes:
    """The last link of a chain; the one before it, where it is empty."""
    return chain[-1][1] if chain else before
