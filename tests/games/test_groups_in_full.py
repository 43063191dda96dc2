"""Groups of small games in full: which states, which move, and within how many plies."""

from typing import Any

import pytest

from numduel import load
from numduel.core.induction import Endless, Group, More, Plies, Range, Win
from numduel.games.operation_duel import Operation

ADD, DOUBLE = Operation("+", 1), Operation("*", 2)
EVEN_HEIGHTS = Group((), 1), Group((More(2, 2),), 1)
ANY_HEIGHT = (), (Range(),), (More(2),)
AFTER_A_1 = [
    Group(((More(0), Range(1, most), 1, top), None), 1) for top, most in enumerate((6, 6, 6, 6, 5, 4), 1)
]
FULL: dict[str, Win | Endless] = {
    "operation-stack": Endless(
        EVEN_HEIGHTS,
        (
            *(Group((alone,), 2) for alone in (23, 25)),
            Group((Range(None, 22),), 1),
            Group((Range(26, None),), 1),
            Group((More(3, 2),), 1),
        ),
        ANY_HEIGHT,
    ),
    "operation-stack:target=60,numbers=3/5/6": Endless(
        (Group((), 3), Group((More(2, 2),), 3)),
        (
            *(Group((alone,), 5) for alone in (20, 57, 63)),
            *(Group((Range(low, high),), 3) for low, high in ((None, 19), (21, 56), (58, 59), (61, 62))),
            Group((Range(64, None),), 3),
            Group((More(3, 2),), 3),
        ),
        ANY_HEIGHT,
    ),
    "operation-stack:target=7": Win((Group((), 7, Plies(1)),), ()),
    "operation-duel:target=7": Win(
        (Group(Range(0, 6, 2), ADD, Plies(7, -1)),),
        (Group(Range(1, 5, 2), ADD, Plies(7, -1)), Group(Range(0, 6, 2), ADD, Plies(7))),
    ),
    "operation-duel:target=4,start=0": Win(
        (
            Group(Range(3, 3, 2), ADD, Plies(4, -1)),
            Group(Range(2, 2), DOUBLE, Plies(5, -2)),
            Group(0, ADD, Plies(3)),
        ),
        (
            Group(1, ADD, Plies(2)),
            Group(Range(3, 3, 2), ADD, Plies(4)),
            Group(Range(2, 2), DOUBLE, Plies(4)),
            Group(0, ADD, Plies(4)),
        ),
    ),
    "operation-duel:target=16,start=0": Win(
        (
            Group(Range(9, 15, 2), ADD, Plies(16, -1)),
            Group(Range(5, 8), DOUBLE, Plies(17, -2)),
            Group(Range(3, 3, 2), ADD, Plies(12, -1)),
            Group(Range(2, 2), DOUBLE, Plies(13, -2)),
            Group(0, ADD, Plies(11)),
        ),
        (
            Group(Range(10, 14, 2), ADD, Plies(16, -1)),
            Group(4, ADD, Plies(8)),
            Group(1, ADD, Plies(10)),
            Group(Range(9, 15, 2), ADD, Plies(16)),
            Group(Range(5, 8), DOUBLE, Plies(16)),
            Group(Range(3, 3, 2), ADD, Plies(16)),
            Group(Range(2, 2), DOUBLE, Plies(16)),
            Group(0, ADD, Plies(16)),
        ),
    ),
    "operation-duel:target=40": Win(
        (
            Group(Range(21, 39, 2), ADD, Plies(40, -1)),
            Group(Range(11, 20), DOUBLE, Plies(41, -2)),
            Group(Range(7, 9, 2), ADD, Plies(30, -1)),
            Group(Range(3, 5), DOUBLE, Plies(31, -2)),
            Group(Range(1, 1), DOUBLE, Plies(29, -2)),
        ),
        (
            Group(Range(22, 38, 2), ADD, Plies(40, -1)),
            Group(10, ADD, Plies(20)),
            Group(Range(6, 8, 2), ADD, Plies(30, -1)),
            Group(2, ADD, Plies(26)),
            Group(Range(21, 39, 2), ADD, Plies(40)),
            Group(Range(11, 20), DOUBLE, Plies(40)),
            Group(Range(7, 9, 2), ADD, Plies(40)),
            Group(Range(3, 5), DOUBLE, Plies(40)),
            Group(Range(1, 1), DOUBLE, Plies(40)),
        ),
    ),
    "digit-stack:target=321,digits=2-4": Win(
        (Group(0, 2, Plies(4)), Group(Range(10, 31), 2, Plies(2))),
        (
            Group(3, 2, Plies(4)),
            Group(Range(1, 2), 2, Plies(3)),
            Group(Range(4, 9), 2, Plies(4)),
            Group(Range(100, 320), 2, Plies(1)),
        ),
    ),
    "digit-stack:target=21,digits=1/2": Win(
        (Group(2, 1, Plies(1)), Group(Range(1, 1), 1, Plies(2))),
        (Group(0, 1, Plies(3)), Group(Range(10, 20), 1, Plies(1))),
    ),
    "top-stack-twelve": Endless(
        (Group(((), None), 1), Group(((1, Range(1, 6)), None), 1), *AFTER_A_1),
        (Group(((Range(1, 6),), None), 1), *AFTER_A_1),
        (((), None), ((Range(),), None), ((Range(), Range()), None), ((More(3),), None)),
    ),
}


@pytest.mark.parametrize("spec", FULL)
def test_the_groups_of_a_game_are_these(spec: str) -> None:
    assert load(spec).induction() == FULL[spec]


def test_from_0_both_double_for_ever_where_adding_1_loses() -> None:
    hold = (
        Group(0, DOUBLE),
        Group(Range(5, 7, 2), ADD),
        Group(Range(3, 4), DOUBLE),
        Group(Range(1, 1), DOUBLE),
    )
    assert load("operation-duel:target=8,start=0").induction() == Endless(hold, hold, (Range(0),))


def test_the_groups_of_a_target_too_long_to_count_moves_towards_say_who_wins_alone() -> None:
    target = 2**14_001 - 1
    game: Any = load("operation-duel", {"target": str(target)})
    assert game.induction() == Win((Group(Range(0, target - 1, 2), ADD, Plies(target, -1)),), ())
