"""Queries over the games of a store, as SQL."""

from typing import Any

_RESULT = (
    "CASE WHEN ending IS NULL THEN 'unfinished' WHEN winner IS NULL THEN 'drawn' "
    "WHEN winner = {seat} THEN 'won' ELSE 'lost' END"
)
TALLIES = " UNION ALL ".join(
    f"SELECT player{seat}, {seat}, {_RESULT.format(seat=seat)}, count(*) FROM games GROUP BY 1, 3"
    for seat in (1, 2)
)


def where(
    before: int | None, game: str | None, player: str | None, result: str | None
) -> tuple[str, list[Any]]:
    """The part of a query that picks games, and its values."""
    parts: dict[str, list[Any]] = {}
    if before is not None:
        parts["id < ?"] = [before]
    if game is not None:
        parts["game = ?"] = [game]
    if player is not None:
        parts["(player1 = ? OR player2 = ?)"] = [player, player]
    if result is not None:
        parts[_OF_RESULT[result]] = []
    where = f" WHERE {' AND '.join(parts)}" if parts else ""
    return where, [value for values in parts.values() for value in values]


_OF_RESULT = {
    "unfinished": "ending IS NULL",
    "draw": "ending IS NOT NULL AND winner IS NULL",
    "1": "winner = 1",
    "2": "winner = 2",
}
