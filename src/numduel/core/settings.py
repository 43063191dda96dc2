"""Settings of a game: fields of a frozen dataclass, each with a kind that reads, writes and checks it."""

import dataclasses
from abc import ABC, abstractmethod
from typing import Any

from .errors import NumduelError
from .integers import read_integer, show_integer, write_integer

NONE = "none"


class SettingError(NumduelError, ValueError):
    """A game's settings that cannot be used, told in one sentence."""


class Kind(ABC):
    """What values a setting takes, and how they are written in a spec."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value that `text` writes; ValueError if it writes none. `check` has the last word."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """`value` as it stands in a spec."""

    @abstractmethod
    def check(self, value: Any) -> Any:
        """`value` in its normal form; ValueError if it is not allowed."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What is allowed, in words that follow "must be"."""

    def show(self, value: Any) -> str:
        """`value` for a screen."""
        return self.write(value)


class Whole(Kind):
    """One integer within bounds; with `optional`, also `none`."""

    def __init__(self, low: int | None = None, high: int | None = None, optional: bool = False) -> None:
        self.low = low
        self.high = high
        self.optional = optional

    def read(self, text: str) -> int | None:
        if self.optional and text == NONE:
            return None
        value = read_integer(text)
        if value is None:
            raise ValueError(text)
        return value

    def write(self, value: int | None) -> str:
        return NONE if value is None else write_integer(value)

    def check(self, value: object) -> int | None:
        if value is None and self.optional:
            return None
        if type(value) is not int or not _within(value, self.low, self.high):
            raise ValueError(value)
        return value

    def show(self, value: int | None) -> str:
        return NONE if value is None else show_integer(value)

    @property
    def allowed(self) -> str:
        return "a whole number" + _bounds(self.low, self.high) + (", or none" if self.optional else "")


class Numbers(Kind):
    """A set of integers within bounds, written `1-4/6`; with `optional`, the empty set as `none`."""

    def __init__(self, low: int, high: int, optional: bool = False) -> None:
        if low < 0:
            raise ValueError("a minus sign in a set of numbers would read as a range")
        self.low = low
        self.high = high
        self.optional = optional

    def read(self, text: str) -> tuple[int, ...]:
        if self.optional and text == NONE:
            return ()
        return tuple(value for part in text.split("/") for value in self._read_part(part))

    def _read_part(self, part: str) -> range:
        first, dash, last = part.partition("-")
        start, stop = read_integer(first), read_integer(last if dash else first)
        if start is None or stop is None or start > stop:
            raise ValueError(part)
        # A range such as 1-1000000000 is refused by its ends, before it is spelled out.
        if not (self.low <= start and stop <= self.high):
            raise ValueError(part)
        return range(start, stop + 1)

    def write(self, value: tuple[int, ...]) -> str:
        runs: list[list[int]] = []
        for number in value:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        # Two neighbours read better apart: 1/2, but 1-3.
        parts = ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs)
        return "/".join(part for some in parts for part in some) or NONE

    def check(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, (tuple, list, set, frozenset, range)):
            raise ValueError(value)
        numbers = sorted(set(value))
        if not all(type(number) is int and self.low <= number <= self.high for number in numbers):
            raise ValueError(value)
        if not numbers and not self.optional:
            raise ValueError(value)
        return tuple(numbers)

    @property
    def allowed(self) -> str:
        example = f"{self.low}-{self.low + 2}/{self.low + 4}"
        return f"a set of numbers from {self.low} to {self.high}, such as {example}" + (
            ", or none" if self.optional else ""
        )


class Choice(Kind):
    """One word out of a few."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, text: str) -> str:
        return text

    def write(self, value: str) -> str:
        return value

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise ValueError(value)
        return value

    @property
    def allowed(self) -> str:
        return listed(self.words)


class Words(Kind):
    """Any of a few words, written `plus/times`; the empty set as `none`."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, text: str) -> tuple[str, ...]:
        return () if text == NONE else tuple(text.split("/"))

    def write(self, value: tuple[str, ...]) -> str:
        return "/".join(value) or NONE

    def check(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, (tuple, list, set, frozenset)) or not set(value) <= set(self.words):
            raise ValueError(value)
        return tuple(word for word in self.words if word in value)

    @property
    def allowed(self) -> str:
        return f"any of {listed(self.words, 'and')}, joined by /, or none"


def setting(default: Any, kind: Kind, about: str) -> Any:
    """A dataclass field that is a setting of a game: its rulebook value, its kind, and what it means."""
    return dataclasses.field(default=default, metadata={"kind": kind, "about": about})


def listed(words: "tuple[str, ...] | list[str]", joint: str = "or") -> str:
    """`a, b or c`.

    >>> listed(["1", "2", "3"]), listed(["1"])
    ('1, 2 or 3', '1')
    """
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def _within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of at least {low}" if low is not None else f" of at most {high}" if high is not None else ""
