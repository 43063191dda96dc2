"""Idea: a piece of theory that people can learn by its name and one sentence."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Idea:
    """A short name, and the sentence to remember, which speaks alike of all positions that it is about."""

    name: str
    rule: str
