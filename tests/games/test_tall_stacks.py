"""Stacks without a bound: a tall one is kept so that a move does not copy it, a low one as a plain tuple."""

from typing import Any

import pytest

from numduel import load
from numduel.core.tall import LOW, TallStack, stack_of


@pytest.mark.parametrize(
    ("spec", "part"),
    [("operation-stack", lambda state: state), ("top-stack-twelve", lambda state: state.stack)],
)
def test_only_a_tall_stack_is_kept_in_another_way(spec: str, part: Any) -> None:
    game: Any = load(spec)
    state = game.initial()
    for height in range(1, LOW + 3):
        state = game.play(state, 1)
        assert len(part(state)) == height
        assert type(part(state)) is (TallStack if height > LOW else tuple)
    if spec == "operation-stack":
        for height in range(LOW + 1, LOW - 2, -1):
            state = game.play(state, "+")
            assert (len(state), state[-1]) == (height, LOW + 3 - height)


@pytest.mark.parametrize("height", range(LOW, LOW + 4))
@pytest.mark.parametrize("operation", ["+", "swap", "negate", "double"])
def test_an_operation_leaves_a_tall_stack_where_it_is_still_tall(operation: str, height: int) -> None:
    game: Any = load("operation-stack:operations=plus/swap/negate/double")
    after = game.play(stack_of((1,) * height), operation)
    assert type(after) is (TallStack if len(after) > LOW else tuple)
    assert after == stack_of(tuple(after))
