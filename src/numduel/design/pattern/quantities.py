"""Quantities: the whole numbers in which a rule over one or two settings may be told."""

from collections.abc import Callable, Iterator

from .ranges import Point
from .rules import Quantity, Rows

SHIFTS = (-1, 1, -2, 2)
SHIFT_BITS = 3.0
PAIR_BITS = 3.0
NO_NUMBER = -1  # what division by 0 gives


def quantities(rows: Rows, names: tuple[str, ...]) -> Iterator[Quantity]:
    """Each setting itself; of two also their sum, difference, product, quotients and remainders."""
    every = list(_settings(names))
    if len(names) == 2:
        every += _pairs(*names)
        every += _quotients(names, 0, 1)
        every += _quotients(names, 1, 0)
    return (quantity for quantity in every if _is_natural(quantity, rows))


def shifted(rows: Rows, names: tuple[str, ...]) -> Iterator[Quantity]:
    """Numbers near a setting: of one that is reached from 1, say, what lies between may matter."""
    for place, name in enumerate(names):
        for by in SHIFTS:
            words = f"{name} {'plus' if by > 0 else 'minus'} {abs(by)}"
            quantity = Quantity(words, _shift(place, by), SHIFT_BITS)
            if _is_natural(quantity, rows):
                yield quantity


def _is_natural(quantity: Quantity, rows: Rows) -> bool:
    """Whether a quantity is a number of at least 0 for all settings: only such have digits."""
    return all(quantity.of(point) >= 0 for point, _ in rows)


def _settings(names: tuple[str, ...]) -> Iterator[Quantity]:
    for place, name in enumerate(names):
        yield Quantity(name, _shift(place, 0), float(len(names) - 1))


def _shift(place: int, by: int) -> Callable[[Point], int]:
    return lambda point: point[place] + by


def _pairs(one: str, other: str) -> Iterator[Quantity]:
    yield Quantity(f"the sum of {one} and {other}", lambda point: point[0] + point[1], PAIR_BITS)
    yield Quantity(f"{other} minus {one}", lambda point: point[1] - point[0], PAIR_BITS)
    yield Quantity(f"{one} minus {other}", lambda point: point[0] - point[1], PAIR_BITS)
    yield Quantity(f"the product of {one} and {other}", lambda point: point[0] * point[1], PAIR_BITS)


def _quotients(names: tuple[str, ...], one: int, by: int) -> Iterator[Quantity]:
    told = f"{names[one]} divided by {names[by]}"

    def quotient(point: Point) -> int:
        return point[one] // point[by] if point[by] else NO_NUMBER

    def remainder(point: Point) -> int:
        return point[one] % point[by] if point[by] else NO_NUMBER

    yield Quantity(f"{told}, rounded down,", quotient, PAIR_BITS)
    yield Quantity(f"the remainder of {told}", remainder, PAIR_BITS)
