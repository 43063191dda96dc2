"""Symbols: whole numbers of which only a range is known, on which the rules of a game can be run.

A comparison that the range does not settle is tried both ways, each in a run of its own with a narrower
range. So what holds on every way through the rules holds for every number. What cannot be followed is never
guessed: `Unclear` is raised.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ...core.induction import Range
from ...core.integers import show_integer

T = TypeVar("T")
Script = Sequence[tuple[int, int]]  # the answers to the first questions, each with how many there are
MOST_REMAINDERS = 1_000  # by division, that are tried one by one
# A way with so many questions, unknown numbers and remainders costs one step, and one more for a few more.
FREE, WORK_A_STEP = 24, 2


class Unclear(BaseException):
    """The rules ask of an unknown number what cannot be told for all that it may be.

    It is no Exception: rules may catch those, and go on as if nobody had asked.
    """


@dataclass(frozen=True)
class Domain:
    """The numbers base + step * index, for every index from `first` to `last`; None is without end."""

    base: int
    step: int
    first: int | None
    last: int | None

    @property
    def sample(self) -> int:
        """One of the numbers."""
        index = self.first if self.first is not None else self.last if self.last is not None else 0
        return self.base + self.step * index

    @property
    def single(self) -> bool:
        """Whether there is one number only."""
        return self.first is not None and self.first == self.last

    def cut(self, first: int | None, last: int | None) -> "Domain | None":
        """The part with these indexes; None if there is none."""
        starts = [one for one in (self.first, first) if one is not None]
        ends = [one for one in (self.last, last) if one is not None]
        low, high = max(starts, default=None), min(ends, default=None)
        empty = low is not None and high is not None and low > high
        return None if empty else Domain(self.base, self.step, low, high)

    def every(self, period: int, rest: int) -> "Domain | None":
        """The part whose indexes leave `rest` when divided by `period`; None if there is none."""
        first = None if self.first is None else -((rest - self.first) // period)
        last = None if self.last is None else (self.last - rest) // period
        thinned = Domain(self.base + self.step * rest, self.step * period, None, None)
        return thinned.cut(first, last)


ANY = Domain(0, 1, None, None)


def domain_of(numbers: Range) -> Domain | None:
    """The numbers of a range; None if there are none."""
    low, high, step = numbers.low, numbers.high, numbers.step
    if low is not None:
        return Domain(low, step, 0, None).cut(None, None if high is None else (high - low) // step)
    return Domain(high or 0, step, None, None if high is None else 0)


class Way:
    """One way through the rules: how undecided questions are answered on it, and what is known by that."""

    def __init__(self, script: "Script" = ()) -> None:
        self._script = script
        self.taken: list[tuple[int, int]] = []  # which answer to each question, and of how many
        self.domains: list[Domain] = []
        self.remainders = 0  # that were tried one by one
        self._combined: dict[tuple[Any, ...], Number | int] = {}

    def unknown(self, domain: Domain = ANY) -> "Number | int":
        """A number of which no more is known than its domain."""
        if domain.single:
            return domain.sample
        self.domains.append(domain)
        return Number(self, len(self.domains) - 1)

    @property
    def exact(self) -> bool:
        """Whether all that was found out is kept: nothing was asked of two unknown numbers together."""
        return not self._combined

    @property
    def cost(self) -> int:
        """How many steps the way counts for: more where much was asked or unknown on it."""
        work = len(self.taken) + len(self.domains) + self.remainders
        return 1 + max(0, work - FREE) // WORK_A_STEP

    def combined(self, sign: str, one: "Number", other: "Number") -> "Number | int":
        """What an operation makes of two unknowns: nothing is known of it, but it is always the same."""
        question = sign, one.which, one.slope, one.base, other.which, other.slope, other.base
        if question not in self._combined:
            self._combined[question] = self.unknown()
        return self._combined[question]

    def choose(self, options: Sequence[T]) -> T:
        """One of the options; each of the others is taken on another way."""
        if len(options) == 1:
            return options[0]
        at = len(self.taken)
        taken, of = self._script[at] if at < len(self._script) else (0, len(options))
        if of != len(options):
            raise Unclear("something else each time")
        self.taken.append((taken, of))
        return options[taken]

    def others(self) -> Iterator["Script"]:
        """The scripts of the ways that turn off from this one."""
        for at in range(len(self._script), len(self.taken)):
            for other in range(1, self.taken[at][1]):
                yield [*self.taken[:at], (other, self.taken[at][1])]


def every_way(run: Callable[[Way], None], step: Callable[[int], None]) -> None:
    """Run something once on every way there is; `step` is told what each has cost, at least 1."""
    waiting: list[Script] = [()]
    while waiting:
        way = Way(script := waiting.pop())
        run(way)
        step(way.cost)
        if len(way.taken) < len(script):
            raise Unclear("something else each time")
        waiting.extend(way.others())


class Number:
    """slope * x + base, where x is an unknown of a way."""

    __slots__ = ("base", "slope", "way", "which")

    def __init__(self, way: Way, which: int, slope: int = 1, base: int = 0) -> None:
        self.way, self.which, self.slope, self.base = way, which, slope, base

    @property
    def sample(self) -> int:
        """One value that it may have on its way."""
        return self.slope * self.way.domains[self.which].sample + self.base

    def _by_index(self) -> tuple[Domain, int, int]:
        """The domain of x, and the slope and base of the number in terms of the index there."""
        domain = self.way.domains[self.which]
        return domain, self.slope * domain.step, self.slope * domain.base + self.base

    def __add__(self, other: Any) -> "Number | int":
        if isinstance(other, int):
            return Number(self.way, self.which, self.slope, self.base + other)
        if not isinstance(other, Number):
            return NotImplemented
        if other.which != self.which:
            return self.way.combined("+", self, other)
        slope, base = self.slope + other.slope, self.base + other.base
        return Number(self.way, self.which, slope, base) if slope else base

    __radd__ = __add__

    def __neg__(self) -> "Number":
        return Number(self.way, self.which, -self.slope, -self.base)

    def __sub__(self, other: "Number | int") -> "Number | int":
        return self + -other

    def __rsub__(self, other: int) -> "Number | int":
        return -self + other

    def __mul__(self, other: Any) -> "Number | int":
        if isinstance(other, int):
            return Number(self.way, self.which, self.slope * other, self.base * other) if other else 0
        if not isinstance(other, Number):
            return NotImplemented
        return self.way.combined("*", self, other)

    __rmul__ = __mul__

    def __abs__(self) -> "Number":
        return self if self >= 0 else -self

    def __mod__(self, other: Any) -> int:
        if not isinstance(other, int) or other <= 0:
            raise Unclear("a remainder by what is no positive number")
        domain, slope, base = self._by_index()
        period = other // math.gcd(slope, other)
        if period > MOST_REMAINDERS:
            raise Unclear(f"a remainder by {show_integer(other)}")
        self.way.remainders += period
        parts = [(rest, domain.every(period, rest)) for rest in range(period)]
        rest, part = self.way.choose([(rest, part) for rest, part in parts if part is not None])
        self.way.domains[self.which] = part
        return (slope * rest + base) % other

    def _is(self, other: Any, *groups: tuple[int, ...]) -> int:
        """The first of the signs of self - other that belong together; the groups are tried apart."""
        if not isinstance(other, (int, Number)):
            raise Unclear(f"a comparison with {type(other).__name__}")
        difference = self - other
        if isinstance(difference, int):
            return next(group[0] for group in groups if _sign_of(difference) in group)
        return difference._sign(groups)

    def _sign(self, groups: Sequence[tuple[int, ...]]) -> int:
        domain, slope, base = self._by_index()
        if domain.first is not None and domain.last is not None:
            sign, last = (_sign_of(slope * end + base) for end in (domain.first, domain.last))
            if sign == last:  # and so it is everywhere between them
                return next(group[0] for group in groups if sign in group)
        options = []
        for group in groups:
            part = domain.cut(*_indexes(slope, base, group))
            options += [(group[0], part)] if part is not None else []
        sign, self.way.domains[self.which] = self.way.choose(options)
        return sign

    def __lt__(self, other: Any) -> bool:
        return self._is(other, (-1,), (0, 1)) == -1

    def __le__(self, other: Any) -> bool:
        return self._is(other, (-1, 0), (1,)) == -1

    def __gt__(self, other: Any) -> bool:
        return self._is(other, (1,), (-1, 0)) == 1

    def __ge__(self, other: Any) -> bool:
        return self._is(other, (0, 1), (-1,)) == 0

    def __eq__(self, other: object) -> bool:
        if other is None or isinstance(other, (str, tuple)):
            return False
        return self._is(other, (0,), (-1,), (1,)) == 0

    def __bool__(self) -> bool:
        return self != 0

    def _unclear(self, *_: object) -> Any:
        raise Unclear("more than adding, multiplying, comparing and remainders")

    __hash__ = __str__ = __repr__ = __format__ = __int__ = __index__ = __float__ = _unclear
    __floordiv__ = __rfloordiv__ = __rmod__ = __truediv__ = __pow__ = __rpow__ = __round__ = _unclear
    __and__ = __or__ = __xor__ = __invert__ = __lshift__ = __rshift__ = _unclear


def _sign_of(number: int) -> int:
    """1, 0 or -1, as a number is above zero, zero or below."""
    return (number > 0) - (number < 0)


def _indexes(slope: int, base: int, signs: tuple[int, ...]) -> tuple[int | None, int | None]:
    """The first and last index at which slope * index + base has one of the signs, which are neighbours."""
    if slope < 0:
        slope, base, signs = -slope, -base, tuple(-sign for sign in signs)
    least, most = -(base // slope), -base // slope  # its first index at or above zero, its last at or below
    first = None if -1 in signs else least if 0 in signs else most + 1
    last = None if 1 in signs else most if 0 in signs else least - 1
    return first, last
