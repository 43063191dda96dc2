"""Conditions over columns: read without `eval`, and refused with the place where they go wrong."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel.design.expression import NUMBER, TEXT, ExpressionError, read_condition

COLUMNS = {"plies": NUMBER, "decisions": NUMBER, "value": TEXT, "note": TEXT}
ROW: dict[str, Any] = {"plies": 9, "decisions": 0.5, "value": "win", "note": None}


def holds(text: str) -> bool:
    return read_condition(text, COLUMNS)(ROW)


@pytest.mark.parametrize(
    "text",
    [
        "plies < 10 and decisions > 0.4",
        "plies > 10 or value = 'win'",
        'value == "win" and not plies = 8',
        "not (plies < 3 or plies > 20)",
        "plies * 2 + 1 >= 19",
        "plies - 2 - 3 = 4",
        "plies / 2 / 2 < 2.5",
        "-plies < -8.5",
        "(plies)>.5e1",
        "1 = 2 or 1 = 1 and 2 = 2",
        "value < 'wit'",
        f"plies{'+1' * 990} = 999",
        f"{'2<1 or ' * 280}plies = 9",
    ],
)
def test_conditions_that_hold(text: str) -> None:
    assert holds(text)


@pytest.mark.parametrize(
    "text", ["plies != 9", "note = 'x'", "note != 'x'", "plies / 0 > 1", "value = 'Win'", "1 = 1 and 1 = 2"]
)
def test_conditions_that_do_not_hold(text: str) -> None:
    assert not holds(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("plies <", "at character 8: a number or a column is missing"),
        ("", "at character 1: a number or a column is missing"),
        ("(plies < 3", "at character 11: the bracket of character 1 is not closed"),
        ("plis < 3", "at character 1: there is no column 'plis'; did you mean plies?"),
        ("value < 3", "at character 7: a text cannot be compared with a number"),
        ("plies", "the expression is a number, and must be a condition such as plies > 8"),
        ("plies < 3) ", "at character 10: ')' was not expected"),
        ("1 < plies < 3", "at character 11: a comparison has two sides; join two comparisons by and"),
        ("value + 1 > 2", "at character 7: '+' goes with a number, not with a text"),
        ("plies and 1 = 1", "at character 7: 'and' goes with a condition, not with a number"),
        ("plies # 3", "at character 7: '#' has no meaning"),
        ("plies < 'a", 'at character 9: "\'" has no meaning'),
        ("__import__('os') = 1", "there is no column '__import__'"),
        ("plies.real > 1", "at character 6: '.' has no meaning"),
        ("plies < and", "at character 9: 'and' was not expected"),
        ("(" * 99, "at character 52: brackets may be 50 deep at most"),
        ("not " * 99, "brackets may be 50 deep at most"),
        ("1" * 3000, "an expression has at most 2,000 characters, not 3,000"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        read_condition(text, COLUMNS)
    assert sentence in str(caught.value)


@given(st.text(st.sampled_from("plies value decisions and or not ()<>=!+-*/.'\"1e9#\x00é"), max_size=30))
def test_nothing_but_a_refusal_comes_of_what_cannot_be_read(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        assert read_condition(text, COLUMNS)(ROW) in (True, False)
