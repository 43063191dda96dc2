"""Layers: how the positions that were found lie, by the number of moves to them."""

from array import array
from itertools import pairwise


def layer_ends(starts: "array[int]", targets: "array[int]") -> list[int]:
    """How many positions there are up to each number of moves, where all of those are found.

    The moves of position i are `targets[starts[i]:starts[i + 1]]`, and positions are numbered breadth first.
    """
    begin, ends = 0, [1]
    while ends[-1] < len(starts):
        row = targets[starts[begin] : starts[ends[-1]]]
        begin, end = ends[-1], max(row, default=-1) + 1
        if end <= begin:
            break
        ends.append(end)
    return ends


def live_moves(starts: "array[int]", targets: "array[int]", borders: list[int]) -> list[float]:
    """How many moves that do not end the game a position has on average, between each two borders."""
    return [
        sum(target >= 0 for target in targets[starts[begin] : starts[end]]) / (end - begin)
        for begin, end in pairwise(borders)
    ]
