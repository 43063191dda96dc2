"""Unknown numbers: what is asked of them, what is told, and on how many ways."""

import itertools
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from numduel.core.induction import Range
from numduel.solver.checks.symbols import Domain, Number, Unclear, Way, _indexes, domain_of, every_way

LOW, HIGH = -25, 25
NEAR = range(LOW, HIGH + 1)
COMPARISONS: list[Callable[[Any, Any], Any]] = [
    *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
]


def unknown(way: Way, first: int | None = None, last: int | None = None, step: int = 1) -> Number:
    """An unknown multiple of a step, with an index between these."""
    number = way.unknown(Domain(0, step, first, last))
    assert isinstance(number, Number)
    return number


def ways(run: Callable[[Way], Any]) -> list[Any]:
    """What comes out on every way."""
    found: list[Any] = []
    every_way(lambda way: found.append(run(way)), lambda _: None)
    return found


# Domains


@pytest.mark.parametrize(
    ("first", "last", "one"), [(None, None, 5), (None, 4, 17), (2, None, 11), (2, 4, 11), (0, 4, 5)]
)
def test_the_sample_of_a_domain_is_the_nearest_that_has_an_end(
    first: int | None, last: int | None, one: int
) -> None:
    assert Domain(5, 3, first, last).sample == one


def counted(numbers: Range, number: int) -> bool:
    """Whether a range has a number, by what core/induction.py says."""
    anchor = numbers.low if numbers.low is not None else numbers.high if numbers.high is not None else 0
    above = numbers.low is None or numbers.low <= number
    below = numbers.high is None or number <= numbers.high
    return above and below and (number - anchor) % numbers.step == 0


RANGES = [
    Range(low, high, step)
    for low in (None, -4, 0, 3)
    for high in (None, 3, 8, 0, -1)
    for step in (1, 2, 3)
    if low is None or high is None or low <= high
]


@pytest.mark.parametrize("numbers", RANGES, ids=str)
def test_the_domain_of_a_range_has_its_numbers(numbers: Range) -> None:
    domain = domain_of(numbers)
    assert domain is not None
    first, last = domain.first, domain.last
    indexes = range(-40 if first is None else first, (40 if last is None else last) + 1)
    has = {domain.base + domain.step * index for index in indexes}
    assert has & set(NEAR) == {number for number in NEAR if counted(numbers, number)}


def test_a_range_that_ends_before_it_begins_has_no_domain() -> None:
    assert domain_of(Range(3, 2)) is None
    assert domain_of(Range(3, 3)) == Domain(3, 1, 0, 0)


def test_indexes_are_those_at_which_a_line_has_one_of_the_signs() -> None:
    lines = itertools.product((-3, -2, -1, 1, 2, 3), (-7, -6, -1, 0, 1, 5, 6))
    for (slope, base), signs in itertools.product(lines, [(-1,), (0,), (1,), (-1, 0), (0, 1)]):
        first, last = _indexes(slope, base, signs)
        for index in range(-9, 10):
            value = slope * index + base
            inside = (first is None or first <= index) and (last is None or index <= last)
            assert inside == (((value > 0) - (value < 0)) in signs)


# Ways


def test_a_single_number_is_known_and_no_unknown_is_made() -> None:
    way = Way()
    assert way.unknown(Domain(5, 3, 2, 2)) == 11
    assert way.domains == []
    assert isinstance(way.unknown(Domain(5, 3, 2, 3)), Number)
    assert way.domains == [Domain(5, 3, 2, 3)]


def test_the_only_option_is_no_question() -> None:
    way = Way()
    assert way.choose(["only"]) == "only"
    assert way.taken == []
    assert way.choose(["first", "second"]) == "first"
    assert way.taken == [(0, 2)]


@pytest.mark.parametrize("options", [[2, 3], [2, 1], [3, 2]], ids=str)
def test_rules_that_ask_something_else_each_time_are_unclear(options: list[int]) -> None:
    counts = iter([*options, 1, 1, 1])
    with pytest.raises(Unclear, match=r"^something else each time$"):
        ways(lambda way: way.choose(range(next(counts))))


def test_every_combination_of_answers_is_a_way() -> None:
    pairs = ways(lambda way: (way.choose("ab"), way.choose("xyz")))
    assert sorted(pairs) == [(one, other) for one in "ab" for other in "xyz"]


