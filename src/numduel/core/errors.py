"""Errors: the base of every exception that numduel raises on purpose."""


class NumduelError(Exception):
    """What numduel refuses or cannot do, explained in one sentence."""


class ArgumentError(NumduelError, ValueError):
    """A function was given what it cannot work with, explained in one sentence."""


class WrongClock(NumduelError):
    """The clock of the machine shows a time at which nobody can be here."""


class DamagedFile(NumduelError):
    """What lies in a file is not what was written there, explained in one sentence."""


class GameError(NumduelError, TypeError):
    """A class that cannot be a game, explained in one sentence that names the class and what is wrong."""


def shown(something: object, most: int = 500) -> str:
    """What Python writes for something of another package's, in at most so many characters.

    >>> shown(ValueError("no"))
    "ValueError('no')"
    """
    try:
        text = ascii(something)
    except KeyboardInterrupt:
        raise
    except BaseException:  # too large to be written, or its own code fails
        return type(something).__name__
    return text if len(text) <= most else text[:most] + "..."
