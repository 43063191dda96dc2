"""Features of a game that says nothing of its own about them: the whole numbers of its states."""

from dataclasses import dataclass
from typing import Any

import pytest
from counting import Counting
from diagrams import diagram

from numduel.core.errors import GameError


@dataclass(frozen=True)
class Nested(Counting):
    """Counting, in states that hold tuples."""

    def features(self, state: Any) -> Any:
        nested: Any = (state, (True, (state,)))
        return super().features(nested)


def test_features_are_the_whole_numbers_of_a_state_in_order() -> None:
    assert Counting().features(5) == (5,)
    features = Nested().features(5)
    assert features == (5, 1, 5)
    assert [type(feature) for feature in features] == [int, int, int]


def test_features_go_as_far_as_floats_are_exact() -> None:
    assert Counting().feature_bounds() == ((-(2**53), 2**53),)
    assert Nested().feature_bounds() == ((-(2**53), 2**53),) * 3


def test_states_that_are_no_whole_numbers_need_features_of_their_own() -> None:
    with pytest.raises(GameError, match="Diagram has states that are not whole numbers"):
        diagram({"a": "+"}).features("a")
