"""What rules, turns and ends say under settings that change a sentence."""

from typing import Any

import pytest

import numduel
from numduel.games.operation_duel import OperationDuel


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("tokens=5,supply=1", "(5) on top; you may not pass. There is 1 of it for both players together;"),
        ("tokens=5,supply=2", "(5) on top; you may not pass. There are 2 of them for both players together;"),
        ("tokens=5/6,supply=1", "(5/6) on top; you may not pass. There is 1 of each for both players"),
        ("tokens=5/6,supply=2", "(5/6) on top; you may not pass. There are 2 of each for both players"),
        ("tokens=4-6", "(4-6) on top; you may not pass. The supply is unlimited."),
        ("window=1", "Then the top number is taken: below 12 play goes on, otherwise you lose at once."),
        (
            "window=2,limit=2000",
            "Then the sum of the top 2 numbers is taken (of all of them, while there are ",
        ),
        ("window=2,limit=2000", "fewer): below 2,000 play goes on, otherwise you lose at once."),
    ],
)
def test_the_rules_of_top_stack_twelve_say_how_many_there_are_and_what_counts(
    settings: str, said: str
) -> None:
    assert said in " ".join(numduel.load(f"top-stack-twelve:{settings}").voice().rules())


@pytest.mark.parametrize(
    ("height", "total"), [(1, "1"), (2, "1 + 1 = 2"), (20, " + ".join("1" * 20) + " = 20"), (21, "21")]
)
def test_a_sum_of_up_to_twenty_numbers_is_shown_by_its_terms(height: int, total: str) -> None:
    game: Any = numduel.load("top-stack-twelve:limit=99,window=50")
    state = game.initial()._replace(stack=(1,) * height)
    told = game.voice().report(state, 1, state, 1)
    assert told[0] == "You placed 1 on the stack."
    assert told[2:] == [f"Sum of top numbers: {total}", "Sum is less than 99. Game continues."]


def test_top_stack_twelve_says_whether_the_limit_was_reached_or_nothing_is_left() -> None:
    game: Any = numduel.load("top-stack-twelve:limit=5,tokens=2,supply=2")
    voice, state = game.voice(), game.initial()
    assert voice.turn(state, 2) == ["", "Player 2's Turn:", "Tokens left: 2 (x2)"]
    assert voice.ending(state._replace(stack=(2, 2), left=(0,)), 1) == [
        *("", "No token is left to place."),
        "Player 1 loses the game.",
    ]
    assert voice.ending(state._replace(stack=(2, 3), left=(0,)), 1) == ["Player 1 loses the game."]
    assert voice.report(state, 3, state._replace(stack=(2, 3)), 1)[-1] == "Sum is 5 or more."


@pytest.mark.parametrize(
    ("settings", "choices"),
    [
        ("add=1,multiply=2", "choose one operation: add 1 or multiply by 2"),
        ("add=1-3,multiply=none", "choose one operation: add 1, add 2 or add 3"),
        ("add=none,multiply=5", "multiply by 5"),
    ],
)
def test_the_rules_of_operation_duel_name_the_operations(settings: str, choices: str) -> None:
    rules = numduel.load(f"operation-duel:target=1000,{settings}").voice().rules()
    assert rules[1] == f"The number starts at 1. On your turn you {choices}. You may not pass."


def test_the_short_duel_is_meant_for_who_has_played_nothing() -> None:
    assert [variant.name for variant in OperationDuel.variants if variant.beginners] == ["short"]


@pytest.mark.parametrize(
    ("number", "told"), [(97, ["It leaves 6 when divided by 7."]), (98, []), (99, []), (971, [])]
)
def test_digit_stack_tells_a_remainder_while_the_game_goes_on(number: int, told: list[str]) -> None:
    voice = numduel.load("digit-stack:target=99,multiple=7").voice()
    report = voice.report(number // 10, number % 10, number, 1)
    assert report == [f"Current number is now: {number}", *told]


def test_digit_stack_tells_no_end_that_nobody_lost() -> None:
    assert numduel.load("digit-stack").voice().ending(12, None) == []


@pytest.mark.parametrize(
    ("settings", "said", "why"),
    [
        ("target=9999,reach=2", "9", " 9 lies further than 2 from the digit before, 4."),
        ("target=9999,reach=2", "4 5", ""),
        ("target=9999,repeats=no", "4", " 4 already stands in the number."),
        ("target=9999,repeats=no", "0", ""),
        ("target=9999,repeats=no", "foo", ""),
    ],
)
def test_digit_stack_says_why_a_digit_may_not_follow(settings: str, said: str, why: str) -> None:
    told = numduel.load(f"digit-stack:{settings}").voice().rejection(14, (), tuple(said.split()))
    assert told[0].startswith(f"Invalid digit.{why} Please choose a digit (")
