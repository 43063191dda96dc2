"""What a store may answer instead of what it was asked for."""

from ..core.errors import NumduelError

OVERWRITTEN = "the store was restored, or its file overwritten"  # which looks alike
LOCKED = "another program keeps it locked"


class StoreError(NumduelError):
    """The store cannot be used, or not for this, explained in one sentence."""


class Gone(StoreError):
    """What was kept is not where it was kept, explained in one sentence."""


class MeddledWith(StoreError):
    """Nothing is written into a store that could change it on the way, explained in one sentence."""


def another_now(number: int) -> Gone:
    """The error that another game has the number of one that was kept."""
    return Gone(f"game {number} is another one now: {OVERWRITTEN}")


def shorter_now(number: int) -> Gone:
    """The error that a game has been put back to where it was before."""
    return Gone(f"game {number} is shorter than it was: {OVERWRITTEN}")


def gone_on(what: str, number: int) -> StoreError:
    """The error that somebody else has gone on with a game or a match."""
    return StoreError(f"{what} {number} has gone on elsewhere in the meantime")


def gone_in_words(rows: int) -> str:
    """That so many rows are not in a file any more."""
    said = "1 row that was counted is" if rows == 1 else f"{rows} rows that were counted are"
    return f"{said} gone from the file"


class NotAStore(NumduelError):
    """The file is not one that can be used here, explained in one sentence."""


class OtherKey(NotAStore):
    """The file is sealed otherwise than by the key at hand."""


class NoSuchGame(NumduelError, KeyError):
    """The store has no game of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no game {number}")

    __str__ = Exception.__str__  # a KeyError would show it in quotes


class NoSuchRoom(NumduelError, KeyError):
    """The store has no room of this name."""

    def __init__(self, room: str) -> None:
        super().__init__(f"there is no table {room[:40]!a}")

    __str__ = Exception.__str__


class Damaged(NumduelError):
    """Something in the store is not as it was written, explained in one sentence."""


class EarlierReading(NumduelError):
    """A game was played when its rulebook was read otherwise, explained in one sentence."""


class NotInstalled(EarlierReading):
    """A game is of a package that is not installed, explained in one sentence.

    It is as it was written, too, and only cannot be replayed: who sets aside the one sets aside the other.
    """
