"""The rules of docs/results.md for Operation Duel with other operations, by a brute force of its own."""

from collections.abc import Sequence

import pytest

from numduel.design.pattern.features import digits


def first_player_wins(target: int, start: int, add: Sequence[int], multiply: Sequence[int]) -> bool:
    """Who faces the start wins: some operation makes the target, or leaves a number that is lost."""
    wins: dict[int, bool] = {}
    for number in range(target - 1, start - 1, -1):
        after = [*(number + by for by in add), *(number * by for by in multiply)]
        wins[number] = any(each == target or (each < target and not wins[each]) for each in after)
    return wins[start]


@pytest.mark.parametrize("by", [2, 4, 6, 8, 10])
def test_by_an_even_factor_all_digits_to_the_base_of_its_square_are_even(by: int) -> None:
    for target in range(2, 350):
        even = all(digit % 2 == 0 for digit in digits(target, by * by))
        assert first_player_wins(target, 1, [1], [by]) == even, target


@pytest.mark.parametrize("largest", [2, 3, 4, 9])
@pytest.mark.parametrize("start", [1, 2, 5])
def test_by_factors_alone_the_first_digit_decides(largest: int, start: int) -> None:
    for target in range(start + 1, 250):
        first = digits(target // start, 2 * largest)[-1]
        assert first_player_wins(target, start, [], range(2, largest + 1)) == (first != 1), target


def test_a_remainder_and_digits_with_the_last_one_decide_by_other_steps() -> None:
    for target in range(2, 350):
        assert first_player_wins(target, 1, [1, 2], [2]) == (target % 3 != 1)
        lost = set(digits(target, 4)) <= {0, 1} and target % 4 == 1
        assert first_player_wins(target, 1, [2], [2]) != lost


def test_the_last_digit_to_base_9_that_is_no_multiple_of_3_decides_by_1_2_and_3() -> None:
    for target in range(2, 350):
        telling = [digit % 3 for digit in digits(target, 9) if digit % 3]
        assert first_player_wins(target, 1, [1, 2], [3]) == (telling[:1] != [1])
