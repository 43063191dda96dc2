"""Changes: how they get into the tables of a SQLite file, within a transaction that someone else began."""

from collections.abc import Sequence

from ..core.frozen import replace
from ..core.hints import TYPE_CHECKING
from . import match_rows, sealed, seals
from .base import Change, GameRow, WrittenGame
from .census import Census
from .census import read as read_census
from .errors import OVERWRITTEN, Gone, NoSuchGame, StoreError, another_now, shorter_now

if TYPE_CHECKING:
    from ..match.events import Event


def write_change(census: Census, change: Change, new_match: int | None) -> WrittenGame:
    """Write a change; the numbers of its game and match. StoreError if someone else has been at it.

    `new_match` is the match that an earlier change of the same batch has inserted, if any.
    """
    if change.game is None:
        return _insert_once(census, change, new_match)
    try:
        old = sealed.find_game(census.raw, change.game)
    except NoSuchGame:
        raise _missing(census, change.game) from None
    if old.row == change.before:
        row = _row_in_match(census, change, new_match)
        _update(census, change.game, old, change, row)
        return WrittenGame(change.game, row.match)
    return _written_before(census, change.game, old, change)


def insert_game(census: Census, row: GameRow, moves: Sequence[str], events: "Sequence[Event]" = ()) -> int:
    """Keep a new game; its number."""
    link = seals.first_link(row.uid, row.spec)
    made, happened = sealed.linked(link, moves), sealed.linked(link, sealed.write_events(events))
    number = sealed.insert_game(census, sealed.columns_of(row, _last(made, link), _last(happened, link)))
    if row.match is not None:
        match_rows.add_game(census, row.match, number)
    sealed.add_moves(census, number, 0, made)
    sealed.add_events(census, number, events, happened)
    return number


def _insert_once(census: Census, change: Change, new_match: int | None) -> WrittenGame:
    """Insert a new game, unless that was done before and the answer was lost."""
    found = census.raw.execute("SELECT id FROM games WHERE uid = ?", (change.after.uid,)).fetchone()
    if found is None:
        row = _row_in_match(census, change, new_match)
        return WrittenGame(insert_game(census, row, change.moves, change.events), row.match)
    (number,) = found
    return _written_before(census, number, sealed.find_game(census.raw, number), change)


def _written_before(census: Census, number: int, game: sealed.SealedGame, change: Change) -> WrittenGame:
    """The numbers of a game of which a change was written before; StoreError if something else was."""
    row = game.row
    if row.uid != change.after.uid:
        raise another_now(number)
    if row == replace(change.after, match=row.match):
        census.insert_linked()
        after = change.events[0].number - 1 if change.events else row.events
        if tuple(sealed.read_events(census.raw, number, game, after)) == change.events:
            return WrittenGame(number, row.match)
    if change.before is not None and row.events < change.before.events:
        raise shorter_now(number)
    raise StoreError(f"game {number} has gone on elsewhere in the meantime")


def _missing(census: Census, number: int) -> StoreError:
    """Why a game is not in the file: one with numbers that low has never had it."""
    if number > read_census(census.raw)[0].last_game:
        return Gone(f"game {number} is not there any more: {OVERWRITTEN}")
    return Gone(f"game {number} has been deleted in the meantime")


def _update(census: Census, number: int, old: sealed.SealedGame, change: Change, row: GameRow) -> None:
    cut = change.kept < old.row.moves
    kept = sealed.cut_moves(census, number, change.kept, old) if cut else old.head
    made = sealed.linked(kept, change.moves)
    happened = sealed.linked(old.tail, sealed.write_events(change.events))
    sealed.add_moves(census, number, change.kept, made)
    sealed.add_events(census, number, change.events, happened)
    columns = sealed.columns_of(row, _last(made, kept), _last(happened, old.tail))
    sealed.update_game(census, number, old, columns)
    if row.match is not None and old.row.match is None:
        match_rows.add_game(census, row.match, number)


def _row_in_match(census: Census, change: Change, new_match: int | None) -> GameRow:
    """The row to be written, with the number of its match, which is inserted if it is new."""
    if change.match is None:
        return change.after
    number, setup = change.match.number, change.match.setup
    if number is not None and not match_rows.is_set_up(census.raw, number, setup):
        raise Gone(f"match {number} is not there any more: {OVERWRITTEN}")
    return replace(change.after, match=number or new_match or match_rows.insert_match(census, setup))


def _last(chain: list[tuple[str, bytes]], before: bytes) -> bytes:
    """The last link of a chain; the one before it, where it is empty."""
    return chain[-1][1] if chain else before
