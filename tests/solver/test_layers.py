"""How positions lie by the number of moves to them."""

from array import array

import pytest

from numduel.solver.layers import layer_ends, live_moves


def as_arrays(rows: list[list[int]]) -> tuple["array[int]", "array[int]"]:
    """What the moves of each position lead to, as graphs keep it."""
    starts, targets = array("q", [0]), array("i")
    for row in rows:
        targets.extend(row)
        starts.append(len(targets))
    return starts, targets


TREE = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14]]


@pytest.mark.parametrize(
    ("rows", "ends"),
    [
        ([], [1]),
        ([[]], [1]),
        ([[-1, -2]], [1]),
        ([[0, -1]], [1]),
        ([[1]], [1, 2]),
        ([[1], [0]], [1, 2]),
        ([[1], [2]], [1, 2, 3]),
        (TREE[:1], [1, 3]),
        (TREE[:2], [1, 3]),  # not all are found that are two moves away
        (TREE[:3], [1, 3, 7]),
        (TREE[:6], [1, 3, 7]),
        (TREE, [1, 3, 7, 15]),
        ([[1, 2, -1], [0, 2], [3], [1]], [1, 3, 4]),
    ],
    ids=str,
)
def test_a_layer_ends_where_all_positions_so_many_moves_away_are_found(
    rows: list[list[int]], ends: list[int]
) -> None:
    assert layer_ends(*as_arrays(rows)) == ends


def test_moves_that_end_the_game_are_not_among_those_that_go_on() -> None:
    rows = [[1, 2, -1], [0, -2], [3], [1, -1, -9, 2]]
    assert live_moves(*as_arrays(rows), [0, 1, 3, 4]) == [2, 1, 2]
    assert live_moves(*as_arrays(rows), [1, 3]) == [1]
    assert live_moves(*as_arrays(rows), [2]) == []
