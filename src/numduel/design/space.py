"""Space: the settings that a search may try, drawn at random or changed a little, from a game's schema.

Settings that a pattern names take the values that it gives them. The others may be anything of their kind,
mostly of about the rulebook's size.
"""

import dataclasses
from abc import ABC, abstractmethod
from random import Random
from typing import Any

from ..core.game import Game
from ..core.settings import Choice, Kind, Numbers, SettingError, Whole, Words
from .grid import Axis, Grid

LARGEST = 10**15  # of numbers that have no bound: nobody plays with longer ones
SPREADS = (0.2, 0.5, 3.0)  # how many powers of ten drawn numbers lie from the rulebook's, mostly
SMALL_STEPS = (-3, -2, -1, -1, 1, 1, 2, 3)
SELDOM = 0.2  # how often a number that may be left out is, and a set is empty that may be
FEW = 4  # numbers of a set
NEAR = 9  # how far above the lowest one the numbers of a set mostly lie
USUAL = 10  # the size of numbers whose rulebook value says nothing
BACK = 0.2  # how often a setting that is changed becomes the rulebook's again

Values = tuple[Any, ...]  # of every setting, in the order of the game's fields


class Dimension(ABC):
    """The values that one setting may take."""

    @abstractmethod
    def draw(self, rng: Random) -> Any:
        """Any value."""

    @abstractmethod
    def change(self, value: Any, rng: Random) -> Any:
        """A value near this one; now and then the same."""


@dataclasses.dataclass(frozen=True)
class _Named(Dimension):
    """Values that are named one by one, or by a range."""

    axis: Axis

    def draw(self, rng: Random) -> Any:
        return self.axis[rng.randrange(self.axis.size)]

    def change(self, value: Any, rng: Random) -> Any:
        if rng.random() < 0.5:
            return self.draw(rng)
        at = self.axis.index(value) + rng.choice(SMALL_STEPS)
        return self.axis[min(max(at, 0), self.axis.size - 1)]


@dataclasses.dataclass(frozen=True)
class _WholeNumber(Dimension):
    """Any whole number of a kind, most likely of the rulebook's size."""

    kind: Whole
    default: int | None

    def draw(self, rng: Random) -> int | None:
        if self.kind.optional and rng.random() < SELDOM:
            return None
        size = abs(self.default) if self.default else USUAL
        sign = -1 if self.kind.low is None and rng.random() < SELDOM else 1
        return self._within(sign * _times_ten_to(size, rng.gauss(0, rng.choice(SPREADS))))

    def change(self, value: int | None, rng: Random) -> int | None:
        if value is None or (self.kind.optional and rng.random() < SELDOM / 2):
            return self.draw(rng)
        if rng.random() < 0.5:
            return self._within(value + rng.choice(SMALL_STEPS))
        return self._within(_times_ten_to(value, rng.choice((-1, 1, *(rng.gauss(0, 0.2) for _ in range(3))))))

    def _within(self, number: int) -> int:
        low = -LARGEST if self.kind.low is None else self.kind.low
        high = LARGEST if self.kind.high is None else self.kind.high
        return min(max(number, low), high)


