"""Idea: a piece of theory that people can learn by its name and one sentence."""

from .frozen import Frozen


class Idea(Frozen):
    """A short name, and the sentence to remember, which speaks alike of all positions that it is about."""

    name: str
    rule: str
