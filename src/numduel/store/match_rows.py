"""Matches as sealed rows of a SQLite file: how each was set up, its games, and the score of those deleted."""

import contextlib
from collections.abc import Iterator

from ..core.frozen import Frozen
from ..core.hints import Any
from ..match.setup import Setup
from . import sealed
from .base import Score
from .census import Census
from .errors import Damaged
from .kinds import MAYBE_NUMBER, MAYBE_TEXT, NUMBER, TEXT, are_of
from .seals import SealedConnection, Sealer

COLUMNS = (
    "spec", "who1", "who2", "first", "rounds", "points", "max_turns", "seed", "undo", "hint_limit",
)  # fmt: skip
LATER = ("games", "deleted")  # came with the fifth version of the tables
_KINDS = (
    TEXT, TEXT, TEXT, NUMBER, MAYBE_NUMBER, MAYBE_NUMBER, MAYBE_NUMBER, NUMBER, TEXT, MAYBE_NUMBER,
    MAYBE_TEXT, MAYBE_TEXT,
)  # fmt: skip
_WHOLE = f"{', '.join((*COLUMNS, *LATER))}, seal FROM matches"
_SELECT = f"SELECT {_WHOLE} WHERE id = ?"
_UNKNOWN = "unknown"


class SealedMatch(Frozen, kw_only=True):
    """A match as it stands in its row."""

    number: int
    columns: tuple[Any, ...]
    games: tuple[int, ...] | None  # None where that was never noted
    deleted: Score | None  # None where nobody knows
    seal: bytes


def insert_match(census: Census, setup: Setup) -> int:
    """Keep how a match is set up; its number."""
    values = (*_columns_of(setup), "", _written(Score()))
    return sealed.insert(census, "matches", (*COLUMNS, *LATER), values)


def _columns_of(setup: Setup) -> tuple[Any, ...]:
    one, other = setup.players
    return (
        setup.game.spec, one, other, setup.first, setup.rounds, setup.points, setup.max_turns, setup.seed,
        setup.undo, setup.hint_limit,
    )  # fmt: skip


def is_set_up(raw: SealedConnection, number: int, setup: Setup) -> bool:
    """Whether there is such a match, set up like this; Damaged if it is not as it was written.

    Hardly any other has its seed.
    """
    if raw.execute(_SELECT, (number,)).fetchone() is None:
        return False
    # Without the spec, which an earlier version may have spelt otherwise.
    return read_match(raw, number).columns[1:] == _columns_of(setup)[1:]


def read_match(raw: SealedConnection, number: int) -> SealedMatch:
    """A match; Damaged if it is not as it was written."""
    return _match_of(raw.sealer, number, raw.execute(_SELECT, (number,)).fetchone())


def changed(raw: SealedConnection) -> Iterator[Damaged]:
    """What is wrong with matches that are not as they were written, a sentence each."""
    for number, *found in raw.execute(f"SELECT id, {_WHOLE} ORDER BY id"):
        try:
            _match_of(raw.sealer, number, tuple(found))
        except Damaged as error:
            yield error


def _match_of(sealer: Sealer, number: int, found: tuple[Any, ...] | None) -> SealedMatch:
    fits = found is not None and _seal_of(sealer, number, found[:-1]) == found[-1]
    if found is not None and fits and are_of(_KINDS, found[:-1]):
        with contextlib.suppress(ValueError, TypeError):  # the seal may be a forger's
            return _match_in(number, found)
    raise Damaged(f"match {number} is not as it was written")


def _match_in(number: int, found: tuple[Any, ...]) -> SealedMatch:
    games, deleted = found[len(COLUMNS) : -1]
    return SealedMatch(
        number=number,
        columns=found[: len(COLUMNS)],
        games=None if games is None else tuple(map(int, games.split())),
        deleted=Score() if deleted is None else _read(deleted),
        seal=found[-1],
    )


def _seal_of(sealer: Sealer, number: int, columns: tuple[Any, ...]) -> bytes:
    """The seal over everything in a row; one of an earlier version had fewer columns."""
    earlier = columns[len(COLUMNS) :] == (None,) * len(LATER)
    return sealer.seal((number, *(columns[: len(COLUMNS)] if earlier else columns)))


def seal_with(sealer: Sealer, raw: SealedConnection, number: int) -> bytes:
    """The seal of a match by another sealer."""
    return _seal_of(sealer, number, raw.execute(_SELECT, (number,)).fetchone()[:-1])


def _written(score: Score | None) -> str:
    return _UNKNOWN if score is None else f"{score.one} {score.other} {score.draws}"


def _read(text: str) -> Score | None:
    return None if text == _UNKNOWN else Score(*map(int, text.split()))


def begin_list(census: Census, number: int, games: list[int]) -> None:
    """Note which games a match has."""
    _change(census, read_match(census.raw, number), tuple(games), Score())


def add_game(census: Census, number: int, game: int) -> None:
    """Note that a match has one game more; Damaged if the match is not as it was written."""
    match = read_match(census.raw, number)
    if match.games is not None:
        _change(census, match, (*match.games, game), match.deleted)


def remove_game(census: Census, match: SealedMatch, game: int, score: Score | None) -> None:
    """Note that a game of a match is deleted, and how it counts; None where nobody knows."""
    games = None if match.games is None else tuple(each for each in match.games if each != game)
    known = None if score is None or match.deleted is None else match.deleted.plus(score)
    _change(census, match, games, known)


def _change(census: Census, old: SealedMatch, games: tuple[int, ...] | None, deleted: Score | None) -> None:
    listed = None if games is None else " ".join(map(str, games))
    later = (listed, _written(deleted))
    seal = _seal_of(census.raw.sealer, old.number, (*old.columns, *later))
    sql = "UPDATE matches SET games = ?, deleted = ?, seal = ? WHERE id = ?"
    census.raw.execute(sql, (*later, seal, old.number))
    census.note(gone=old.seal, come=seal)


def games_of(raw: SealedConnection, number: int) -> tuple[int, ...]:
    """The games that a match has; Damaged if it is not as it was written."""
    listed = read_match(raw, number).games
    if listed is not None:
        return listed
    return tuple(game for (game,) in raw.execute("SELECT id FROM games WHERE match = ?", (number,)))


def check_games(raw: SealedConnection, number: int, here: list[int]) -> None:
    """Raise Damaged where the games of a match that are here are not those that it has."""
    if not here and raw.execute(_SELECT, (number,)).fetchone() is None:
        return  # there is no such match
    games = read_match(raw, number).games
    if games is None or sorted(games) == here:
        return
    for gone in sorted({*games} - {*here}):
        raise Damaged(f"match {number}: its game {gone} is gone")
    raise Damaged(f"match {number}: a game has come to it that was not played in it")


def matches_with(raw: SealedConnection, game: int) -> list[SealedMatch]:
    """The matches, as far as they are as they were written, that have this game."""
    found = []
    for (number,) in raw.execute("SELECT id FROM matches").fetchall():
        try:
            match = read_match(raw, number)
        except Damaged:
            continue
        if match.games is not None and game in match.games:
            found.append(match)
    return found
