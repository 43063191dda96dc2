"""Patterns name settings, which are numbered and made one at a time."""

import pytest

from numduel import SettingError
from numduel.design.grid import chosen_numbers, read_pattern


def specs(pattern: str) -> list[str]:
    grid = read_pattern(pattern)
    return [grid.game_at(number).spec for number in range(grid.size)]


def test_ranges_and_alternatives_are_combined_the_last_setting_first() -> None:
    assert specs("operation-duel:target=10..11,add=1-3|1/2/5") == [
        "operation-duel:target=10,add=1-3",
        "operation-duel:target=10,add=1/2/5",
        "operation-duel:target=11,add=1-3",
        "operation-duel:target=11,add=1/2/5",
    ]


def test_the_order_of_settings_in_a_pattern_does_not_matter() -> None:
    assert specs("operation-duel:add=1|2,target=9..11") == specs("operation-duel:target=9..11,add=1|2")


def test_ranges_and_single_values_can_stand_side_by_side() -> None:
    assert [spec.partition("=")[2] for spec in specs("top-stack-twelve:supply=none|1..2|5")] == [
        "",
        "1",
        "2",
        "5",
    ]


def test_a_variant_comes_first_and_its_settings_can_be_changed() -> None:
    assert specs("top-stack-twelve:top-two,limit=7..8") == [
        "top-stack-twelve:limit=7,window=2,supply=2",
        "top-stack-twelve:limit=8,window=2,supply=2",
    ]


def test_a_game_alone_is_one_setting() -> None:
    assert specs("operation-duel") == ["operation-duel"]


def test_a_star_is_everything_that_a_setting_may_be() -> None:
    assert len(specs("operation-obliteration:no_repeat=*")) == 4


def test_a_vast_grid_is_never_spelled_out() -> None:
    grid = read_pattern(f"operation-duel:target=10..{10**30},start=1..9")
    assert grid.size == (10**30 - 9) * 9
    assert grid.game_at(grid.size - 1).spec == f"operation-duel:target={10**30},start=9"
    drawn = chosen_numbers(grid.size, 3, seed=1)
    assert len(set(drawn)) == 3
    assert list(drawn) == sorted(drawn)


def test_none_beside_a_vast_range_is_told_apart_from_it_at_once() -> None:
    (axis,) = read_pattern(f"operation-stack:max_value=1..{10**30}|none").axes
    assert axis.size == 10**30 + 1
    assert [axis.index(value) for value in (1, 10**30, None)] == [0, 10**30 - 1, 10**30]
    assert None in axis
    assert 0 not in axis


def test_draws_are_the_same_for_the_same_seed_and_never_twice() -> None:
    for size, draws in ((1000, 10), (100, 80), (5, 5), (5, 9)):
        first, again, other = (chosen_numbers(size, draws, seed) for seed in (1, 1, 2))
        assert list(first) == list(again)
        assert len(set(first)) == min(size, draws)
        assert draws >= size or list(first) != list(other)


def test_settings_that_do_not_go_together_are_written_all_the_same() -> None:
    grid = read_pattern("operation-duel:target=3,start=1|5")
    assert grid.spec_at(1) == "operation-duel:target=3,start=5"
    with pytest.raises(SettingError):
        grid.game_at(1)


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("operation-dual:target=1..3", "there is no game 'operation-dual'; did you mean operation-duel?"),
        ("operation-duel:targt=1..3", "Operation Duel has no setting 'targt'; did you mean target?"),
        ("operation-duel:target=9..3", "the range '9..3' of target is empty: its end lies before its start"),
        ("operation-duel:target=1..x", "a range is written a..b with whole numbers, not '1..x'"),
        ("operation-duel:target=1..2..3", "a range is written a..b with whole numbers, not '1..2..3'"),
        ("operation-duel:target=", "target must be a whole number"),
        ("operation-duel:target=9||10", "target must be a whole number"),
        ("operation-duel:add=1..3", "add has no ranges: it must be a set of numbers"),
        ("operation-duel:add=1-3|1/2/3", "add is given 1-3 twice"),
        ("operation-duel:target=2..30|7", "target is given 7 twice"),
        ("operation-duel:target=2..30|30..40", "target is given 30 twice"),
        ("operation-duel:overshoot=never", "overshoot must be loses or forbidden, not 'never'"),
        ("digit-stack:target=*", "target has no end of values"),
        ("top-stack-twelve:window=0..3", "window must be"),
        ("operation-duel:nosuch,target=3", "Operation Duel has no variant 'nosuch'"),
        ("operation-duel:target", "Operation Duel has no variant 'target'"),
        ("operation-duel:target=9,target=10", "'target' is set twice"),
    ],
)
def test_what_names_no_settings_is_refused_in_one_sentence(pattern: str, sentence: str) -> None:
    with pytest.raises(SettingError) as caught:
        read_pattern(pattern)
    assert sentence in str(caught.value)
