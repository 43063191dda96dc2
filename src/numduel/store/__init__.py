"""Games that were played, kept in one SQLite file."""


class StoreError(Exception):
    """The store cannot be used, told in one sentence."""


class Damaged(Exception):
    """Something in the store is not as it was written, told in one sentence."""
