"""Queries over the games of a store, as SQL."""

from collections.abc import Sequence

from ..core.hints import Any
from .base import Filter

# What leaves a trace among the events of a game whose row is damaged and tells nothing of it any more.
_HAPPENED = " OR ".join(
    f"""events.event GLOB '{{"event":"{kind}"*'""" for kind in ("moved", "taken_back", "hinted", "ended")
)
# Nothing has happened yet in a game that was begun. `IS`, and a look at moves and events, so that a damaged
# row is never passed over; hardly any row is so far like an untouched one that SQLite comes to the look.
UNTOUCHED = (
    "ending IS NULL AND moves IS 0 AND hints1 IS 0 AND hints2 IS 0 AND undos IS 0 AND ifnull(events, 0) > 0 "
    "AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.game = games.id) "
    f"AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = games.id AND ({_HAPPENED}))"
)
# Tables that were last used before a moment, with matches of which no game was ever played in.
UNPLAYED = (
    "SELECT id, match FROM rooms WHERE used < ? AND NOT EXISTS "
    f"(SELECT 1 FROM games WHERE games.match = rooms.match AND NOT ({UNTOUCHED})) ORDER BY used"
)


def page(columns: str, where: Filter, most: int) -> tuple[str, tuple[Any, ...]]:
    """The query for the newest games that fit, at most so many, and its values.

    A player may sit in either seat, and each seat has an index. So both are asked for their newest games, and
    what they find is merged: in one condition for both seats SQLite would have to sort all that they find.
    """
    conditions: dict[str, Any] = {"id < ?": where.before, "game = ?": where.game, "result = ?": where.result}
    given = {condition: value for condition, value in conditions.items() if value is not None}
    seats = [{}] if where.player is None else [{f"player{seat} = ?": where.player} for seat in (1, 2)]
    newest, values = list[str](), list[Any]()
    for seat in seats:
        fitting = " AND ".join([*seat, *given, f"NOT ({UNTOUCHED})"])
        newest.append(f"SELECT id FROM (SELECT id FROM games WHERE {fitting} ORDER BY id DESC LIMIT ?)")
        values += [*seat.values(), *given.values(), most]
    merged = " UNION ".join(newest)
    return f"{columns} WHERE id IN ({merged}) ORDER BY id DESC LIMIT ?", (*values, most)


def last_events(matches: Sequence[int]) -> tuple[str, tuple[Any, ...]]:
    """The query for the number of the last event of each match and its link, and the query's values."""
    marks = ", ".join("?" * len(matches))
    return (
        # SQLite takes `tail` from the row that has the greatest number.
        f"SELECT match, ifnull(max(events), 0), tail FROM games WHERE match IN ({marks}) GROUP BY match",
        tuple(matches),
    )


# There is an index for each seat. A game of which something came from outside has something in `extra`.
_UNAIDED_WINS = (
    " WHERE winner = {seat} AND ending = 'rule' AND hints{seat} = 0 AND undos = 0 AND extra = '{{}}' "
    "AND match IS NOT NULL AND player{other} IN ({marks}){more}"
)


def unaided_wins(
    seat: int, opponents: Sequence[str], spec: str | None, before: int | None
) -> tuple[str, tuple[Any, ...]]:
    """The part of a query that picks games which someone in a seat has won without help, and its values."""
    limits = {"spec = ?": spec, "id < ?": before}
    given = {condition: value for condition, value in limits.items() if value is not None}
    more = "".join(f" AND {condition}" for condition in given)
    marks = ", ".join("?" * len(opponents))
    sql = _UNAIDED_WINS.format(seat=seat, other=3 - seat, marks=marks, more=more)
    return sql, (*opponents, *given.values())
