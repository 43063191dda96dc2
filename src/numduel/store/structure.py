"""The structure of a SQLite file: whether tables and indexes are those that we made, and its counts fit."""

import contextlib
from collections.abc import Iterator
from functools import lru_cache

from ..core.hints import Any
from . import census, match_rows, schema, sealed
from .errors import NotAStore
from .meddling import made_otherwise
from .seals import SealedConnection

_TABLES = {
    "games": ("id", *sealed.COLUMNS, "seal"),
    "matches": ("id", *match_rows.COLUMNS, *match_rows.LATER, "seal"),
    "moves": ("game", "ply", "text", "hash"),
    "events": ("game", "number", "event", "hash"),
    "rooms": ("id", "match", "options", "created", "used", "seal"),
    "room_keys": ("room", "contestant", "hash", "until", "seal"),
    "attempts": ("id", "player", "puzzle", "at", "right", "hints", "day", "seal"),
    "lessons": ("player", "lesson", "seed", "done", "steps", "missed", "at", "seal"),
    "census": census.COLUMNS,
}

# What SQLite makes by itself is of these kinds, its indexes without a statement; whoever gives something else
# such a name wants to hide it.
_NOT_BY_SQLITE = """
    SELECT type, name, sql FROM sqlite_master
    WHERE NOT (type = 'index' AND name LIKE 'sqlite!_autoindex!_%' ESCAPE '!' AND sql IS NULL)
      AND NOT (type = 'table' AND (name = 'sqlite_sequence' OR name LIKE 'sqlite!_stat_' ESCAPE '!'))
"""


def check_columns(raw: SealedConnection) -> None:
    """Raise sqlite3.Error where a column cannot be found, because what names it is damaged."""
    for table, names in _TABLES.items():
        raw.execute(f"SELECT {', '.join(names)} FROM {table} LIMIT 0")


def flaws(raw: SealedConnection) -> Iterator[str]:
    """What is wrong with a file as a whole, as far as that is quickly seen, a sentence each."""
    made = {(kind, name): sql for kind, name, sql in raw.execute(_NOT_BY_SQLITE)}
    found, ours = made.keys(), schema.names()
    for kind, name in sorted(ours - found):
        yield f"its {kind} {name} is gone"
    for kind, name in sorted(found - ours, key=repr):
        what = "an index" if kind == "index" else f"a {kind}"
        yield f"there is {what} {str(name)[:40]!a} in it that numduel did not make"
    # By an index that somebody has narrowed, games are not found that are there.
    for name, words in schema.indexes().items():
        if ("index", name) in made and str(made["index", name]).split() != words:
            yield _made_otherwise(name)
    # In a table that somebody has made otherwise, what is worked out of its rows is something else.
    here = [(name, sql) for (kind, name), sql in made.items() if kind == "table"]
    yield from (_made_otherwise(name) for name in made_otherwise(here) if ("table", name) in made)
    yield from _flaws_of_census(raw)


def _flaws_of_census(raw: SealedConnection) -> Iterator[str]:
    try:
        counted, seal = census.read(raw)
    except NotAStore as error:
        yield str(error)
        return
    if counted.seal(raw.sealer) != seal:
        yield "its count of games is not as it was written"
    given = {"games": counted.last_game, "matches": counted.last_match}
    found = raw.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    last = {**dict.fromkeys(given, 0), **dict(found)}
    whole = all(type(number) is int for number in last.values())
    if last != given or not whole or len({name for name, _ in found}) != len(found):
        yield "the numbers that it has given to games have been set back or forward"


def differences(raw: SealedConnection) -> Iterator[str]:
    """What is wrong with a file as a whole, including how its tables and indexes were made."""
    said = list(flaws(raw))
    yield from said
    ours = _made(schema.MIGRATIONS)
    for name, made in _statements(raw).items():
        if name in ours and made != ours[name] and _made_otherwise(name) not in said:
            yield _made_otherwise(name)


def _made_otherwise(name: object) -> str:
    return f"{str(name)[:40]!a} in it was made otherwise than numduel makes it"


@lru_cache(maxsize=1)
def _made(steps: tuple[str, ...]) -> dict[str, Any]:
    """How all steps make tables and indexes, by name: to take them is most of checking a small file."""
    with contextlib.closing(schema.empty()) as connection:
        return _statements(connection)


def _statements(raw: SealedConnection) -> dict[str, Any]:
    found = raw.execute("SELECT name, type, tbl_name, sql FROM sqlite_master").fetchall()
    return {name: (kind, table, " ".join(str(sql).split())) for name, kind, table, sql in found}
