"""Games that were played, kept in one SQLite file."""

from ..core.errors import NumduelError


class StoreError(NumduelError):
    """The store cannot be used, told in one sentence."""


class Damaged(NumduelError):
    """Something in the store is not as it was written, told in one sentence."""
