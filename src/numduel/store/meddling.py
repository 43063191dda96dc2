"""Meddling: what somebody has put into a SQLite file that could change rows on their way into it."""

from . import schema
from .seals import SealedConnection


def meddling(raw: SealedConnection) -> str:
    """What could change or drop rows that are written, as a clause; nothing if there is no such thing.

    A table that was made otherwise could: by a constraint, it may pass over rows without a word.
    """
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"):
        return f"there is a trigger {str(name)[:40]!a} in it that could change what is written"
    found = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    made = {name: schema.without_blanks(str(sql)) for name, sql in found}
    for name, statement in schema.tables().items():
        if made.get(name) != statement:
            return f"its table {name} has been replaced by another"
    return ""
