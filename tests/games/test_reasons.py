"""Reasons: why a target is out of reach, what makes a push lose, and what theory says, to the letter."""

from typing import Any

import pytest

from numduel import load
from numduel.core.verdict import Value

NOTHING = "nothing that can be done with the numbers here comes to it"


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("operations=none", "there is no operation"),
        ("max_value=23", "no result may lie further than 23 from zero"),
        ("max_value=24", ""),
        ("target=-24,max_value=23", "no result may lie further than 23 from zero"),
        ("target=-1,operations=plus/times", "no result is ever negative"),
        ("target=-1", ""),
        ("target=0,operations=plus", NOTHING),
        ("target=7,numbers=2/4", "every number here is a multiple of 2, and 7 is not"),
        ("target=1000,numbers=7,operations=minus", "every number here is a multiple of 7, and 1,000 is not"),
        ("target=2,numbers=4/6", ""),
        ("target=8,numbers=4/6", ""),
        ("target=5,numbers=0", ""),
        ("target=0,numbers=0,operations=plus", ""),
        # Sums of 7 and 195 come to neither; but beyond 200 nobody looks.
        ("target=200,numbers=7/195,operations=plus", NOTHING),
        ("target=201,numbers=7/195,operations=plus", ""),
        ("target=9,numbers=2/9,operations=times,max_value=200", NOTHING),
        ("target=9,numbers=2/9,operations=times,max_value=201", ""),
        ("target=18,numbers=2/9,operations=times,max_value=18", ""),
        ("target=10,numbers=2/3,operations=minus/times,max_value=10", ""),
        # Of products alone it is known without looking, by their factors.
        ("target=8,numbers=2,operations=times", ""),
        ("target=1215,numbers=3/5,operations=times", ""),
        ("target=1458,numbers=3/5,operations=times", NOTHING),
        ("target=1458,numbers=3/5,operations=plus/times", ""),
        ("target=1458,numbers=0/6/15,operations=times", ""),
        ("target=3,numbers=2/3,operations=times", NOTHING),
        ("target=1,numbers=1,operations=times", ""),
        ("target=0,numbers=2,operations=times", NOTHING),
        ("target=0,numbers=0/2,operations=times", ""),
    ],
)
def test_a_target_is_out_of_reach_for_this_reason(settings: str, why: str) -> None:
    game: Any = load(f"operation-stack:{settings}")
    assert game.why_out_of_reach() == why


@pytest.mark.parametrize(
    ("settings", "suspects"),
    [
        ("target=60,numbers=3/5/6", [1, 10, 12, 20, 54, 55, 57, 63, 65, 66]),
        ("target=-3,numbers=2", [-5, -1, 1]),
        ("target=12,numbers=0/4", [1, 3, 8, 16]),
        ("target=0,numbers=0", [1]),
    ],
)
def test_some_push_could_lose_on_these_numbers(settings: str, suspects: list[int]) -> None:
    game: Any = load(f"operation-stack:{settings}")
    assert game.suspects() == suspects


SMALLER = "whoever makes 5 wins, because from above 5 up to 10 doubling wins; and "
ODD = "is odd, so that doubling never helps whoever does it: whoever faces an odd number loses"


@pytest.mark.parametrize(
    ("settings", "number", "value", "plies", "why"),
    [
        (
            "target=20",
            18,
            Value.LOSS,
            2,
            "above half of 20 only +1 is safe, and an even number is lost there",
        ),
        ("target=20", 11, Value.WIN, 9, "above half of 20 only +1 is safe, and an even number is lost there"),
        ("target=20", 10, Value.WIN, 1, "doubling 10 makes 20"),
        ("target=20", 9, Value.WIN, 3, "doubling 9 makes 18, an even number above half of 20"),
        (
            "target=20",
            5,
            Value.LOSS,
            10,
            "+1 and *2 both leave more than a quarter of 20, and not more than half: doubling wins "
            "from there",
        ),
        ("target=20", 4, Value.WIN, 11, f"{SMALLER}5 {ODD}"),
        ("target=7", 3, Value.LOSS, 4, f"7 {ODD}"),
        ("target=1,start=0", 0, Value.WIN, 1, "+1 makes 1, the target"),
        ("target=4,start=0", 0, Value.WIN, 3, "+1 leaves 1, which is lost"),
        (
            "target=2,start=0",
            0,
            Value.ENDLESS,
            None,
            "+1 would leave 1, from which whoever is next wins, and doubling 0 changes nothing",
        ),
    ],
)
def test_operation_duel_says_who_wins_when_and_why(
    settings: str, number: int, value: Value, plies: int | None, why: str
) -> None:
    verdict = load(f"operation-duel:{settings}").theory(number)
    assert verdict is not None
    assert (verdict.value, verdict.plies, verdict.why) == (value, plies, why)


MATCH = "its digits so far match those of 532, and with best play whoever appends digit number"


@pytest.mark.parametrize(
    ("number", "value", "plies", "why"),
    [
        (531, Value.LOSS, 1, "531 is below 532, and any further digit passes it"),
        (
            4,
            Value.LOSS,
            3,
            "3 digits that begin with 4 stay below 532, so whoever appends digit number 4 loses",
        ),
        (
            52,
            Value.WIN,
            2,
            "3 digits that begin with 52 stay below 532, so whoever appends digit number 4 loses",
        ),
        (6, Value.WIN, 2, "3 digits that begin with 6 pass 532, so whoever appends digit number 3 loses"),
        (54, Value.LOSS, 1, "3 digits that begin with 54 pass 532, so whoever appends digit number 3 loses"),
        (53, Value.WIN, 1, "appending 2 makes 532"),
        (5, Value.WIN, 2, f"{MATCH} 3 passes it and loses"),
        (0, Value.WIN, 4, "with best play whoever appends digit number 4 passes 532 and loses"),
    ],
)
def test_digit_stack_says_who_wins_when_and_why(number: int, value: Value, plies: int, why: str) -> None:
    verdict = load("digit-stack:target=532").theory(number)
    assert verdict is not None
    assert (verdict.value, verdict.plies, verdict.why) == (value, plies, why)


@pytest.mark.parametrize(
    ("settings", "how"),
    [
        ("target=22,digits=2/3", "with best play whoever appends digit number 2 passes 22 and loses"),
        ("target=22,digits=3", "whatever anyone plays, whoever appends digit number 2 passes 22 and loses"),
        ("target=22,digits=2", "whatever anyone plays, whoever appends digit number 2 makes 22 and wins"),
    ],
)
def test_digit_stack_says_whether_it_matters_what_is_played(settings: str, how: str) -> None:
    verdict = load(f"digit-stack:{settings}").theory(0)
    assert verdict is not None
    assert verdict.why == how


def test_there_is_no_idea_at_0_where_doubling_changes_nothing() -> None:
    game = load("operation-duel:start=0")
    assert game.idea(0) is None
    assert game.idea(1) is not None
