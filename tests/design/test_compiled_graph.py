"""Positions and moves that compiled code lays out and solves are those that plain Python finds."""

from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest

from numduel import kernels, load
from numduel.design import compiled_graph
from numduel.design.compiled_graph import graph_by_kernel, solve_moves
from numduel.design.measure import DEFAULT_POSITIONS, figures_of
from numduel.design.measures import rounded
from numduel.design.move_graph import POSITION, BeyondLimits, MoveGraph, move_graph
from numduel.engine.jit import compiled

SPECS = ["operation-duel:fifty", "operation-duel:target=40,add=3,overshoot=forbidden", "top-stack-twelve"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_kernel_finds_the_same_figures(spec: str) -> None:
    game = load(spec)
    by_kernel, by_rules = graph_by_kernel(kernels.find(game), 1_000), move_graph(game, 1_000)
    assert rounded(vars(figures_of(by_kernel))) == rounded(vars(figures_of(by_rules)))


@pytest.mark.parametrize("spec", ["digit-stack", "operation-stack:max_stack=2,max_value=9", *SPECS])
@pytest.mark.parametrize("noted", [1, 64, compiled_graph.NOTED])
def test_every_move_is_noted_once_however_many_are_noted_at_a_time(
    spec: str, noted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_graph, "NOTED", noted)
    game = load(spec)
    by_kernel, by_rules = graph_by_kernel(kernels.find(game), 10_000), move_graph(game, 10_000)
    assert len(by_kernel) == len(by_rules)
    assert len(by_kernel.starts) == len(by_kernel) + 1
    assert by_kernel.starts[-1] == len(by_kernel.targets) == len(by_rules.targets)
    assert by_kernel.values.tolist() == by_rules.values.tolist()
    assert by_kernel.plies.tolist() == by_rules.plies.tolist()


def test_a_kernel_stops_at_the_limit() -> None:
    with pytest.raises(BeyondLimits, match="more than 10 positions"):
        graph_by_kernel(kernels.find(load("operation-duel")), 10)


def test_moves_that_are_too_many_are_refused_before_all_of_them_are_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("numduel.design.move_graph.FEWEST_MOVES", 64)
    monkeypatch.setattr("numduel.design.move_graph.MOST_MOVES", 3)
    monkeypatch.setattr(compiled_graph, "NOTED", 64)
    kernel = kernels.find(load("operation-duel:target=1000,add=1-9"))  # up to ten moves from each position
    with pytest.raises(BeyondLimits, match="more moves or memory than 1,000 positions may take"):
        graph_by_kernel(kernel, 1_000)
    monkeypatch.setattr("numduel.design.move_graph.MOST_MOVES", 10)
    assert len(graph_by_kernel(kernel, 1_000)) == 999


def test_a_game_of_many_million_moves_is_refused_after_the_first_that_are_noted() -> None:
    kernel, reports = kernels.find(load("operation-duel:target=94461,add=1-78,multiply=2-72")), list[int]()
    with pytest.raises(BeyondLimits, match="more moves or memory than 100,000 positions may take"):
        graph_by_kernel(kernel, DEFAULT_POSITIONS, lambda found, expanded: reports.append(expanded))
    assert max(reports) < 94_460 / 4


def test_more_positions_than_usual_are_refused_where_their_figures_would_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("operation-duel:target=20000,add=1-9")
    monkeypatch.setattr("numduel.design.move_graph.ANY_BYTES", 10_000_000)
    for memory, fits in ((10_000_000, False), (100_000_000, True)):
        monkeypatch.setattr("numduel.design.move_graph.default_memory", lambda memory=memory: memory)
        for solved in (partial(graph_by_kernel, kernels.find(game)), partial(move_graph, game)):
            with nullcontext() if fits else pytest.raises(BeyondLimits, match="more moves or memory"):
                assert len(solved(50_000)) == 19_999


def test_draws_and_endless_games_are_solved_as_well(solved: MoveGraph) -> None:
    # From 0 to a draw in two plies; 2 and 3 lead to each other; 4 has lost.
    assert solved.values.tolist() == [3, 3, 4, 4, 2]
    assert solved.plies.tolist() == [2, 1, -1, -1, 0]


@pytest.fixture
def solved() -> MoveGraph:
    # Of the types that a kernel's graph has: for others everything would be compiled anew.
    starts, targets = np.array([0, 2, 4, 5, 6, 6]), np.array([1, 2, -3, -2, 3, 2], POSITION)
    values, plies = np.zeros(5, np.int64), np.zeros(5, np.int64)
    scratch = (np.empty(5, np.int64), np.empty(7, np.int64), np.empty(6, POSITION), np.empty(5, np.int64))
    compiled(solve_moves)(5, starts, targets, values, plies, *scratch)
    return MoveGraph(starts, targets, values, plies)