@dataclasses.dataclass(frozen=True)
class _SetOfNumbers(Dimension):
    """Any set of numbers of a kind, most likely of a few small ones."""

    kind: Numbers
    default: tuple[int, ...]

    def draw(self, rng: Random) -> tuple[int, ...]:
        if self.kind.optional and rng.random() < SELDOM:
            return ()
        low, most = self.kind.low, min(self._farthest - self.kind.low + 1, max(FEW, len(self.default)))
        size = rng.randint(1, most)
        if rng.random() < 0.5:
            return tuple(range(low, low + size))
        return tuple(sorted(rng.sample(range(low, self._farthest + 1), size)))

    def change(self, value: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        numbers = set(value)
        if numbers and rng.random() < 2 / 3:
            number = rng.choice(value)
            numbers.remove(number)
            if rng.random() < 0.5 or not (numbers or self.kind.optional):
                numbers.add(min(max(number + rng.choice(SMALL_STEPS), self.kind.low), self.kind.high))
        else:
            numbers.add(rng.randint(self.kind.low, max(self._farthest, *value, self.kind.low)))
        return tuple(sorted(numbers))

    @property
    def _farthest(self) -> int:
        """How large the numbers are that are drawn."""
        return min(max(self.kind.low + NEAR, *self.default, 0), self.kind.high)


@dataclasses.dataclass(frozen=True)
class _SetOfWords(Dimension):
    """Any set of a kind's words."""

    kind: Words

    def draw(self, rng: Random) -> tuple[str, ...]:
        return tuple(word for word in self.kind.choices if rng.random() < 0.5)

    def change(self, value: tuple[str, ...], rng: Random) -> tuple[str, ...]:
        changed = rng.choice(self.kind.choices)
        return tuple(word for word in self.kind.choices if (word in value) != (word == changed))


def _times_ten_to(number: int, power: float) -> int:
    times: float = 10.0**power
    return round(min(max(number * times, -LARGEST), LARGEST))


def _dimension(name: str, kind: Kind, default: Any) -> Dimension:
    match kind:
        case Whole():
            return _WholeNumber(kind, default)
        case Numbers():
            return _SetOfNumbers(kind, default)
        case Words():
            return _SetOfWords(kind)
        case Choice():
            return _Named(Axis(name, tuple((choice,) for choice in kind.choices)))
        case _:  # another package's: nothing is known of it but the rulebook's value
            return _Named(Axis(name, ((default,),)))


class Space:
    """The settings of a game that may be tried: those that a grid leaves open, and what it names."""

    def __init__(self, grid: Grid) -> None:
        self.game = grid.game
        axes = {axis.name: axis for axis in grid.axes}
        settings = grid.game.declared
        self._names = tuple(settings)
        self._rulebook = tuple(setting.default for setting in settings.values())
        self.dimensions = tuple(
            _Named(axes[name]) if name in axes else _dimension(name, setting.kind, setting.default)
            for name, setting in settings.items()
        )
        self._open = [
            at
            for at, one in enumerate(self.dimensions)
            if not (isinstance(one, _Named) and one.axis.size == 1)
        ]

    @property
    def all_settings(self) -> Grid | None:
        """Every setting there is, where each has an end of values."""
        axes = tuple(one.axis for one in self.dimensions if isinstance(one, _Named))
        return Grid(self.game, axes) if len(axes) == len(self.dimensions) else None

    def draw(self, rng: Random) -> Values:
        """Any settings; whether they go together is not known."""
        # Half of them from the rulebook: settings that are all far from it seldom make a game.
        return tuple(
            value if rng.random() < 0.5 and _allows(one, value) else one.draw(rng)
            for one, value in zip(self.dimensions, self._rulebook, strict=True)
        )

    def change(self, values: Values, rng: Random) -> Values:
        """Settings near these: one of them is changed, now and then two or three."""
        changed = list(values)
        for at in rng.sample(self._open, min(rng.choice((1, 1, 1, 2, 3)), len(self._open))):
            one, usual = self.dimensions[at], self._rulebook[at]
            # Back to the rulebook now and then, so that what makes no difference goes.
            back = rng.random() < BACK and _allows(one, usual)
            changed[at] = usual if back else one.change(changed[at], rng)
        return tuple(changed)

    def cross(self, one: Values, other: Values, rng: Random) -> Values:
        """Settings of which each is from the one or the other."""
        return tuple(rng.choice(pair) for pair in zip(one, other, strict=True))

    def game_of(self, values: Values) -> Game[Any, Any] | None:
        """The game with these settings; None where they do not go together."""
        try:
            return self.game(**dict(zip(self._names, values, strict=True)))
        except SettingError:
            return None

    def values_of(self, game: Game[Any, Any]) -> Values:
        """The settings of a game."""
        return tuple(game.settings.values())


def _allows(dimension: Dimension, value: Any) -> bool:
    """Whether a setting may stay as in the rulebook."""
    return not isinstance(dimension, _Named) or value in dimension.axis
