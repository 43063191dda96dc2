"""Primes: what Operation Obliteration takes for one, and the operations that numbers open up."""

import pytest

from numduel import load
from numduel.games.operation_obliteration import describe, is_prime, open_operations


def test_a_small_number_is_prime_where_nothing_divides_it() -> None:
    assert [n for n in range(2_500) if is_prime(n)] == [
        n for n in range(2, 2_500) if all(n % d for d in range(2, int(n**0.5) + 1))
    ]


@pytest.mark.parametrize("prime", [7 * 2**20 + 1, 27 * 2**40 + 1, 29 * 2**57 + 1, 10**18 + 9])
def test_a_large_prime_is_found_whatever_power_of_two_lies_below_it(prime: int) -> None:
    assert is_prime(prime)


@pytest.mark.parametrize(
    "composite",
    [
        211 * 421 * 631,  # of Carmichael: each base alone is deceived without looking at square roots of 1
        271 * 541 * 811,
        307 * 613 * 919,
        43 * 43,
        3_215_031_751,  # the first four, seven and nine bases are deceived all the same
        341_550_071_728_321,
        3_825_123_056_546_413_051,
    ],
)
def test_no_composite_is_taken_for_a_prime(composite: int) -> None:
    assert not is_prime(composite)


@pytest.mark.parametrize(
    ("number", "multiply", "what", "opened"),
    [
        (1, "odd", "Odd", ("multiply",)),
        (2, "odd", "Prime and Even", ("add", "subtract", "divide")),
        (2, "any", "Prime and Even", ("add", "subtract", "divide", "multiply")),
        (3, "odd", "Prime and Odd", ("add", "subtract", "multiply")),
        (3, "any", "Prime and Odd", ("add", "subtract", "multiply")),
        (4, "odd", "Even", ("divide",)),
        (4, "any", "Even", ("divide", "multiply")),
        (9, "odd", "Odd", ("multiply",)),
    ],
)
def test_what_a_number_is_opens_operations(
    number: int, multiply: str, what: str, opened: tuple[str, ...]
) -> None:
    assert (describe(number), open_operations(number, multiply)) == (what, opened)


@pytest.mark.parametrize(
    ("bounds", "moves"),
    [
        ("low=6,high=22", ["add", "subtract", "multiply"]),
        ("low=7,high=22", ["add", "multiply"]),
        ("low=6,high=21", ["add", "subtract"]),
    ],
)
def test_the_lowest_and_the_highest_number_are_allowed(bounds: str, moves: list[str]) -> None:
    game = load(f"operation-obliteration:start=7,{bounds}")
    assert list(game.moves(game.initial())) == moves
