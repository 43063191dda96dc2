"""Borders of the games: how many positions there may be, how far features go, which settings are taken."""

import math
from typing import Any

import pytest

import numduel

SIZES = {
    "operation-stack": math.inf,
    "operation-stack:max_stack=3": math.inf,
    "operation-stack:max_value=9": math.inf,
    "operation-stack:max_stack=51,max_value=9": math.inf,
    "operation-stack:max_stack=50,max_value=9": 20**50,
    "operation-stack:max_stack=2,max_value=30": 62**2,
    "operation-stack:max_stack=2,max_value=3": 20**2,
    "operation-stack:max_stack=3,numbers=0,operations=none": 4,
    "operation-stack:max_stack=50000,numbers=0,operations=swap/negate": 50_001,
    "operation-stack:max_stack=3,numbers=1,operations=swap/negate": 4**3,
    "operation-stack:max_stack=3,numbers=1/2,operations=none": 6**3,
    "top-stack-twelve:tokens=2,window=50000,limit=60": 61,
    "top-stack-twelve": 7**2,
    "top-stack-twelve:window=2,tokens=1-4,supply=2": 5 * 3**4,
    "top-stack-twelve:limit=4,window=9": 7**4,
    "top-stack-twelve:window=51,limit=60": 7**50,
    "top-stack-twelve:window=52,limit=60": math.inf,
    "top-stack-twelve:window=1,tokens=1-100,supply=1023": 1024**100,
    "top-stack-twelve:window=1,tokens=1-100,supply=1024": math.inf,
    "top-stack-twelve:window=1,tokens=1-91,supply=1024": math.inf,  # 1,001 bits
    "operation-obliteration": 100 * 5**2,
    "operation-obliteration:no_repeat=both": 100 * 5**2,
    "operation-obliteration:no_repeat=opponent,low=3": 98 * 5,
    "operation-obliteration:no_repeat=none,high=40": 40,
    "digit-stack": 820,
    f"digit-stack:target={'2' * 101},digits=1/2": math.inf,
    "operation-duel": 19,
    "operation-duel:start=3,target=7": 4,
}
BOUNDS = {
    "operation-stack": [(0, 16), *[(-(2**53), 2**53)] * 16],
    "operation-stack:max_stack=2,max_value=30": [(0, 2), (-30, 30), (-30, 30)],
    "operation-stack:max_stack=1,max_value=3": [(0, 1), (-9, 9)],
    "operation-duel:start=3,target=7": [(3, 7)],
    "operation-obliteration:low=5,high=50": [(5, 50), (0, 4), (0, 4)],
    "digit-stack": [(0, 1000)],
    "digit-stack:digits=2-4,multiple=7": [(0, 4), (-1, 1), (0, 6)],
    "digit-stack:target=5,multiple=7": [(0, 1), (-1, 1), (0, 5)],
    "digit-stack:digits=2-4,reach=1": [(0, 4), (-1, 1), (0, 4)],
    "digit-stack:digits=2-4,repeats=no,multiple=7,reach=1": [
        *((0, 4), (-1, 1), (0, 6), (0, 4)),
        *[(0, 1)] * 3,
    ],
    "top-stack-twelve": [(0, 6), (0, 6)],
    "top-stack-twelve:window=1": [(0, 6)],
    "top-stack-twelve:limit=2,window=9,tokens=1/4,supply=5": [(0, 4), (0, 4), (0, 5), (0, 5)],
}


@pytest.mark.parametrize("spec", SIZES)
def test_there_may_be_so_many_positions(spec: str) -> None:
    assert numduel.load(spec).size() == SIZES[spec]


@pytest.mark.parametrize("spec", BOUNDS)
def test_features_go_so_far(spec: str) -> None:
    assert list(numduel.load(spec).feature_bounds()) == BOUNDS[spec]


def test_stacks_are_counted_up_to_values_of_1000_bits() -> None:
    def size(largest: int) -> float | None:
        return numduel.load(f"operation-stack:max_stack=1,max_value={largest}").size()

    assert size(2**1000 - 1) == 2 * (2**1000 - 1) + 2
    assert size(2**1000) == math.inf


def test_numbers_below_a_target_are_counted_up_to_100_digits() -> None:
    shorter = sum(9**length for length in range(101)) - 1  # the target itself ends the game
    assert numduel.load(f"digit-stack:target={'9' * 100}").size() == shorter
    assert numduel.load(f"digit-stack:target={'9' * 101}").size() == math.inf
    assert numduel.load(f"digit-stack:target={'9' * 101},digits=1").size() == 102


@pytest.mark.parametrize(
    "wrong",
    [
        "operation-obliteration:start=0",
        "operation-obliteration:start=0,low=0",
        "operation-obliteration:start=4,low=5",
        "operation-obliteration:start=12,high=11",
        "operation-obliteration:low=-1",
        "operation-obliteration:low=13",
        "operation-duel:target=3,start=3",
        "operation-duel:start=-1",
        "operation-duel:add=0",
        "operation-duel:multiply=1",
        "operation-duel:add=none,multiply=none",
        "digit-stack:target=0",
        "digit-stack:digits=0-3",
        "digit-stack:multiple=1",
        "digit-stack:reach=0",
        "top-stack-twelve:window=0",
        "top-stack-twelve:limit=0",
        "top-stack-twelve:supply=0",
        "top-stack-twelve:tokens=0-3",
        "operation-stack:max_stack=0",
        "operation-stack:max_value=-1",
        "operation-stack:numbers=1000",
        f"operation-obliteration:start={10**18 + 1},high={10**18 + 1}",
        f"operation-obliteration:high={10**18 + 1}",
        "operation-duel:add=1000",
        "operation-duel:multiply=1000",
        "top-stack-twelve:tokens=1000",
        "digit-stack:digits=10",
    ],
)
def test_settings_beyond_a_border_are_refused(wrong: str) -> None:
    game = numduel.load(wrong.partition(":")[0])
    assert game.moves(game.initial()), "it is the setting that is wrong"
    with pytest.raises(numduel.SettingError):
        numduel.load(wrong)


