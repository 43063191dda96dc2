"""Features: what settings are told apart by, such as remainders and digits in a base."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from .ranges import Point
from .rules import Quantity, bits_of_number, listed_numbers

MODULI = range(2, 61)
BASES = (*range(2, 21), 25, 36, 49, 64, 81, 100)  # some are squares of what a game may multiply by
FEW_MODULI = range(2, 6)  # of how many digits there are, of their sum and the like
JOINT_MODULI = range(2, 9)


@dataclass(frozen=True)
class Feature:
    """Something that takes one of a few values in each of the settings; `clause` tells some of them."""

    family: str
    of: Callable[[Point], int]
    values: tuple[int, ...]
    bits: float
    clause: Callable[[tuple[int, ...]], str]
    details: dict[str, Any] = field(default_factory=dict)


@lru_cache(maxsize=1 << 17)
def digits(number: int, base: int) -> tuple[int, ...]:
    """The digits of a number of at least 0, the last first; none for 0.

    >>> digits(10, 4)
    (2, 2)
    """
    found = []
    while number > 0:
        number, last = divmod(number, base)
        found.append(last)
    return tuple(found)


def features_of(quantity: Quantity) -> Iterator[Feature]:
    """Every feature of a quantity: its remainders first, then its digits in each base."""
    for modulus in MODULI:
        yield _remainders(quantity, modulus)
    for base in BASES:
        yield from digit_features(quantity, base)


def digit_features(quantity: Quantity, base: int) -> Iterator[Feature]:
    """Every feature of a quantity's digits in a base."""
    yield _one_digit(quantity, base, "first", lambda found: found[-1])
    yield _one_digit(quantity, base, "last other than 0", lambda found: next(one for one in found if one))
    of, told = f"of {quantity.words}", f"base-{base} digits"
    for modulus in FEW_MODULI:
        yield _counted(quantity, base, modulus, f"the number of {told} {of}", "digit count", len)
        if (base - 1) % modulus:  # else the sum leaves what the number does
            yield _counted(quantity, base, modulus, f"the sum of the {told} {of}", "digit sum", sum)
        ending = f"the number of zeros at the end {of} in base {base}"
        yield _counted(quantity, base, modulus, ending, "zeros at the end", _zeros_at_the_end)
    for digit in range(base if base > 2 else 1):
        noun = f"the number of digits {digit} {of} in base {base}"
        yield _counted(quantity, base, 2, noun, f"digits {digit}", _counter(digit))


def _counter(digit: int) -> Callable[[tuple[int, ...]], int]:
    return lambda found: found.count(digit)


def _zeros_at_the_end(found: tuple[int, ...]) -> int:
    return next((place for place, digit in enumerate(found) if digit), len(found))


def _remainders(quantity: Quantity, modulus: int) -> Feature:
    return Feature(
        "residues",
        lambda point: quantity.of(point) % modulus,
        tuple(range(modulus)),
        quantity.bits + bits_of_number(modulus),
        lambda chosen: f"{quantity.words} {_leaves(chosen, modulus)}",
        {"of": quantity.words, "modulus": modulus},
    )


def _leaves(chosen: tuple[int, ...], modulus: int) -> str:
    """Remainders as a clause that follows a number."""
    if modulus == 2:
        return "is odd" if chosen == (1,) else "is even"
    if chosen == (0,):
        return f"is a multiple of {modulus}"
    return f"leaves {listed_numbers(chosen)} when divided by {modulus}"


def _one_digit(quantity: Quantity, base: int, which: str, pick: Callable[[tuple[int, ...]], int]) -> Feature:
    place, _, rest = which.partition(" ")
    told = f"the {place} base-{base} digit of {quantity.words}" + (f" {rest}" if rest else "")
    return Feature(
        "digits",
        lambda point: pick(digits(quantity.of(point), base)) if quantity.of(point) > 0 else 0,
        tuple(range(1, base)),
        quantity.bits + bits_of_number(base) + 2,
        lambda chosen: f"{told} is {listed_numbers(chosen)}",
        {"of": quantity.words, "base": base, "place": which},
    )


def _counted(
    quantity: Quantity,
    base: int,
    modulus: int,
    noun: str,
    what: str,
    measure: Callable[[tuple[int, ...]], int],
) -> Feature:
    return Feature(
        "digits",
        lambda point: measure(digits(quantity.of(point), base) or (0,)) % modulus,
        tuple(range(modulus)),
        quantity.bits + bits_of_number(base) + bits_of_number(modulus) + 2,
        lambda chosen: f"{noun} {_leaves(chosen, modulus)}",
        {"of": quantity.words, "base": base, "counted": what, "modulus": modulus},
    )


def joint_remainders(names: tuple[str, str]) -> Iterator[Feature]:
    """The remainders of two settings, told together."""
    for one in JOINT_MODULI:
        for other in JOINT_MODULI:
            yield _joint(names, one, other)


def _joint(names: tuple[str, str], one: int, other: int) -> Feature:
    def clause(chosen: tuple[int, ...]) -> str:
        pairs = " or ".join(f"{value // other} and {value % other}" for value in chosen)
        return f"{names[0]} and {names[1]} leave {pairs} when divided by {one} and {other}"

    return Feature(
        "residues",
        lambda point: point[0] % one * other + point[1] % other,
        tuple(range(one * other)),
        bits_of_number(one) + bits_of_number(other) + 2,
        clause,
        {"of": list(names), "moduli": [one, other]},
    )
