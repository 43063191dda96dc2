"""Seals: hashes by which a change to stored data is noticed, whatever made it."""

import hashlib
from typing import Any

SIZE = 1 << 256


def seal(values: tuple[Any, ...]) -> bytes:
    """The seal of a row: of its values, with their types."""
    return hashlib.sha256(repr(values).encode("utf-8", "surrogatepass")).digest()


def first_link(uid: str, spec: str) -> bytes:
    """Where the chains over a game's moves and over its events begin."""
    return seal((uid, spec))


def next_link(previous: bytes, text: str) -> bytes:
    """The link of a move or an event: it depends on everything before it."""
    return hashlib.sha256(previous + text.encode("utf-8", "surrogatepass")).digest()


def add(total: bytes, more: int) -> bytes:
    """A sum of seals after a number was added to it; the order in which seals come does not matter."""
    return ((int.from_bytes(total) + more) % SIZE).to_bytes(32)
