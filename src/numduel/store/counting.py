"""Counting the games of a SQLite file: by row, so that what is not as it was written never counts."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from ..core.hints import Any
from . import census, match_rows, sealed
from .base import Summary, Tally, Wins
from .errors import Damaged
from .rows import is_unaided_win, person_who_won, results_of
from .seals import SealedConnection


def summary(raw: SealedConnection) -> Summary:
    """How often each player, in each seat, met each result, and what is wrong with other games."""
    counted: Counter[tuple[str, int, str]] = Counter()
    aside: list[Damaged] = []
    for found in raw.execute(f"{sealed.SELECT} NOT INDEXED ORDER BY id"):
        try:
            counted.update(results_of(sealed.read_game(raw.sealer, found).row))
        except Damaged as error:
            aside.append(error)
    aside += match_rows.changed(raw)  # who has played in them, and so who has won, cannot be told any more
    if not aside and not census.is_complete(raw):
        aside.append(Damaged(census.NOT_THOSE_COUNTED))
    return Summary([Tally(*key, games) for key, games in counted.items()], aside)


def unaided_wins(raw: SealedConnection, conditions: Iterable[tuple[str, tuple[Any, ...]]]) -> list[Wins]:
    """The wins of people among games that fit one of these conditions; what is damaged does not count."""
    counted: Counter[tuple[str, int, str, str]] = Counter()
    for condition, values in conditions:
        for found in raw.execute(f"{sealed.SELECT}{condition}", values).fetchall():
            with suppress(Damaged):
                counted.update(_win(raw, found))
    return [Wins(*key, games) for key, games in sorted(counted.items())]


def _win(raw: SealedConnection, found: tuple[Any, ...]) -> list[tuple[str, int, str, str]]:
    """Who has won a game, from which seat, against whom and at which settings; nothing if no person has."""
    row = sealed.read_game(raw.sealer, found).row
    if row.match is None or row.winner is None or not is_unaided_win(row):
        return []  # SQLite believes what an index says of a game, and this one is damaged
    _, one, other, *_ = match_rows.read_match(raw, row.match).columns
    name, opponent = (row.player1, row.player2)[:: 3 - 2 * row.winner]
    person = person_who_won(name, opponent, (one, other))
    return [] if person is None else [(person, row.winner, opponent, row.spec)]
