"""Settings of a game: fields of a frozen object, each with a kind that reads, writes and checks it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from .errors import GameError, NumduelError
from .frozen import Frozen, fields_of
from .hints import Any
from .integers import read_integer, show_integer, write_integer

NONE = "none"


class SettingError(NumduelError, ValueError):
    """A game's settings that cannot be used, explained in one sentence."""


class SettingSchema(Frozen, kw_only=True):
    """A setting as data: enough to make a form, a sweep or a sentence from.

    `kind` is whole, numbers, choice or words, unless another package brings a kind of its own. `low` and
    `high` bound numbers; None is no bound. `optional` says that `none` is a value too.
    """

    name: str
    kind: str
    default: Any
    about: str
    low: int | None
    high: int | None
    optional: bool
    choices: tuple[str, ...]
    allowed: str  # what is allowed, in words that follow "must be"

    def as_json(self) -> dict[str, Any]:
        """The schema as a JSON object."""
        return {name: to_json(getattr(self, name)) for name in fields_of(self)}


def to_json(value: Any) -> Any:
    """The value of a setting as JSON has it: sets are lists.

    >>> to_json((1, 2)), to_json(None)
    ([1, 2], None)
    """
    if isinstance(value, tuple):
        return list(value)
    return value if value is None or isinstance(value, (int, str)) else str(value)


class Kind(ABC):
    """What values a setting takes, and how they are written in a spec.

    What is allowed is held as data, from which schemas and sentences are made.
    """

    low: int | None = None
    high: int | None = None
    optional: bool = False
    choices: tuple[str, ...] = ()

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

    @property
    def name(self) -> str:
        """What a schema calls this kind."""
        return type(self).__name__.lower()

    def schema(self, name: str, default: Any, about: str) -> SettingSchema:
        """The schema of a setting of this kind."""
        return SettingSchema(
            name=name,
            kind=self.name,
            default=default,
            about=about,
            low=self.low,
            high=self.high,
            optional=self.optional,
            choices=self.choices,
            allowed=self.allowed,
        )


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
            raise GameError("a set of numbers starts at 0 or above: a minus sign would read as a range")
        self.low: int = low
        self.high: int = high
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

    @staticmethod
    def write(value: tuple[int, ...]) -> str:
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
        ends = (*value[:1], *value[-1:]) if isinstance(value, range) else ()
        if not all(self.low <= end <= self.high for end in ends):
            raise ValueError(value)  # before it is spelled out, as one that is read
        numbers = sorted(set(value))
        if not all(type(number) is int and self.low <= number <= self.high for number in numbers):
            raise ValueError(value)
        if not numbers and not self.optional:
            raise ValueError(value)
        return tuple(numbers)

    @property
    def allowed(self) -> str:
        some = (*range(self.low, self.low + 3), self.low + 4)
        example = self.write(tuple(number for number in some if number <= self.high))
        return f"a set of numbers{_bounds(self.low, self.high)}, such as {example}" + (
            ", or none" if self.optional else ""
        )


class Choice(Kind):
    """One word out of a few."""

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def read(self, text: str) -> str:
        return text

    def write(self, value: str) -> str:
        return value

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError(value)
        return value

    @property
    def allowed(self) -> str:
        return listed(self.choices)


class Words(Kind):
    """Any of a few words, written `plus/times`; the empty set as `none`."""

    optional = True

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def read(self, text: str) -> tuple[str, ...]:
        return () if text == NONE else tuple(text.split("/"))

    def write(self, value: tuple[str, ...]) -> str:
        return "/".join(value) or NONE

    def check(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, (tuple, list, set, frozenset)) or not set(value) <= set(self.choices):
            raise ValueError(value)
        return tuple(word for word in self.choices if word in value)

    @property
    def allowed(self) -> str:
        return f"any of {listed(self.choices, 'and')}, joined by /, or none"


class Setting(Frozen):
    """A setting of a game: its rulebook value, its kind, and what it means."""

    default: Any
    kind: Kind
    about: str
    name: str = ""  # as the game calls it that has it


def setting(default: Any, kind: Kind, about: str) -> Any:
    """A field that is a setting of a game: its rulebook value, its kind, and what it means."""
    return Setting(default, kind, about)


def listed(words: Sequence[str], joint: str = "or") -> str:
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
