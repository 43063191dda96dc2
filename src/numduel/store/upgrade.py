"""What bringing a file up to date takes beside SQL: nothing that was lost before may look whole after it."""

from . import census, match_rows, sealed
from .census import Census, Counted
from .errors import Damaged, NotAStore
from .seals import WITHOUT_KEY, SealedConnection


def begin_census(raw: SealedConnection) -> None:
    """Count nothing yet."""
    raw.execute("INSERT INTO census (counted, total) VALUES (0, ?)", (WITHOUT_KEY.total(0),))


def seal_census(raw: SealedConnection) -> None:
    """Seal the census, and note for each match which games it has, if everything is as it was written."""
    last = dict(raw.execute("SELECT name, seq FROM sqlite_sequence"))
    numbers = last.get("games", 0), last.get("matches", 0)
    raw.execute("UPDATE census SET last_game = ?, last_match = ?", numbers)
    try:
        counted, _ = census.read(raw)
    except NotAStore:
        return  # it stays without a seal, and that is noticed
    if counted.rows == 0:  # nothing was sealed before, and a key may be given
        counted = Counted(0, raw.sealer.total(0), counted.last_game, counted.last_match, raw.sealer.proof)
    census.replace(raw, counted, counted.seal(raw.sealer))
    games = _games_of_matches(raw) if census.is_complete(raw) else None
    if games is not None:
        noted = Census(raw)
        for number in [number for (number,) in raw.execute("SELECT id FROM matches")]:
            match_rows.begin_list(noted, number, games.get(number, []))
        noted.write()


def _games_of_matches(raw: SealedConnection) -> dict[int, list[int]] | None:
    """The games of each match; None if one of them, or a match, is not as it was written."""
    found: dict[int, list[int]] = {}
    try:
        for row in raw.execute(f"{sealed.SELECT} ORDER BY id"):
            match = sealed.read_game(raw.sealer, row).row.match
            if match is not None:
                found.setdefault(match, []).append(row[0])
        for (number,) in raw.execute("SELECT id FROM matches").fetchall():
            match_rows.read_match(raw, number)
    except Damaged:
        return None
    return found
