"""The base of every exception that numduel raises on purpose."""


class NumduelError(Exception):
    """Something is wrong, told in one sentence."""
