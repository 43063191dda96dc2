"""Kinds of values: a row that fits its seal may still hold what numduel never writes, if a forger made it."""

from functools import lru_cache

from ..core.hints import Any

Kinds = tuple[tuple[type, ...], ...]
TEXT, NUMBER, BLOB = (str,), (int,), (bytes,)
MAYBE_TEXT, MAYBE_NUMBER, MAYBE_BLOB = (*TEXT, type(None)), (*NUMBER, type(None)), (*BLOB, type(None))


def are_of(kinds: Kinds, values: tuple[Any, ...]) -> bool:
    """Whether the values of a row are of these kinds, one for each."""
    return _fit(kinds, tuple(map(type, values)))


@lru_cache(maxsize=64)  # there are few combinations, and many rows
def _fit(kinds: Kinds, found: tuple[type, ...]) -> bool:
    return len(kinds) == len(found) and all(map(tuple.__contains__, kinds, found))
