"""Grid: the settings that a pattern names, numbered, and none of them made before it is asked for.

A pattern is a spec whose values may be several: `operation-duel:target=10..500,add=1-3|1/2/5`. Alternatives
are parted by `|`; `a..b` is every whole number from a to b, and `*` everything that a setting may be.
"""

import dataclasses
import math
from collections.abc import Sequence
from random import Random
from typing import Any

from ..core.game import Game
from ..core.integers import count, read_integer
from ..core.registry import load, make, read_settings, setting_kind
from ..core.settings import Choice, Kind, SettingError, Whole
from ..core.text import quoted

MOST_ALTERNATIVES = 1000  # of a setting: each is compared with each
Part = range | tuple[Any]  # whole numbers one after another, or one value


@dataclasses.dataclass(frozen=True)
class Axis:
    """A setting with the values that it takes in turn."""

    name: str
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many values there are, however many."""
        return sum(map(_size, self.parts))

    def __getitem__(self, at: int) -> Any:
        for part in self.parts:
            size = _size(part)
            if at < size:
                return part[at]
            at -= size
        raise IndexError(at)

    def index(self, value: Any) -> int:
        """Where a value stands; ValueError if it is none of them."""
        before = 0
        for part in self.parts:
            if _has(part, value):
                return before + part.index(value)
            before += _size(part)
        raise ValueError(value)

    def __contains__(self, value: Any) -> bool:
        return any(_has(part, value) for part in self.parts)


@dataclasses.dataclass(frozen=True)
class Grid:
    """Every combination of what the axes hold; the last axis changes first."""

    game: type[Game[Any, Any]]
    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """How many settings there are."""
        return math.prod(axis.size for axis in self.axes)

    def settings(self, number: int) -> dict[str, Any]:
        """The settings with this number, by name."""
        chosen = []
        for axis in reversed(self.axes):
            number, at = divmod(number, axis.size)
            chosen.append((axis.name, axis[at]))
        return dict(reversed(chosen))

    def game_at(self, number: int) -> Game[Any, Any]:
        """The game with these settings; SettingError if they do not go together."""
        return self.game(**self.settings(number))

    def spec_at(self, number: int) -> str:
        """How the settings with this number are written, whether they go together or not."""
        known = self.game.declared
        written = [f"{name}={known[name].kind.write(value)}" for name, value in self.settings(number).items()]
        return f"{self.game.name}:{','.join(written)}" if written else self.game.name


def read_pattern(pattern: str) -> Grid:
    """The settings that a pattern names; SettingError, with what is wrong, if it names none."""
    name, colon, rest = pattern.strip().partition(":")
    game = type(load(name))
    fixed, varied = _base(game, rest) if colon else ({}, {})
    axes = [
        Axis(name, _parts(name, one.kind, varied[name]) if name in varied else ((fixed[name],),))
        for name, one in game.declared.items()
        if name in varied or name in fixed
    ]
    return Grid(game, tuple(axes))


def _base(game: type[Game[Any, Any]], text: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The settings of a variant that comes first, and those that are given alternatives."""
    first, comma, rest = text.partition(",")
    named = "=" not in first
    variant = make(game, first).settings if named else {}
    varied = {} if named and not comma else read_settings(rest if named else text)
    for name in varied:
        setting_kind(game, name)  # SettingError if there is no such setting
    defaults = {one.name: one.default for one in game.schema()}
    changed = {name: value for name, value in variant.items() if value != defaults[name]}
    return {name: value for name, value in changed.items() if name not in varied}, varied


def _parts(name: str, kind: Kind, text: str) -> tuple[Part, ...]:
    alternatives = text.split("|")
    if len(alternatives) > MOST_ALTERNATIVES:
        raise SettingError(
            f"{name} has {len(alternatives):,} alternatives, and at most {MOST_ALTERNATIVES:,} are read; "
            "a range is written a..b"
        )
    parts = [part for each in alternatives for part in _read_part(name, kind, each.strip())]
    _refuse_twice(name, kind, parts)
    return tuple(parts)


def _read_part(name: str, kind: Kind, text: str) -> Sequence[Part]:
    if text == "*":
        return _everything(name, kind)
    first, dots, last = text.partition("..")
    if not dots:
        return [(_read_value(name, kind, text),)]
    if not isinstance(kind, Whole):
        raise SettingError(
            f"{name} has no ranges: it must be {kind.allowed}, or several of these with | between"
        )
    low, high = read_integer(first.strip()), read_integer(last.strip())
    if low is None or high is None:
        raise SettingError(f"a range is written a..b with whole numbers, not {quoted(text)}")
    if low > high:
        raise SettingError(f"the range {quoted(text)} of {name} is empty: its end lies before its start")
    for end in (low, high):
        _check(name, kind, end, text)
    return [range(low, high + 1)]


def _everything(name: str, kind: Kind) -> Sequence[Part]:
    if isinstance(kind, Choice):
        return [(choice,) for choice in kind.choices]
    if isinstance(kind, Whole) and kind.low is not None and kind.high is not None:
        return [range(kind.low, kind.high + 1), *([(None,)] if kind.optional else [])]
    raise SettingError(f"{name} has no end of values: name those you want, such as a..b or x|y")


def _read_value(name: str, kind: Kind, text: str) -> Any:
    try:
        return kind.check(kind.read(text))
    except ValueError:
        raise SettingError(f"{name} must be {kind.allowed}, not {quoted(text)}") from None


def _check(name: str, kind: Kind, value: Any, text: str) -> None:
    try:
        kind.check(value)
    except ValueError:
        raise SettingError(f"{name} must be {kind.allowed}, not {quoted(text)}") from None


def _refuse_twice(name: str, kind: Kind, parts: Sequence[Part]) -> None:
    """Raise SettingError where a value is named twice."""
    for at, part in enumerate(parts):
        for other in parts[:at]:
            same = _common(part, other)
            if same is not None:
                raise SettingError(f"{name} is given {kind.write(same[0])} twice")


def _common(one: Part, other: Part) -> tuple[Any] | None:
    """A value that both parts have."""
    if isinstance(one, range) and isinstance(other, range):
        first = max(one.start, other.start)
        return (first,) if first < min(one.stop, other.stop) else None
    single, rest = (one, other) if isinstance(one, tuple) else (other, one)
    return (single[0],) if _has(rest, single[0]) else None


def _has(part: Part, value: Any) -> bool:
    """Whether a part has a value; for what is no number a range would be searched from end to end."""
    return value in part if not isinstance(part, range) or isinstance(value, int) else False


def _size(part: Part) -> int:
    return part.stop - part.start if isinstance(part, range) else 1


def chosen_numbers(size: int, draws: int | None, seed: int) -> Sequence[int]:
    """Which settings of a grid are swept, in order: all, or so many drawn at random."""
    if draws is None or draws >= size:
        return range(size)
    rng, found = Random(seed), set[int]()
    if draws * 2 > size:
        return sorted(rng.sample(range(size), draws))
    while len(found) < draws:
        found.add(rng.randrange(size))
    return sorted(found)


def told_size(size: int) -> str:
    """How many settings a sweep has, for a sentence."""
    return count(size, "setting")
