"""Games whose systems would fill memory are refused at once, and who waits for others sees how far it is."""

import json
from pathlib import Path

import numpy as np
import pytest
from diagrams import diagram
from scipy.sparse.linalg import splu

from numduel import load, measure
from numduel.cli.main import main
from numduel.design import fill
from numduel.design.chains import chain_of
from numduel.design.fill import (
    FIRST_PART,
    MOST_ENTRIES,
    TooDense,
    any_move,
    can_end_at_once,
    check_fill,
    largest_component,
    lasting_moves,
    predicted,
    system_of,
)
from numduel.design.grid import read_pattern
from numduel.design.measure import figures_of
from numduel.design.move_graph import Array, MoveGraph, move_graph
from numduel.design.search import Search
from numduel.design.space import Space
from numduel.design.wishes import WORTH_PLAYING, read_wishes
from numduel.engine.limits import Limits
from numduel.engine.values import ENDLESS
from numduel.kernels.kernel import MOVER_WINS

NOTE = "so many positions lead to one another that computing chances takes too much memory"
SMALL = "top-stack-twelve:limit=12,window=3,tokens=1-5,supply=none"  # its positions lead to one another


def graph_of(targets: Array) -> MoveGraph:
    """Positions that lead to these, one row each, and may each end the game as well."""
    size, moves = targets.shape
    ends = np.full((size, 1), MOVER_WINS)
    starts = np.arange(size + 1) * (moves + 1)
    values, plies = np.full(size, ENDLESS, np.int8), np.full(size, -1)
    return MoveGraph(starts, np.hstack([targets, ends]).ravel(), values, plies)


def anywhere(size: int, moves: int) -> MoveGraph:
    return graph_of(np.random.default_rng(1).integers(0, size, (size, moves)))


def nearby(size: int) -> MoveGraph:
    return graph_of((np.arange(size)[:, None] + np.array([-2, -1, 1, 2])) % size)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hardly any game be measured."""
    monkeypatch.setattr(fill, "FIRST_PART", 20)
    monkeypatch.setattr(fill, "MOST_ENTRIES", 50)


def test_positions_that_lead_anywhere_are_refused_without_factoring_all() -> None:
    with pytest.raises(TooDense, match=NOTE):
        check_fill(anywhere(16_000, 30))


def test_as_many_positions_and_more_that_lead_to_near_ones_are_accepted() -> None:
    check_fill(nearby(40_000))


def test_few_positions_are_accepted_however_they_lead_to_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(fill, "splu")  # nothing is factored
    check_fill(anywhere(FIRST_PART - 1, 30))
    size = 2 * FIRST_PART  # in two halves, neither of which is large
    halves = np.random.default_rng(1).integers(0, size // 2 - 1, (size, 5))
    halves[size // 2 :] += size // 2
    check_fill(graph_of(halves))


def test_positions_from_which_no_game_ends_do_not_count() -> None:
    never = anywhere(8_000, 30)
    check_fill(MoveGraph(never.starts, np.maximum(never.targets, 0), never.values, never.plies))


@pytest.mark.parametrize(
    "spec", ["operation-stack:max_stack=3,max_value=24", "top-stack-twelve:limit=61,tokens=1-60"]
)
def test_what_is_predicted_is_near_to_what_it_comes_to(spec: str) -> None:
    graph = move_graph(load(spec), 100_000)
    lasting, starts = lasting_moves(graph)
    steps = any_move(graph, lasting, starts)
    states = largest_component(steps, can_end_at_once(graph, starts))
    size = len(states)
    assert size > FIRST_PART
    parts = [(part, splu(system_of(steps, states[:part])).nnz) for part in fill._parts(size)]
    entries = splu(system_of(steps, states)).nnz
    assert entries / 3 < predicted(parts, size) < 3 * entries < MOST_ENTRIES


@pytest.mark.parametrize("spec", [SMALL, "operation-duel:target=60,overshoot=forbidden,add=2/3"])
def test_the_system_that_is_looked_at_is_that_of_play_in_which_any_move_is_made(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fill, "FIRST_PART", 1)
    graph = move_graph(load(spec), 10_000)
    lasting, starts = lasting_moves(graph)
    chain, steps = chain_of(graph, 1 / graph.counts[graph.source]), any_move(graph, lasting, starts)
    components, sizes = np.unique(chain.component[chain.order], return_counts=True)
    kept = np.flatnonzero(chain.component[chain.order] == components[sizes.argmax()])
    states = largest_component(steps, can_end_at_once(graph, starts))
    assert len(states) == len(kept)
    whole = chain.matrix(1)[kept[0] : kept[-1] + 1, kept[0] : kept[-1] + 1]
    if len(kept) > 1:  # else there are as many largest ones as positions
        assert np.array_equal(states, chain.order[kept])
        assert abs(system_of(steps, states) - whole).max() < 1e-12


@pytest.mark.usefixtures("strict")
def test_a_game_that_is_refused_has_its_value_and_a_note() -> None:
    found = measure(SMALL)
    assert (found.value, found.figures, found.note, found.beyond_limit) == ("endless", None, NOTE, False)


@pytest.mark.usefixtures("strict")
def test_no_higher_limit_is_advised_where_none_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", SMALL]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.endswith(f"Not measured: {NOTE}.")
    assert main(["design", SMALL, "--tries", "1"]) == 1
    complaint = " ".join(capsys.readouterr().err.split())
    assert NOTE in complaint
    assert "--limit" not in complaint


@pytest.mark.usefixtures("strict")
def test_sweeps_and_searches_go_on_with_a_note(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    assert main(["sweep", SMALL, "-o", str(rows), "--processes", "1"]) == 0
    row = json.loads(rows.read_text())
    assert (row["positions"], row["note"]) == (None, NOTE)
    search = Search(Space(read_pattern(SMALL)), read_wishes(WORTH_PLAYING), tries=1)
    search.run()
    assert (search.measured, search.ranked, search.note, search.beyond_limit) == (1, [], NOTE, False)


def test_a_higher_limit_is_advised_where_it_helps() -> None:
    assert measure(SMALL, Limits(positions=5)).beyond_limit


def test_every_figure_that_takes_long_is_counted() -> None:
    steps: list[tuple[int, int]] = []
    graph = move_graph(load("operation-duel:fifty"), 100)
    figures = figures_of(graph, lambda count, done: steps.append((count, done)))
    count = len(figures.noise) + len(figures.ladder) + 1
    assert steps == [(count, done) for done in range(count + 1)]
    assert figures == figures_of(graph)


def test_who_interrupts_is_heard_after_the_next_figure() -> None:
    def interrupt(_count: int, done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(diagram({"a": "b+", "b": "a-"}), computing=interrupt)
