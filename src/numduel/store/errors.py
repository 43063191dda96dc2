"""What a store may answer instead of what it was asked for."""

from ..core.errors import NumduelError


class StoreError(NumduelError):
    """The store cannot be used, or not for this, explained in one sentence."""


class NotAStore(NumduelError):
    """The file is not one that can be used here, explained in one sentence."""


class NoSuchGame(NumduelError, KeyError):
    """The store has no game of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no game {number}")

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would show it in quotes


class NoSuchRoom(NumduelError, KeyError):
    """The store has no room of this name."""

    def __init__(self, room: str) -> None:
        super().__init__(f"there is no table {room[:40]!a}")

    def __str__(self) -> str:
        return str(self.args[0])


class Damaged(NumduelError):
    """Something in the store is not as it was written, explained in one sentence."""


class EarlierReading(NumduelError):
    """A game was played when its rulebook was read otherwise, explained in one sentence."""