@pytest.mark.parametrize(
    "right",
    [
        "operation-obliteration:start=1",
        "operation-obliteration:low=6,high=12",
        "operation-obliteration:start=2,low=0,high=2",
        "operation-duel:target=1,start=0",
        "operation-duel:target=1000,add=999,multiply=2/999",
        "digit-stack:target=1",
        "digit-stack:reach=1,multiple=2",
        "top-stack-twelve:limit=1",
        "top-stack-twelve:limit=2,window=1,tokens=1/999,supply=1",
        "operation-stack:numbers=0/999,max_stack=1,max_value=0",
        f"operation-obliteration:start={10**18},high={10**18}",
    ],
)
def test_settings_at_a_border_are_taken(right: str) -> None:
    game = numduel.load(right)
    assert game.spec == right
    assert game.moves(game.initial())


def test_a_proof_lists_every_length_of_a_number_of_up_to_3_000_digits() -> None:
    assert numduel.load(f"digit-stack:target={'1' * 3_000},digits=1").induction() is not None
    assert numduel.load(f"digit-stack:target={'9' * 3_001}").induction() is None


def test_a_proof_lists_goals_of_up_to_20_million_bits_together() -> None:
    # Of 4 to the n there are n goals, and the largest has 2n + 1 bits.
    assert numduel.load(f"operation-duel:target={4**3_162}").induction() is not None
    assert numduel.load(f"operation-duel:target={4**3_163}").induction() is None


@pytest.mark.parametrize(
    ("goals", "bits", "listed"),
    [(2_500, 8_000, True), (21, 952_381, False)],  # 20,000,000 bits together, and one more
)
def test_a_proof_lists_no_goals_of_a_single_bit_more(goals: int, bits: int, listed: bool) -> None:
    odd = 2 ** (bits + 1 - 2 * goals) + 1
    duel: Any = numduel.games()["operation-duel"]
    assert (duel(target=odd * 4 ** (goals - 1)).induction() is not None) == listed


def test_moves_to_come_are_counted_up_to_targets_of_14_000_bits() -> None:
    for bits, counted in ((14_000, True), (14_001, False)):
        game = numduel.load("operation-duel", {"target": str(2**bits - 1)})
        verdict = game.theory(game.initial())
        assert verdict is not None
        assert (verdict.plies is not None) == counted


def test_a_target_that_is_no_greater_than_the_start_is_refused_for_that() -> None:
    for target in (3, 2):
        with pytest.raises(numduel.SettingError, match=r"^target must be greater than start \(3\)$"):
            numduel.load(f"operation-duel:start=3,target={target}")


@pytest.mark.parametrize(
    ("high", "why"),
    [
        (0, r"high must be a whole number from 1 to 1000000000000000000, not '0'"),
        (1, r"start must lie between low \(1\) and high \(1\)"),
    ],
)
def test_a_highest_number_is_refused_for_what_it_is(high: int, why: str) -> None:
    with pytest.raises(numduel.SettingError, match=f"^{why}$"):
        numduel.load(f"operation-obliteration:high={high}")


def test_features_show_up_to_1_000_numbers_of_a_stack() -> None:
    assert len(numduel.load("operation-stack:max_stack=1001").feature_bounds()) == 1_001
    assert len(numduel.load("top-stack-twelve:limit=9999,window=1001").feature_bounds()) == 1_000
    wide = numduel.load("top-stack-twelve:limit=9999,window=1002")
    sentence = r"^features of Top Stack Twelve show a window of at most 1,000 numbers$"
    with pytest.raises(numduel.SettingError, match=sentence):
        wide.feature_bounds()


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("operation-duel", "target"),
        ("digit-stack", "target"),
        ("top-stack-twelve", "limit"),
        ("top-stack-twelve", "supply"),
        ("operation-stack", "max_stack"),
    ],
)
def test_a_bound_of_nothing_is_refused_for_what_it_is(name: str, setting: str) -> None:
    assert numduel.load(name).initial() is not None
    sentence = rf"^{setting} must be a whole number of at least 1(, or none)?, not '0'$"
    with pytest.raises(numduel.SettingError, match=sentence):
        numduel.load(f"{name}:{setting}=0")


def test_one_rulebook_is_read_otherwise_than_at_first() -> None:
    ours = [kind for kind in numduel.games().values() if kind.__module__.startswith("numduel.")]
    assert {kind.name: kind.reading for kind in ours if kind.reading != 1} == {"operation-stack": 2}


@pytest.mark.parametrize("digits", [18, 19, 3_000])
def test_what_is_left_of_a_long_supply_is_told_apart_by_short_keys(digits: int) -> None:
    game = numduel.load("top-stack-twelve:tokens=1-3,window=1,limit=9", {"supply": "9" * digits})
    start = numduel.Position.start(game)
    keys: list[Any] = [
        game.key(start.say(first).say(second).state) for first, second in ("11", "12", "21", "13")
    ]
    assert keys[1] == keys[2]
    assert len(set(keys)) == 3
    assert all(number < 10**18 for _, left in keys for number in left)
