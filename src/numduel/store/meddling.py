"""Meddling: what somebody has put into a SQLite file that could change rows on their way into it."""

from collections.abc import Iterator

from . import schema
from .seals import SealedConnection

# What changes no rows that are written elsewhere, by the words with which it is made.
_HARMLESS = (["CREATE", "TABLE"], ["CREATE", "INDEX"], ["CREATE", "UNIQUE", "INDEX"], ["CREATE", "VIEW"])


def meddling(raw: SealedConnection) -> str:
    """What could change or drop rows that are written, as a clause; nothing if there is no such thing.

    SQLite goes by statements alone, whatever a file says of their kinds. What is not plainly harmless is
    taken for a trigger. A table that was made otherwise could pass over rows without a word, by a constraint.
    """
    found = raw.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()
    for name, sql in found:
        words = [word.upper() for word in str(sql).split(maxsplit=3)]
        if not any(words[: len(begin)] == begin for begin in _HARMLESS):
            return f"there is a trigger {str(name)[:40]!a} in it that could change what is written"
    for name in made_otherwise(found):
        return f"its table {name} has been replaced by another"
    return ""


def made_otherwise(found: list[tuple[str, str]]) -> Iterator[str]:
    """The tables of ours that are not there, or are made otherwise, by names and statements in a file."""
    for name, words in schema.tables().items():
        if [schema.words_of(str(sql)) for each, sql in found if each == name] != [words]:
            yield name
