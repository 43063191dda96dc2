"""Borders of the games: how many positions there may be, how far features go, where theory is tried."""

import math

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
    "top-stack-twelve": 7**2,
    "top-stack-twelve:window=2,tokens=1-4,supply=2": 5 * 3**4,
    "top-stack-twelve:limit=4,window=9": 7**4,
    "top-stack-twelve:window=51,limit=60": 7**50,
    "top-stack-twelve:window=52,limit=60": math.inf,
    "operation-obliteration": 100 * 5**2,
    "operation-obliteration:no_repeat=both": 100 * 5**2,
    "operation-obliteration:no_repeat=opponent,low=3": 98 * 5,
    "operation-obliteration:no_repeat=none,high=40": 40,
    "digit-stack": 820,
    "operation-duel": 19,
    "operation-duel:start=3,target=7": 4,
}
BOUNDS = {
    "operation-stack": [(0, 16), *[(-(2**53), 2**53)] * 16],
    "operation-stack:max_stack=2,max_value=30": [(0, 2), (-30, 30), (-30, 30)],
    "operation-stack:max_stack=1,max_value=3": [(0, 1), (-9, 9)],
    "operation-duel:start=3,target=7": [(3, 7)],
}
CASES = {
    "operation-duel:target=7": [1, 2, 3, 4, 5, 6],
    "operation-duel:target=21,start=0": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 19, 20],
    "operation-duel:target=40": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 18, 19, 20, 21, 22, 38, 39],
    "operation-duel:target=101": [1, 2, 23, 24, 25, 26, 27, 48, 49, 50, 51, 52, 99, 100],
    "operation-duel:target=101,start=24": [24, 25, 26, 27, 48, 49, 50, 51, 52, 99, 100],
}


@pytest.mark.parametrize("spec", SIZES)
def test_there_may_be_so_many_positions(spec: str) -> None:
    assert numduel.load(spec).size() == SIZES[spec]


@pytest.mark.parametrize("spec", BOUNDS)
def test_features_go_so_far(spec: str) -> None:
    assert list(numduel.load(spec).feature_bounds()) == BOUNDS[spec]


@pytest.mark.parametrize("spec", CASES)
def test_theory_is_tried_on_two_neighbours_at_each_side_of_every_border(spec: str) -> None:
    assert list(numduel.load(spec).cases()) == CASES[spec]