def test_what_two_unknowns_make_is_unknown_and_always_the_same() -> None:
    way = Way()
    one, other = unknown(way), unknown(way)
    known = [way.exact]
    total, product = one + other, one * other
    assert [*known, way.exact] == [True, False]
    assert isinstance(total, Number)
    assert isinstance(product, Number)
    assert len({one.which, other.which, total.which, product.which}) == 4
    assert (one + other) is total
    assert (one * other) is product
    different = [one + (other + 1), (one + 1) + other, one + other * 2, one * 2 + other, other + one]
    made = [each.which for each in different if isinstance(each, Number)]
    assert len({*made, total.which, product.which}) == len(different) + 2


# Numbers


def test_a_number_is_calculated_with_as_its_line_says() -> None:
    way = Way()
    x = unknown(way)
    lines: dict[tuple[int, int], Any] = {
        (1, 5): x + 5,
        (1, 6): 6 + x,
        (1, -5): x - 5,
        (-1, 5): 5 - x,
        (-1, 0): -x,
        (3, 0): x * 3,
        (4, 0): 4 * x,
        (6, 3): (2 * x + 1) * 3,
        (5, 1): 2 * x + 3 * x + 1,
        (-2, 2): -(x + x) + 2,
    }
    for (slope, base), number in lines.items():
        assert (number.slope, number.base, number.which) == (slope, base, x.which)
    known = [x - x, (x + 7) - x, x - (x + 2), x * 0, 0 * x, 2 * x - x - x + 1]
    assert known == [0, 7, -2, 0, 0, 1]
    assert way.exact


@pytest.mark.parametrize("compare", COMPARISONS)
def test_what_holds_of_every_number_is_no_question(compare: Callable[[Any, Any], Any]) -> None:
    way = Way()
    x = unknown(way)
    for apart in range(-3, 4):
        assert compare(x + apart, x) == compare(apart, 0)
        assert compare(x, x + apart) == compare(0, apart)
    assert way.taken == []


def told(domain: Domain, ask: Callable[[Any], object]) -> list[tuple[object, list[int]]]:
    """Each answer to a question about an unknown of a domain, with the numbers near zero that get it."""

    def run(way: Way) -> tuple[object, list[int]]:
        answer, left = ask(way.unknown(domain)), way.domains[0]
        first, last = left.first, left.last
        indexes = range(LOW if first is None else first, (HIGH if last is None else last) + 1)
        return answer, [number for index in indexes if (number := left.base + left.step * index) in NEAR]

    return ways(run)


def compare_line(compare: Callable[[Any, Any], Any], slope: int, bound: int, number: Any) -> Any:
    """What comes of comparing so many times a number with a bound."""
    return compare(slope * number, bound)


@pytest.mark.parametrize("compare", COMPARISONS)
@pytest.mark.parametrize("ends", [(None, None), (-4, None), (None, 4), (-4, 4), (2, 4), (-4, -2)], ids=str)
def test_on_each_way_a_comparison_is_answered_for_all_that_are_left(
    ends: tuple[int | None, int | None], compare: Callable[[Any, Any], Any]
) -> None:
    first, last = ends
    whole = range(LOW if first is None else first, (HIGH if last is None else last) + 1)
    for slope, bound in itertools.product((-2, 1), (-4, -1, 0, 2, 3)):
        ask = partial(compare_line, compare, slope, bound)
        found = told(Domain(0, 1, *ends), ask)
        assert sorted(number for _, numbers in found for number in numbers) == [*whole]
        for answer, numbers in found:
            assert {ask(number) for number in numbers} == {answer}
        # Two ways where an answer splits the numbers, three where what is not equal lies on both sides.
        assert len(found) <= 3


@pytest.mark.parametrize("compare", COMPARISONS)
def test_a_comparison_that_both_ends_settle_is_no_question(compare: Callable[[Any, Any], Any]) -> None:
    for bound, sign in itertools.product((0, 1, 5, 6), (1, -1)):
        way = Way()
        number = sign * unknown(way, 2, 4)
        assert compare(number, sign * bound) == compare(sign * 3, sign * bound)
        assert way.taken == []
        assert way.domains == [Domain(0, 1, 2, 4)]


