"""Reading the groups of a certificate: which patterns and plies there can be, and why others are refused."""

from typing import Any

import pytest

from numduel.core.induction import More, Plies, Range
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.groups import TOO_LONG, Listed, Reader

READER = Reader(3)
ELSE = "there is something else where a whole number should be"


def refusal(read: Any, *written: Any) -> str:
    """Why something is not read."""
    with pytest.raises(DoesNotHold) as refused:
        read(*written)
    return str(refused.value)


@pytest.mark.parametrize(
    ("written", "pattern"),
    [
        (5, 5),
        (-5, -5),
        ("red", "red"),
        (None, None),
        ([], ()),
        ([1, "a", None], (1, "a", None)),
        ([[1], []], ((1,), ())),
        ({"low": 1, "high": None, "step": 2}, Range(1, None, 2)),
        ({"low": None, "high": "7", "step": 1}, Range(None, 7, 1)),
        ({"low": "4", "high": 4, "step": "1"}, Range(4, 4, 1)),
        ([{"low": None, "high": None, "step": 1}], (Range(),)),
        ([{"more": 0, "step": 1}], (More(0, 1),)),
        ([{"more": 2, "step": 3}, 5, 6], (More(2, 3), 5, 6)),
        ([7, [{"more": 1, "step": 1}, 5]], (7, (More(1, 1), 5))),
        (4095, 4095),
        ({"low": -4095, "high": "999", "step": 1}, Range(-4095, 999)),
    ],
    ids=str,
)
def test_a_pattern_is_read_as_it_is_written(written: Any, pattern: Any) -> None:
    assert READER.pattern(written) == pattern


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (True, "a pattern has what no state can have"),
        (1.0, "a pattern has what no state can have"),
        ([1.0], "a pattern has what no state can have"),
        ({}, "a range is not given by low, high and step"),
        ({"low": 1, "high": 2}, "a range is not given by low, high and step"),
        ({"low": 1, "high": 2, "step": 1, "more": 1}, "a range is not given by low, high and step"),
        ([5, {"more": 1, "step": 1}], "a range is not given by low, high and step"),
        ([{"more": 1}], "a pattern says more of a pile than can be said"),
        ([{"more": 1, "step": 1, "low": 1}], "a pattern says more of a pile than can be said"),
        ([{"more": True, "step": 1}], ELSE),
        ({"low": True, "high": 2, "step": 1}, ELSE),
        ({"low": 1, "high": 2.0, "step": 1}, ELSE),
        ({"low": 1, "high": 2, "step": None}, ELSE),
        ({"low": "one", "high": 2, "step": 1}, ELSE),
        ({"low": 1, "high": 2, "step": 0}, "a range has no numbers"),
        ({"low": None, "high": 2, "step": 0}, "a range has no numbers"),
        ({"low": 1, "high": 2, "step": -1}, "a range has no numbers"),
        ({"low": None, "high": 2, "step": -1}, "a range has no numbers"),
        ({"low": 3, "high": 2, "step": 1}, "a range has no numbers"),
        ({"low": "1000", "high": None, "step": 1}, TOO_LONG),
        ({"low": 4096, "high": None, "step": 1}, TOO_LONG),
        (4096, TOO_LONG),
        (-4096, TOO_LONG),
        ([5, 4096], TOO_LONG),
    ],
    ids=str,
)
def test_a_pattern_that_cannot_be_is_refused_for_what_is_wrong(written: Any, sentence: str) -> None:
    assert refusal(READER.pattern, written) == sentence


@pytest.mark.parametrize(
    ("entry", "plies"),
    [(5, Plies(5)), ("5", Plies(5)), ([5, 0], Plies(5)), ([-2, 3], Plies(-2, 3)), (["1", "2"], Plies(1, 2))],
    ids=str,
)
def test_plies_are_a_number_or_a_constant_and_a_slope(entry: Any, plies: Plies) -> None:
    written = [{"states": 4, "play": "x", "within": entry}]
    assert READER.groups(written, "within") == [Listed(4, "x", plies)]
    assert READER.groups(written, "within")[0].plies_at(4) == plies.constant + 4 * plies.slope


def test_groups_are_read_with_what_belongs_to_them_and_nothing_else() -> None:
    group, wrong = {"states": [1], "play": "x"}, "a group has not what belongs to it"
    assert READER.groups([group]) == [Listed((1,), "x")]
    assert READER.groups([group | {"lasts": 3}], "lasts") == [Listed((1,), "x", Plies(3))]
    assert READER.groups([]) == []
    assert refusal(READER.groups, [group], "lasts") == wrong
    assert refusal(READER.groups, [group | {"lasts": 3}]) == wrong
    assert refusal(READER.groups, [group | {"lasts": 3}], "within") == wrong
    assert refusal(READER.groups, [{"states": [1]}]) == wrong
    assert refusal(READER.groups, [group, group]) == "it lists a group twice"
    assert refusal(READER.groups, group) == "its groups are not a list"
    assert refusal(READER.patterns, [[1], 2, [1]]) == "it lists a group twice"
    assert refusal(READER.patterns, {"low": 1}) == "its groups are not a list"
    assert READER.patterns([[1], 2, 1]) == [(1,), 2, 1]


def test_plies_that_differ_in_a_group_are_known_for_plain_numbers_alone() -> None:
    plain = {"low": 0, "high": None, "step": 1}
    sentence = "plies that differ in a group are known for plain numbers alone"
    for states, plies, fine in [
        *((states, 3, True) for states in (5, plain, [5], "a", None)),
        *((states, [3, 0], True) for states in (5, plain, [5], "a", None)),
        *((states, [3, 1], True) for states in (5, plain)),
        *((states, [3, 1], False) for states in ([5], [plain], "a", None)),
    ]:
        written = [{"states": states, "play": "x", "within": plies}]
        if fine:
            assert len(READER.groups(written, "within")) == 1
        else:
            assert refusal(READER.groups, written, "within") == sentence


def test_a_group_of_which_no_plies_are_listed_has_none() -> None:
    assert Listed(5).plies_at(5) == 0
    assert Listed((5,), "x", Plies(3)).plies_at((5,)) == 3
