"""The meter: how many moves checking may try, how they are counted, and when it says how far it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from numduel import Game, Outcome, Side
from numduel.core.tall import TallStack, stack_of
from numduel.solver.checks import meter
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.meter import Steps, TooLong, metered, weight


@dataclass(frozen=True)
class Makes(Game[Any, int]):
    """One move, that makes always the same state."""

    made: ClassVar[Any] = 1
    name = "makes"
    title = "Makes"
    summary = "Make something."

    def initial(self) -> int:
        return 0

    def moves(self, state: Any) -> Sequence[int]:
        return (1,)

    def play(self, state: Any, move: int) -> Any:
        return self.made

    def outcome(self, state: Any) -> Outcome | None:
        return None

    def vocabulary(self) -> Sequence[int]:
        return (1,)


def test_the_last_move_that_may_be_tried_is_tried_and_the_next_is_not() -> None:
    game = metered(Makes(), 3, Steps())
    assert [game.play(0, 1) for _ in range(3)] == [1, 1, 1]
    with pytest.raises(TooLong, match=r"^checking it takes more than 3 moves, which is a lot for its size$"):
        game.play(0, 1)


def test_each_check_counts_for_itself_and_the_game_does_not() -> None:
    game = Makes()
    for _ in range(2):
        assert metered(game, 1, Steps()).play(0, 1) == 1
    counting = metered(game, 0, Steps())
    assert [game.play(0, 1) for _ in range(5)] == [1] * 5
    with pytest.raises(TooLong, match="more than 0 moves"):
        counting.play(0, 1)


def test_it_says_now_and_then_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert meter.REPORT_EVERY == 16_384
    monkeypatch.setattr(meter, "REPORT_EVERY", 10)
    said: list[int] = []
    for most in (None, 100):
        game = metered(Makes(), most, Steps(said.append))
        for _ in range(25):
            game.play(0, 1)
    assert said == [10, 20, 10, 20]
    game = metered(Makes(), None, Steps())  # nobody need listen
    assert [game.play(0, 1) for _ in range(25)] == [1] * 25


def test_after_each_large_state_it_says_so_once() -> None:
    said: list[int] = []
    large = type("Large", (Makes,), {"made": ((0,) * 319_999,)})()
    game = metered(large, None, Steps(said.append))
    game.play(0, 1)
    game.play(0, 1)
    assert said == [20_001, 40_002]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (5, 1),
        ("text", 1),
        (None, 1),
        ((), 1),
        (2**1022, 1),
        (2**1023, 2),
        (-(2**1023), 2),
        ((1,) * 15, 1),
        ((1,) * 16, 2),
        ((1,) * 31, 2),
        (((1,) * 13, 5, "x"), 2),
        (((1,) * 12, 5, "x"), 1),
        (((1,) * 6, (1,) * 7, 5), 2),
        ((2**511, 2**511), 2),
        ((2**510, 2**511), 1),
        (((2**5000,), 1), 1),
        (2**4094, 4),
        (2**4095, 6),
        (2**8191, 13),  # what it takes to write its digits grows with the square
    ],
    ids=str,
)
def test_a_state_weighs_one_and_more_where_it_is_tall_or_has_long_numbers(state: Any, expected: int) -> None:
    assert weight(state) == expected


def test_what_is_played_is_a_plain_state() -> None:
    high = type("High", (Makes,), {"made": stack_of((1,) * 500)})()
    assert isinstance(high.play(0, 1), TallStack)
    assert metered(high, None, Steps()).play(0, 1) == (1,) * 500


class Tells(Makes):
    """Rules that tell a tall stack from the tuple of its numbers, in one way or another."""

    made = stack_of((1,) * 200)
    by: ClassVar[str] = "nothing"

    def moves(self, state: Any) -> Sequence[int]:
        return (1, 2) if self.by == "moves" and isinstance(state, TallStack) else (1,)

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome(Side.NEXT, "full") if self.by == "outcome" and state == (1,) * 200 else None

    def play(self, state: Any, move: int) -> Any:
        if self.by == "play" and isinstance(state, TallStack):
            return 7
        return (0,) if self.by == "kind" and isinstance(state, tuple) and len(state) == 200 else self.made


@pytest.mark.parametrize("by", ["moves", "outcome", "play", "kind"])
def test_rules_that_tell_a_tall_stack_from_a_tuple_prove_nothing(by: str) -> None:
    game = type("TellsBy", (Tells,), {"by": by})()
    with pytest.raises(DoesNotHold, match="the rules tell a tall stack from a tuple of the same numbers"):
        metered(game, None, Steps()).play((), 1)


@pytest.mark.parametrize(("part", "known"), [("_hash", 7), ("_total", 7), ("_length", 201)])
@pytest.mark.parametrize("inside", [True, False])
def test_a_tall_stack_that_knows_something_else_of_itself_proves_nothing(
    part: str, known: int, inside: bool
) -> None:
    odd = TallStack(stack_of((1,) * 256), (1,))
    setattr(odd, part, known)
    game = type("Marks", (Tells,), {"made": (odd, 5) if inside else odd})()
    with pytest.raises(DoesNotHold, match="the rules tell a tall stack from a tuple of the same numbers"):
        metered(game, None, Steps()).play((), 1)


def test_a_tall_stack_that_was_put_together_otherwise_proves_nothing() -> None:
    game = type("Marks", (Tells,), {"made": TallStack((1,) * 100, (1,) * 100)})()
    with pytest.raises(DoesNotHold, match="the rules tell a tall stack from a tuple of the same numbers"):
        metered(game, None, Steps()).play((), 1)


def test_what_a_game_derives_from_tall_stacks_is_not_made_plain() -> None:
    derived = type("Derived", (TallStack,), {})((1,) * 128, (1,))
    game = type("Marks", (Tells,), {"made": derived})()
    assert metered(game, None, Steps()).play((), 1) is derived


def test_what_is_asked_of_a_tall_stack_and_of_its_tuple_is_counted() -> None:
    steps = Steps()
    assert metered(Tells(), None, steps).play((), 1) == (1,) * 200
    assert steps.taken == 3 * weight((1,) * 200)
