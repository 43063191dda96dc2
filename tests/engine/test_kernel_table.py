"""The compiled solver against the plain one, on any graph: draws, circles, stuck players, threads."""

from array import array
from collections.abc import Hashable
from typing import Any

import pytest
from diagrams import diagram
from hypothesis import given, settings
from hypothesis import strategies as st

from numduel import Side
from numduel.engine import kernel_table
from numduel.engine.kernel_table import KernelTable, TooLarge
from numduel.engine.threads import Workers
from numduel.kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS, Kernel
from numduel.solver.explore import Graph
from numduel.solver.table import Table

Rows = list[list[int]]  # for each position, where each action leads: a position or a mark


class RowsKernel(Kernel[Any]):
    """A kernel that reads where moves lead from its numbers."""

    def __init__(self, rows: Any) -> None:
        self.set_up(diagram({"a": "+"}), len(rows), [len(rows[0]), *(to for row in rows for to in row)])
        self.actions = len(rows[0])

    @staticmethod
    def step(numbers: Any, code: int, action: int) -> int:
        return int(numbers[1 + code * numbers[0] + action])

    @staticmethod
    def observe(numbers: Any, code: int, features: Any) -> None:
        features[0] = code

    def encode(self, state: int) -> int:
        return state

    def decode(self, code: int) -> int:
        return code


def plain_table(rows: Rows) -> Table:
    """What the plain solver makes of the same graph, from position 0 on."""
    order, starts, targets, stuck = [0], array("q", [0]), array("q"), {}
    for number, position in enumerate(order):  # it grows as positions are found
        moves = [to for to in rows[position] if to != ILLEGAL]
        order += dict.fromkeys(to for to in moves if to >= 0 and to not in order)
        targets.extend(order.index(to) if to >= 0 else to for to in moves)
        starts.append(len(targets))
        if not moves:
            stuck[number] = Side.PREVIOUS
    index: dict[Hashable, int] = {position: number for number, position in enumerate(order)}
    return Table(Graph(index, starts, targets, dict(stuck), complete=True))


@st.composite
def graphs(draw: st.DrawFn) -> Rows:
    size, actions = draw(st.integers(1, 25)), draw(st.sampled_from([1, 2, 3, 5, 130]))
    marks = draw(st.lists(st.sampled_from([MOVER_WINS, MOVER_LOSES, DRAWN, ILLEGAL]), max_size=6))
    leads = st.integers(0, size - 1) | st.sampled_from([*marks, 0])
    return draw(st.lists(st.lists(leads, min_size=actions, max_size=actions), min_size=size, max_size=size))


@pytest.mark.parametrize("sparse", [False, True], ids=["by code", "as found"])
@pytest.mark.parametrize("threads", [1, 3])
@settings(deadline=None, max_examples=80)
@given(rows=graphs(), at_once=st.sampled_from([4, 1 << 20]))
def test_any_graph_is_solved_alike(sparse: bool, threads: int, rows: Rows, at_once: int) -> None:
    plain = plain_table(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_table, "AT_ONCE", at_once)
        patch.setattr(kernel_table, "Workers", lambda items, *rest: Workers(items, threads, 1))
        if sparse:
            patch.setattr(kernel_table, "SMALL", 0)
            patch.setattr(kernel_table, "FEW", 1)
        table = KernelTable(RowsKernel(rows), 0)
    assert table.positions == plain.positions
    assert table.any_draws == plain.any_draws
    assert table.any_choice_matters() == plain.any_choice_matters()
    assert [table.look_up(position) for position in range(len(rows))] == [
        plain.get(position) for position in range(len(rows))
    ]


@pytest.mark.parametrize("code", [-1, 3, 10**30])
def test_what_is_no_code_has_no_verdict(code: int) -> None:
    assert KernelTable(RowsKernel([[1], [2], [MOVER_WINS]]), 0).look_up(code) is None


def test_more_moves_than_there_is_memory_for_are_too_many() -> None:
    rows = [[min(position + 1, 99)] * 500 for position in range(100)]
    with pytest.raises(TooLarge, match="has more moves than there is memory for"):
        KernelTable(RowsKernel(rows), 0, memory=400_000)
    assert KernelTable(RowsKernel(rows), 0, memory=410_000).positions == 100
