"""Wishes: what a setting is to be like, `plies=10..20,player1<0.55`, and how far it is from that.

A wish names a column of a sweep. A number may lie in a range, above or below a bound, or be one value; a text
may be one of several, `value=win|loss`.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import NumduelError
from ..core.integers import shorten_integers
from ..core.settings import listed
from ..core.text import nearest, quoted
from .columns import MEASURES, TEXT

Row = Mapping[str, Any]
# What a variant of a game is to be: long enough and not too long, open to both, with choices, and it ends.
WORTH_PLAYING = "plies=8..40,player1=0.35..0.65,decisions1>=0.25,decisions2>=0.25,endless<0.05"
EXAMPLE = "plies=10..20,player1<0.55"
LONGEST = 2000  # characters of all wishes, as of an expression
LEAST_UNIT = 0.01  # what distances from 0 are measured by
JUST_MISSED = 1e-9  # how far off a value is that equals a bound which it must not reach
_WISH = re.compile(r"\s*(?P<name>[^\W\d]\w*)\s*(?P<sign><=|>=|<|>|=)\s*(?P<rest>.*?)\s*", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COLUMNS = {column.name: column for column in MEASURES}


class WishError(NumduelError, ValueError):
    """Wishes that cannot be read, or not be granted together, explained in one sentence."""


class UnknownMeasure(WishError):
    """A wish is about something that is not measured; `name` is what it names."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


@dataclass(frozen=True)
class Wish:
    """What one figure is to be: a number from `low` to `high`, or one of some texts.

    `above` and `below` say that the bounds themselves are not meant.
    """

    text: str
    column: str
    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    below: bool = False
    texts: tuple[str, ...] = ()

    def shortfall(self, row: Row) -> float:
        """How far a row is from this wish: 0 where it is met, up to 1 where it cannot be further off.

        >>> (wish,) = read_wishes("plies=10..20")
        >>> wish.shortfall({"plies": 12}), wish.shortfall({"plies": 5}), wish.shortfall({"plies": None})
        (0.0, 0.3333333333333333, 1.0)
        """
        value = row[self.column]
        if self.texts:
            return 0.0 if value in self.texts else 1.0
        if value is None:
            return 1.0
        if value < self.low or (self.above and value == self.low):
            return _share(self.low - value, self.low)
        if value > self.high or (self.below and value == self.high):
            return _share(value - self.high, self.high)
        return 0.0


def _share(distance: float, bound: float) -> float:
    """A distance as a share, so that plies and chances count alike."""
    unit = max(abs(bound), LEAST_UNIT)
    return max(distance, JUST_MISSED) / (max(distance, JUST_MISSED) + unit)


def read_wishes(text: str) -> tuple[Wish, ...]:
    """The wishes in a text; WishError, with what is wrong, if there is none or they exclude each other."""
    if len(text) > LONGEST:
        raise WishError(f"wishes have at most {LONGEST:,} characters in all, not {len(text):,}")
    wishes = tuple(map(_read_wish, text.split(",")))
    for name in dict.fromkeys(wish.column for wish in wishes):
        _refuse_contradiction([wish for wish in wishes if wish.column == name])
    return wishes


def _read_wish(text: str) -> Wish:
    found = _WISH.fullmatch(text)
    if found is None or not found["rest"]:
        raise WishError(f"wishes are written like {EXAMPLE}, not {quoted(text.strip())}")
    name, sign, rest = found["name"], found["sign"], found["rest"]
    if name not in _COLUMNS:
        near = nearest(name, _COLUMNS)
        known = f"did you mean {near}?" if near else "docs/measures.md lists them"
        raise UnknownMeasure(name, f"there is no measure {quoted(name)}; {known}")
    told = f"{name}{sign}{rest}"
    if _COLUMNS[name].kind == TEXT:
        return _read_texts(told, name, sign, rest)
    first, dots, last = rest.partition("..")
    if sign == "=":
        low = _number(told, first)
        return _not_empty(Wish(told, name, low, _number(told, last) if dots else low))
    bound = _number(told, rest)
    if sign.startswith("<"):
        return Wish(told, name, high=bound, below=sign == "<")
    return Wish(told, name, low=bound, above=sign == ">")


def _read_texts(told: str, name: str, sign: str, rest: str) -> Wish:
    if sign != "=":
        raise WishError(f"{name} is a text, and wishes for it are written {name}=x or {name}=x|y")
    texts, known = tuple(part.strip() for part in rest.split("|")), _COLUMNS[name].texts
    for text in texts:
        if known and text not in known:
            raise WishError(f"in the wish {quoted(told)}, {quoted(text)} is none of {', '.join(known)}")
    return Wish(told, name, texts=texts)


def _number(told: str, text: str) -> float:
    if not _NUMBER.fullmatch(text.strip()):
        raise WishError(f"in the wish {quoted(told)}, {quoted(text.strip())} is no number")
    return float(text)


def _not_empty(wish: Wish) -> Wish:
    if wish.low > wish.high:
        raise WishError(f"the range of the wish {quoted(wish.text)} is empty: its end lies before its start")
    return wish


def _refuse_contradiction(wishes: Sequence[Wish]) -> None:
    """Raise WishError where no value of one measure could meet all of these wishes."""
    low, high = max(wish.low for wish in wishes), min(wish.high for wish in wishes)
    shut_out = any(wish.above for wish in wishes if wish.low == low) or any(
        wish.below for wish in wishes if wish.high == high
    )
    texts = [set(wish.texts) for wish in wishes if wish.texts]
    if low > high or (low == high and shut_out) or (texts and not set.intersection(*texts)):
        told = listed([shorten_integers(wish.text) for wish in wishes], "and")
        raise WishError(f"nothing can be {told} at once")


def shortfall(wishes: Sequence[Wish], row: Row) -> float:
    """How far a row is from all of these wishes, on average: 0 where every one is met."""
    return sum(wish.shortfall(row) for wish in wishes) / len(wishes)
