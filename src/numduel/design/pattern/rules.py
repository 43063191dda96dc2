"""Rules: what may decide whether settings have an outcome, how long each takes to tell, and what it says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from math import comb, log2
from typing import Any

from ...core.settings import listed
from .ranges import Point

Row = tuple[Point, bool]  # settings, and whether they have the outcome in question
Rows = Sequence[Row]

FAMILY_BITS = 3.0  # which family a rule belongs to
EXCEPTIONS_AMONG = 4  # exceptions lie in the lowest of so many equal parts of a range


@dataclass(frozen=True)
class Sample:
    """The settings that a rule is found on, in order, each with whether it has the outcome in question."""

    rows: Rows
    names: tuple[str, ...]

    @cached_property
    def low(self) -> int:
        """How many settings at the low end may be exceptions; with two settings there is no low end."""
        return len(self.rows) // EXCEPTIONS_AMONG if len(self.names) == 1 else 0

    @cached_property
    def upper(self) -> Rows:
        """The settings that cannot be exceptions."""
        return _mixed(self.rows[self.low :])

    @cached_property
    def parts(self) -> tuple[Rows, ...]:
        """What a rule can be read off: all settings, or else the upper ones, if there are two outcomes."""
        every = (_mixed(self.rows), self.upper) if self.low else (self.upper,)
        return tuple(rows for rows in every if len({has for _, has in rows}) == 2)


def _mixed(rows: Rows) -> Rows:
    """The rows from the top down, those with the outcome and those without taking turns.

    So a false rule is soon found out, also where hardly any settings have the outcome.
    """
    having, others = ([row for row in reversed(rows) if row[1] is has] for has in (True, False))
    return [row for pair in zip_longest(having, others) for row in pair if row is not None]


@dataclass(frozen=True)
class Quantity:
    """A whole number that follows from the settings: one of them, or what is worked out from two."""

    words: str
    of: Callable[[Point], int]
    bits: float = 0.0


@dataclass(frozen=True)
class Rule:
    """Something that holds of settings or not, with what it says as a clause after "if and only if".

    With `opposite` the clause tells the settings that do not have the outcome. `exceptions` are settings at
    the low end of the range, which the rule gets right only because they are listed. `bits` is how long it
    takes to write the rule down. `lines` stand below the sentence, and `details` are for programs.
    """

    family: str
    clause: str
    bits: float
    test: Callable[[Point], bool]
    opposite: bool = False
    exceptions: frozenset[Point] = frozenset()
    lines: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def holds(self, point: Point) -> bool:
        """Whether these settings have the outcome, by the rule."""
        return self.test(point) != (point in self.exceptions)

    @property
    def is_automaton(self) -> bool:
        """Whether the rule is an automaton, which comes after every rule that can be said in a clause."""
        return self.family == "automaton"


def bits_of_number(number: int) -> float:
    """How many bits it takes to write a number of at least 0 whose size is not known beforehand."""
    return 2 * log2(number + 1) + 1


def bits_of_subset(chosen: int, of: int) -> float:
    """How many bits it takes to write so many chosen things out of a known number."""
    return log2(of + 1) + log2(comb(of, chosen))


def bits_of_list(rows: Rows) -> float:
    """How many bits it takes to list the outcomes themselves: what a rule must be shorter than."""
    return bits_of_subset(sum(has for _, has in rows), len(rows))


def listed_numbers(numbers: Sequence[int], joint: str = "or") -> str:
    """Numbers as people say them; three or more that follow each other as `2 to 5`.

    >>> listed_numbers([0, 2]), listed_numbers([2, 3, 4, 5, 9])
    ('0 or 2', '2 to 5 or 9')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        part
        for run in runs
        for part in ([f"{run[0]:,} to {run[-1]:,}"] if len(run) > 2 else [f"{one:,}" for one in run])
    ]
    return listed(parts, joint)
