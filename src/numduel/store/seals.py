"""Seals: hashes by which a change to stored data is noticed, whatever made it.

Whoever can read this can make a seal that fits. With a key, only those who have it can.
"""

import sqlite3
from contextlib import suppress
from importlib import import_module

from ..core.hints import Any

for _module in ("_sha2", "_sha256", "hashlib"):  # the last has it for sure, and brings all of OpenSSL along
    with suppress(ImportError):
        sha256 = import_module(_module).sha256
        break

SIZE = 32  # bytes of a seal


class Sealer:
    """What seals the rows of a file: with a key, or without.

    `proof` is what the file says of the key: it tells the right one from any other, and nothing else of it.
    """

    def __init__(self, key: bytes | None = None) -> None:
        self.key = key  # of any length
        self._hashed = b"" if key is None else _keyed_hash(key, person=b"numduel key")
        self.proof = None if key is None else self._hash("numduel store")
        # Seals with a key are counted by long numbers: out of many short ones that were seen, somebody
        # might pick others that come to the same sum.
        self._length = SIZE if key is None else 256

    def seal(self, values: tuple[Any, ...]) -> bytes:
        """The seal of a row: of its values, with their types."""
        return seal(values) if self.key is None else self._hash(repr(values))

    def _hash(self, text: str) -> bytes:
        return _keyed_hash(_bytes_of(text), key=self._hashed)

    def weight(self, seal: bytes) -> int:
        """What a seal counts for in a sum of seals."""
        if self.key is None or not seal:
            return int.from_bytes(seal)
        from hashlib import shake_256

        return int.from_bytes(shake_256(seal).digest(self._length))

    def total(self, weights: int) -> bytes:
        """A sum of seals as it is kept; the order in which they come does not matter."""
        return (weights % (1 << 8 * self._length)).to_bytes(self._length)


WITHOUT_KEY = Sealer()


class SealedConnection(sqlite3.Connection):
    """A connection to a SQLite file, with what seals the rows in it."""

    sealer = WITHOUT_KEY


def seal(values: tuple[Any, ...]) -> bytes:
    """The seal of some values without a key."""
    return bytes(sha256(_bytes_of(repr(values))).digest())


def first_link(uid: str, spec: str) -> bytes:
    """Where the chains over a game's moves and over its events begin.

    Chains need no key: where they end is in the row of the game, under its seal.
    """
    return seal((uid, spec))


def next_link(previous: bytes, text: str) -> bytes:
    """The link of a move or an event: it depends on everything before it."""
    return bytes(sha256(previous + _bytes_of(text)).digest())


def _keyed_hash(content: bytes, key: bytes = b"", person: bytes = b"") -> bytes:
    from hashlib import blake2b

    return blake2b(content, digest_size=SIZE, key=key, person=person).digest()


def _bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
