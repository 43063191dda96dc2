"""Errors: the base of every exception that numduel raises on purpose."""


class NumduelError(Exception):
    """What numduel refuses or cannot do, explained in one sentence."""


class ArgumentError(NumduelError, ValueError):
    """A function was given what it cannot work with, explained in one sentence."""


class WrongClock(NumduelError):
    """The clock of the machine shows a time at which nobody can be here."""


class GameError(NumduelError, TypeError):
    """A class that cannot be a game, explained in one sentence that names the class and what is wrong."""
