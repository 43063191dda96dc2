"""Idea: a piece of theory that people can learn by its name and one sentence."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Idea:
    """A short name, and the sentence to remember. It speaks of all positions alike that it is the reason of."""

    name: str
    rule: str
