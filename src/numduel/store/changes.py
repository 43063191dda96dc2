"""Changes: how they get into the tables of a SQLite file, within a transaction that someone else began."""

from collections.abc import Sequence

from ..core.frozen import replace
from ..core.hints import TYPE_CHECKING
from . import match_rows, sealed, seals
from .base import Change, GameRow, MatchRef, WrittenGame
from .census import Census
from .census import read as read_census
from .errors import OVERWRITTEN, Gone, NoSuchGame, StoreError, another_now, gone_on, shorter_now
from .seals import SealedConnection

if TYPE_CHECKING:
    from ..match.events import Event


def write_change(census: Census, change: Change, before: Sequence[WrittenGame] = ()) -> WrittenGame:
    """Write a change; the numbers of its game and match. StoreError if someone else has been at it.

    `before` are the games that earlier changes of the same batch have written.
    """
    if change.game is None:
        return _insert_once(census, change, before)
    try:
        old = sealed.find_game(census.raw, change.game)
    except NoSuchGame:
        raise _missing(census.raw, change.game) from None
    if old.row == change.before:
        row = _row_in_match(census, change, before)
        return WrittenGame(change.game, row.match, _update(census, change.game, old, change, row))
    return _written_before(census, change.game, old, change)


def insert_game(
    census: Census, row: GameRow, moves: Sequence[str], events: "Sequence[Event]" = ()
) -> WrittenGame:
    """Keep a new game; its numbers."""
    link = seals.first_link(row.uid, row.spec)
    made, happened = sealed.linked(link, moves), sealed.linked(link, sealed.write_events(events))
    links = _last(made, link), _last(happened, link)
    number = sealed.insert_game(census, sealed.columns_of(row, *links))
    if row.match is not None:
        match_rows.add_game(census, row.match, number)
    sealed.add_moves(census, number, 0, made)
    sealed.add_events(census, number, events, happened)
    return WrittenGame(number, row.match, links)


def _insert_once(census: Census, change: Change, before: Sequence[WrittenGame]) -> WrittenGame:
    """Insert a new game, unless that was done before and the answer was lost."""
    found = census.raw.execute("SELECT id FROM games WHERE uid = ?", (change.after.uid,)).fetchone()
    if found is None:
        row = _row_in_match(census, change, before)
        return insert_game(census, row, change.moves, change.events)
    (number,) = found
    return _written_before(census, number, sealed.find_game(census.raw, number), change)


def _written_before(census: Census, number: int, game: sealed.SealedGame, change: Change) -> WrittenGame:
    """The numbers of a game of which a change was written before; StoreError if something else was."""
    row = game.row
    if row.uid != change.after.uid:
        raise another_now(number)
    if row == replace(change.after, match=row.match, links=_links_after(game, change)):
        census.insert_linked()
        after = change.events[0].number - 1 if change.events else row.events
        if tuple(sealed.read_events(census.raw, number, game, after)) == change.events:
            return WrittenGame(number, row.match, row.links)
    if change.before is not None and row.events < change.before.events:
        raise shorter_now(number)
    raise gone_on("game", number)


def _links_after(game: sealed.SealedGame, change: Change) -> tuple[bytes, bytes]:
    """The links that a game has after a change; those of its moves as they are, where it has cut some."""
    link = seals.first_link(change.after.uid, change.after.spec)
    head, tail = (change.before and change.before.links) or (link, link)
    cut = change.before is not None and change.kept < change.before.moves
    happened = sealed.linked(tail, sealed.write_events(change.events))
    return game.head if cut else _last(sealed.linked(head, change.moves), head), _last(happened, tail)


def _missing(raw: SealedConnection, number: int) -> StoreError:
    """Why a game is not in the file."""
    if _never_had(raw, number):
        return Gone(f"game {number} is not there any more: {OVERWRITTEN}")
    return Gone(f"game {number} has been deleted in the meantime")


def _never_had(raw: SealedConnection, number: int) -> bool:
    """Whether no game of the file has ever had a number that high."""
    return number > read_census(raw)[0].last_game


def _update(
    census: Census, number: int, old: sealed.SealedGame, change: Change, row: GameRow
) -> tuple[bytes, bytes]:
    """Write what has become of a game; its links by now."""
    cut = change.kept < old.row.moves
    kept = sealed.cut_moves(census, number, change.kept, old) if cut else old.head
    made = sealed.linked(kept, change.moves)
    happened = sealed.linked(old.tail, sealed.write_events(change.events))
    sealed.add_moves(census, number, change.kept, made)
    sealed.add_events(census, number, change.events, happened)
    links = _last(made, kept), _last(happened, old.tail)
    sealed.update_game(census, number, old, sealed.columns_of(row, *links))
    if row.match is not None and old.row.match is None:
        match_rows.add_game(census, row.match, number)
    return links


def _row_in_match(census: Census, change: Change, before: Sequence[WrittenGame]) -> GameRow:
    """The row to be written, with the number of its match, which is inserted if it is new."""
    if change.match is None:
        return change.after
    number, setup = change.match.number, change.match.setup
    if number is not None:
        if not match_rows.is_set_up(census.raw, number, setup):
            raise Gone(f"match {number} is not there any more: {OVERWRITTEN}")
        _check_unchanged(census.raw, change.match, number, {each.game for each in before})
    new = before[0].match if before else None
    return replace(change.after, match=number or new or match_rows.insert_match(census, setup))


def _check_unchanged(raw: SealedConnection, match: MatchRef, number: int, written: set[int]) -> None:
    """Raise StoreError where someone else has gone on with a match, or it was put back to an earlier state.

    `written` are games that were written in this very transaction. A game that was deleted is no obstacle,
    but one that the file has never had is.
    """
    if match.games is not None and set(match_rows.games_of(raw, number)) - {*match.games, *written}:
        raise gone_on("match", number)
    if match.last is None or match.last[0] in written:
        return
    game, known = match.last
    try:
        row = sealed.find_game(raw, game).row
    except NoSuchGame:
        if _never_had(raw, game):
            raise _missing(raw, game) from None
        return
    if row.uid != known.uid:
        raise another_now(game)
    if row != known:
        raise shorter_now(game) if row.events < known.events else gone_on("game", game)


def _last(chain: list[tuple[str, bytes]], before: bytes) -> bytes:
    """The last link of a chain; the one before it, where it is empty."""
    return chain[-1][1] if chain else before
