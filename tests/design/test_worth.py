"""The score "worth playing": its parts, and how much each counts."""

import math

import pytest

import numduel
from numduel.core.errors import ArgumentError
from numduel.design.measures import WEIGHTS


def test_the_score_is_nothing_without_a_choice_and_follows_its_weights() -> None:
    spec = "operation-duel:target=50,add=1-3,multiply=3/4"
    assert numduel.measure("digit-stack").worth == 0
    usual, only_depth = (
        numduel.measure(spec),
        numduel.measure(spec, weights=dict.fromkeys(WEIGHTS, 0) | {"depth": 1}),
    )
    assert usual.worth is not None
    assert 0.9 < usual.worth < 1
    assert only_depth.worth == pytest.approx(23 / 26)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ({"decision": 1}, "the score has no part 'decision'; did you mean decisions?"),
        ({"xyzzy": 1}, "the score has no part 'xyzzy'; the parts are decisions, .* and skill"),
        ({"drama": -1}, "the weight of drama must be a number from 0 to 1,000"),
        ({"drama": math.nan}, "the weight of drama must be a number from 0 to 1,000"),
        ({"drama": 1e308}, "the weight of drama must be a number from 0 to 1,000"),
        (dict.fromkeys(WEIGHTS, 0), "at least one part of the score must have a weight above 0"),
    ],
)
def test_weights_that_cannot_be_used_are_refused(weights: dict[str, float], sentence: str) -> None:
    with pytest.raises(ArgumentError, match=sentence):
        numduel.measure("operation-duel", weights=weights)
