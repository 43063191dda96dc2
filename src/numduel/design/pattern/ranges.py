"""Ranges of settings: which settings a pattern is looked for on, and which others it is tested on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from ...core.game import Game
from ...core.integers import count, read_integer, show_integer
from ...core.settings import SettingError, SettingSchema
from ...core.text import nearest, quoted

MOST_SETTINGS = 200_000  # in all, found on and tested on together
MOST_AXES = 2
LONGEST_NUMBER = 18  # digits; a table of so many positions cannot be made anyway

Point = tuple[int, ...]  # the values of the settings that vary, in the order in which they were named


@dataclass(frozen=True)
class Axis:
    """A setting that varies, and from where to where; both ends belong to it."""

    name: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __str__(self) -> str:
        return f"{self.name} {self.first:,} to {self.last:,}"


Axes = tuple[Axis, ...]


def read_axes(texts: Sequence[str]) -> Axes:
    """The axes that texts such as `target=2..2000` or `start=1..9,target=20..99` write.

    >>> read_axes(["start=1..9,target=20..99"])
    (Axis(name='start', first=1, last=9), Axis(name='target', first=20, last=99))
    >>> read_axes(["target=9..2"])
    Traceback (most recent call last):
    ...
    numduel.core.settings.SettingError: target=9..2 is empty: the first number must not be above the last
    """
    axes = tuple(_read_axis(part.strip()) for text in texts for part in text.split(","))
    names = [axis.name for axis in axes]
    if len(set(names)) < len(names):
        raise SettingError("each setting can vary over one range, not over two")
    if len(axes) > MOST_AXES:
        raise SettingError(f"patterns are looked for over one or two settings, not over {len(axes)}")
    return axes


def _read_axis(text: str) -> Axis:
    name, equals, ends = text.partition("=")
    low, dots, high = ends.partition("..")
    first, last = (_read_end(end.strip()) for end in (low, high))
    if not (equals and dots and name.strip()) or first is None or last is None:
        raise SettingError(f"a range is written name=first..last, such as target=2..2000, not {quoted(text)}")
    if first > last:
        raise SettingError(f"{text[:60]} is empty: the first number must not be above the last")
    return Axis(name.strip().lower(), first, last)


def _read_end(text: str) -> int | None:
    return read_integer(text) if 0 < len(text) <= LONGEST_NUMBER else None


def check_axes(kind: type[Game[Any, Any]], axes: Axes) -> None:
    """Raise SettingError where a game has no such setting, or one that is no whole number so large."""
    known = {setting.name: setting for setting in kind.schema()}
    for axis in axes:
        if axis.name not in known:
            near = nearest(axis.name, known)
            rest = f"did you mean {near}?" if near else f"its settings are {', '.join(known)}"
            raise SettingError(f"{kind.title} has no setting {quoted(axis.name)}; {rest}")
        _check_kind(known[axis.name], axis)


def _check_kind(setting: SettingSchema, axis: Axis) -> None:
    if setting.kind != "whole":
        raise SettingError(f"{axis.name} is {setting.allowed}: only whole numbers can vary over a range")
    for end in (axis.first, axis.last):
        if (setting.low is not None and end < setting.low) or (setting.high or end) < end:
            raise SettingError(f"{axis.name} must be {setting.allowed}, not {show_integer(end)}")


def check_number(*regions: Axes) -> None:
    """Raise SettingError where the settings in all regions together are too many to look at."""
    total = sum(size(axes) for axes in regions)
    if total > MOST_SETTINGS:
        most = f"at most {MOST_SETTINGS:,} are looked at"
        raise SettingError(f"that makes {count(total, 'setting')} in all, and {most}")


def size(axes: Axes) -> int:
    """How many points there are in a region."""
    return prod(len(axis) for axis in axes)


def points(axes: Axes) -> Iterator[Point]:
    """Every point of a region, in order."""
    return product(*(range(axis.first, axis.last + 1) for axis in axes))


def beyond(kind: type[Game[Any, Any]], axes: Axes) -> Axes:
    """About as many settings again as there are in a region, which lie beyond it; itself where none can.

    Beyond two ranges lies what surrounds them, so that they themselves are a corner of what is returned.
    """
    highest = {setting.name: setting.high for setting in kind.schema()}
    larger = tuple(_extended(axis, len(axes), highest[axis.name]) for axis in axes)
    if len(axes) == 1 and larger != axes:
        return (replace(larger[0], first=axes[0].last + 1),)
    return larger


def _extended(axis: Axis, axes: int, high: int | None) -> Axis:
    last = axis.last + -(-len(axis) // axes)
    return replace(axis, last=last if high is None else min(last, high))
