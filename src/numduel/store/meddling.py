"""Meddling: what somebody has put into a SQLite file that could change rows on their way into it."""

from ..core.hints import Any
from . import schema
from .seals import SealedConnection

Made = dict[Any, Any]  # how each of our tables was made, by name


def tables_made(raw: SealedConnection) -> Made:
    """How our tables were made."""
    ours = {name for kind, name in schema.names() if kind == "table"}
    found = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    return {name: " ".join(str(sql).split()) for name, sql in found if name in ours}


def meddling(raw: SealedConnection, before: Made | None) -> str:
    """What could change or drop rows that are written, as a clause; nothing if there is no such thing.

    A table that was made otherwise is one only where it was not so `before`, when the file was first opened.
    """
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"):
        return f"there is a trigger {str(name)[:40]!a} in it that could change what is written"
    if before is not None:
        now = tables_made(raw)
        for name in sorted(before):
            if now.get(name) != before[name]:
                return f"its table {name} has been replaced by another"
    return ""