def test_an_absolute_value_and_truth_are_asked_for() -> None:
    for absolute, numbers in told(Domain(0, 1, -3, 3), abs):
        assert isinstance(absolute, Number)
        assert [absolute.slope * number + absolute.base for number in numbers] == [*map(abs, numbers)]
    assert sorted(told(Domain(0, 1, -3, 3), bool)) == [
        (False, [0]),
        (True, [-3, -2, -1]),
        (True, [1, 2, 3]),
    ]
    assert told(Domain(0, 1, 1, 3), bool) == [(True, [1, 2, 3])]


@pytest.mark.parametrize(("step", "by", "remainders"), [
    (1, 1, [0]), (1, 2, [0, 1]), (1, 3, [0, 1, 2]), (2, 4, [0, 2]), (3, 3, [0]), (6, 4, [0, 2]),
])  # fmt: skip
def test_each_remainder_that_may_be_left_is_a_way(step: int, by: int, remainders: list[int]) -> None:
    assert sorted(ways(lambda way: unknown(way, step=step) % by)) == remainders
    assert sorted(ways(lambda way: (unknown(way, step=step) + by) % by)) == remainders
    for first in (-2, 0, 1):
        found = told(Domain(0, step, first, first + 1), lambda x: x % by)
        assert {rest for rest, _ in found} == {step * index % by for index in (first, first + 1)}


def test_what_is_left_has_the_remainder() -> None:
    found = told(Domain(0, 1, -9, 9), lambda x: (2 * x + 1) % 6)
    assert sorted(rest for rest, _ in found if isinstance(rest, int)) == [1, 3, 5]
    assert sorted(number for _, numbers in found for number in numbers) == [*range(-9, 10)]
    assert all((2 * number + 1) % 6 == rest for rest, numbers in found for number in numbers)


def test_at_most_1000_remainders_are_tried() -> None:
    way = Way()
    assert unknown(way) % 1_000 == 0
    assert unknown(way, step=5) % 5_000 == 0
    assert way.taken == [(0, 1_000), (0, 1_000)]
    with pytest.raises(Unclear, match=r"^a remainder by 1001$"):
        unknown(way) % 1_001


@pytest.mark.parametrize("other", [0, -1, -3, 2.5, "3", None])
def test_remainders_are_taken_by_positive_numbers_alone(other: Any) -> None:
    with pytest.raises(Unclear, match=r"^a remainder by what is no positive number$"):
        unknown(Way()) % other
    way = Way()
    with pytest.raises(Unclear, match=r"^a remainder by what is no positive number$"):
        unknown(way) % unknown(way)


def test_a_number_is_equal_to_no_text_no_tuple_and_not_to_none() -> None:
    number = unknown(Way())
    for other in (None, "", "5", (), (5,)):
        assert (number == other) is False
        assert (number != other) is True
    for unlike in (2.5, [5], {5}):
        with pytest.raises(Unclear, match=rf"^a comparison with {type(unlike).__name__}$"):
            number == unlike  # noqa: B015 - asking is what is refused


@pytest.mark.parametrize("compare", COMPARISONS[:4])
def test_a_number_is_not_compared_with_what_is_none(compare: Callable[[Any, Any], Any]) -> None:
    for other in (None, "5", (5,), 2.5):
        with pytest.raises(Unclear, match="a comparison with"):
            compare(unknown(Way()), other)


def test_a_number_is_added_to_and_multiplied_with_numbers_alone() -> None:
    for other in (None, "5", (5,), 2.5):
        for calculate in (operator.add, operator.mul):
            with pytest.raises((TypeError, Unclear)):
                calculate(unknown(Way()), other)


@pytest.mark.parametrize(
    "ask",
    [hash, str, repr, int, float, round, operator.index, operator.invert, lambda number: f"{number}",
     lambda number: number // 2, lambda number: 2 // number, lambda number: 2 % number,
     lambda number: number / 2, lambda number: number**2, lambda number: 2**number, lambda number: number & 1,
     lambda number: number | 1, lambda number: number ^ 1,
     lambda number: number << 1, lambda number: number >> 1],
)  # fmt: skip
def test_whatever_else_is_asked_is_unclear(ask: Callable[[Any], object]) -> None:
    with pytest.raises(Unclear, match=r"^more than adding, multiplying, comparing and remainders$"):
        ask(unknown(Way()))
