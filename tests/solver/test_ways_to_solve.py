"""Which way a game is solved: how far plain Python goes, when a kernel takes over, and when theory is enough.

Graphs are only counted here, so that games of millions of positions take no time.
"""

import math
import sys
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from diagrams import diagram
from trees import Tree, place, tree

from numduel import Answers, Limits, Outcome, Side, Value, Verdict, kernels
from numduel.solver import answers as module
from numduel.solver.answers import answers_of

ALL = 1_000_000  # that plain Python explores at most where nothing else is said
MEMORY = 16  # bytes that each position takes at least
WANTED = 2 << 20  # positions up to which a game is worth loading its kernel for, where memory is short
Steps = list[Any]


@dataclass
class Situation:
    """A game that has so many positions, and what there is to solve it with."""

    steps: Steps  # how far the graph was grown each time, and what else was done
    positions: float = math.inf
    fitting: float = math.inf  # after so many there is no memory, or no patience, for more
    growth: float | None = None  # about how many there seem to be; None: that cannot be told yet
    kernel: Any = None
    too_large: bool = False  # what the kernel finds out
    numba: bool = True


class Counted:
    """A graph that only counts."""

    situation: Situation

    def __init__(self, game: Any, root: Any, limits: Limits | None) -> None:
        self.found = 1
        self.situation.steps.append("a graph")

    def __len__(self) -> int:
        return self.found

    @property
    def complete(self) -> bool:
        return self.found == self.situation.positions

    def grow(self, limit: int, progress: Any = None) -> None:
        self.situation.steps.append(limit)
        self.found = max(self.found, int(min(limit, self.situation.positions, self.situation.fitting)))

    def give_up(self) -> None:
        self.situation.steps.append("given up")

    def close(self, progress: Any = None) -> None:
        self.situation.steps.append("closed")

    def outgrows(self, most: int, unless_told: bool = False) -> bool:
        return unless_told if self.situation.growth is None else self.situation.growth > most


class TooLarge(Exception):
    pass


@pytest.fixture
def situation(monkeypatch: pytest.MonkeyPatch) -> Situation:
    """A game without end that has no kernel; tests say what is otherwise."""
    made = Situation([])

    def find(game: Any) -> Any:
        made.steps.append("kernel?")
        if made.kernel is None:
            raise kernels.NoKernel("there is none")
        return made.kernel

    def kernel_table(kernel: Any, root: Any, limits: Limits, progress: Any) -> Any:
        made.steps.append("by kernel")
        if made.too_large:
            raise TooLarge
        return SimpleNamespace(method="kernel", made_of=(kernel, root, limits, progress))

    def table(graph: Counted, progress: Any) -> Any:
        graph.close(progress)
        return SimpleNamespace(method="table", positions=len(graph), complete=graph.complete)

    monkeypatch.setattr(kernels, "find", find)
    monkeypatch.setattr(kernels, "available", lambda: made.numba)
    fake = SimpleNamespace(KernelTable=kernel_table, TooLarge=TooLarge)
    monkeypatch.setitem(sys.modules, "numduel.engine.kernel_table", fake)
    monkeypatch.setattr(module, "Graph", Counted)
    monkeypatch.setattr(module, "Table", table)
    monkeypatch.setattr(Counted, "situation", made, raising=False)
    return made


def kernel(size: int = 10**9, actions: int = 10) -> Any:
    return SimpleNamespace(size=size, actions=actions)


def by_kernel(*grown: int) -> Steps:
    return ["a graph", "kernel?", *grown, "by kernel"]


# Without a kernel


@pytest.mark.parametrize(
    ("size", "asked"), [(None, True), (70_000, False), (70_001, True), (10**6, True), (1, False)]
)
def test_a_kernel_is_only_looked_for_where_there_may_be_many_positions(
    size: int | None, asked: bool, situation: Situation
) -> None:
    answers = Answers(tree(most=size), limits=Limits(memory=10**12))
    assert situation.steps == ["a graph", *["kernel?"] * asked, ALL, "closed"]
    assert (answers.table.method, answers.table.positions, answers.advice) == ("table", ALL, "")


@pytest.mark.parametrize(("positions", "asked"), [(1, False), (70_000, False), (70_001, True)])
def test_a_kernel_is_only_looked_for_where_many_positions_are_asked_for(
    positions: int, asked: bool, situation: Situation
) -> None:
    Answers(tree(), limits=Limits(positions=positions))
    assert situation.steps == ["a graph", *["kernel?"] * asked, positions, "closed"]


@pytest.mark.parametrize(
    ("size", "limits", "steps"),
    [
        (70_000, Limits(memory=MEMORY), [ALL]),
        (70_001, Limits(memory=MEMORY), [40_000, "given up"]),
        (30 * 50_000, Limits(memory=50_000 * MEMORY), [ALL]),
        (30 * 50_000 + 1, Limits(memory=50_000 * MEMORY), [40_000, "given up"]),
        (10**8, Limits(memory=100_000 * MEMORY, positions=100_000), [100_000]),
        (10**8, Limits(memory=100_000 * MEMORY, positions=100_001), [40_000, "given up"]),
        (10**8, Limits(memory=100 * MEMORY, positions=5_000), [5_000, "given up"]),
    ],
)
def test_plain_python_does_not_try_what_memory_can_never_hold(
    size: int, limits: Limits, steps: list[int | str], situation: Situation
) -> None:
    Answers(tree(most=size), limits=limits)
    assert situation.steps[-len(steps) - 1 :] == [*steps, "closed"]
    assert ("given up" in situation.steps) == ("given up" in steps)


# How far plain Python goes before the kernel


ROOMY = Limits(memory=10**12)


@pytest.mark.parametrize(
    ("size", "codes", "actions", "grown"),
    [
        (None, 700_001, 10, 7_000),
        (None, 700_000, 10, 14_000),
        (700_001, 10**9, 10, 7_000),
        (700_000, 10**9, 10, 14_000),
        (10**9, 700_000, 10, 14_000),
        (10**9, 10**9, 160, 700),
        (700_000, 10**9, 160, 14_000),
    ],
)
def test_what_may_be_vast_goes_to_its_kernel_as_soon_as_it_is_not_tiny(
    size: int | None, codes: int, actions: int, grown: int, situation: Situation
) -> None:
    situation.kernel, situation.growth = kernel(codes, actions), math.inf
    game = tree(most=size)
    answers = Answers(game, limits=ROOMY)
    assert situation.steps == by_kernel(grown)
    assert vars(answers.table)["made_of"] == (situation.kernel, game.initial(), ROOMY, None)


@pytest.mark.parametrize(
    ("growth", "grown"),
    [(None, [14_000]), (70_001, [14_000]), (70_000, [14_000, 28_000, 56_000, 70_000])],
)
def test_what_is_not_vast_goes_to_its_kernel_when_it_grows_like_it(
    growth: float | None, grown: list[int], situation: Situation
) -> None:
    situation.kernel, situation.growth = kernel(700_000), growth
    assert Answers(tree(), limits=ROOMY).table.method == "kernel"
    assert situation.steps == by_kernel(*grown)


@pytest.mark.parametrize(
    ("codes", "positions", "grown"),
    [(10**9, 7_000, [7_000]), (700_000, 14_000, [14_000]), (700_000, 20_000, [14_000, 28_000])],
)
def test_what_is_complete_by_then_needs_no_kernel(
    codes: int, positions: int, grown: list[int], situation: Situation
) -> None:
    situation.kernel, situation.growth, situation.positions = kernel(codes), 0, positions
    answers = Answers(tree(), limits=ROOMY)
    assert (answers.table.method, answers.positions, answers.limit) == ("table", positions, positions)
    assert situation.steps == ["a graph", "kernel?", *grown, ALL, "closed"]


# Without numba


@pytest.mark.parametrize(("fitting", "advised"), [(70_000, False), (70_001, True)])
def test_without_numba_plain_python_goes_on_and_advises_it_where_there_are_many(
    fitting: int, advised: bool, situation: Situation
) -> None:
    situation.kernel, situation.numba, situation.fitting = kernel(), False, fitting
    answers = Answers(tree(), limits=ROOMY)
    assert situation.steps == ["a graph", "kernel?", 7_000, ALL, "closed"]
    assert (answers.table.positions, answers.positions) == (fitting, None)
    assert answers.advice == (kernels.install_advice() if advised else "")


def test_numba_is_not_advised_where_there_is_no_kernel(situation: Situation) -> None:
    situation.numba = False
    assert Answers(tree(), limits=ROOMY).advice == ""


# Games that are too large


@pytest.mark.parametrize(("actions", "looked_at"), [(16, 7_000), (32, 3_500), (10**7, 1)])
def test_where_the_kernel_refuses_plain_python_only_looks_around(
    actions: int, looked_at: int, situation: Situation
) -> None:
    situation.kernel, situation.too_large = kernel(actions=actions), True
    answers = Answers(tree(), limits=ROOMY)
    assert situation.steps == [*by_kernel(looked_at), looked_at, "given up", "closed"]
    assert (answers.table.method, answers.advice) == ("table", "")


@pytest.mark.parametrize(("fitting", "again"), [(7_000, False), (7_001, True)])
def test_what_was_found_is_kept_unless_it_is_more_than_to_look_around(
    fitting: int, again: bool, situation: Situation
) -> None:
    situation.kernel, situation.too_large, situation.fitting = kernel(700_000), True, fitting
    Answers(tree(), limits=ROOMY)
    assert situation.steps == [*by_kernel(14_000), *["a graph"] * again, 7_000, "given up", "closed"]


def test_where_somebody_has_said_how_far_to_go_plain_python_goes_there(situation: Situation) -> None:
    situation.kernel, situation.too_large = kernel(), True
    answers = Answers(tree(), limits=Limits(memory=10**12, positions=90_000))
    assert situation.steps == [*by_kernel(7_000), 90_000, "closed"]
    assert answers.advice == ""  # which it has


TIGHT = Limits(memory=10**7 * MEMORY)  # for ten million positions at most


@pytest.mark.parametrize(
    ("growth", "steps"),
    [
        (None, [7_000, 14_000, 28_000, "by kernel"]),
        (WANTED, [7_000, "by kernel"]),
        (WANTED + 1, [7_000, 14_000, 28_000, "by kernel"]),
        (30 * WANTED, [7_000, 14_000, 28_000, "by kernel"]),
        (30 * WANTED + 1, [7_000, 7_000, "given up", "closed"]),
    ],
)
def test_no_kernel_is_loaded_for_what_shows_to_be_far_too_large(
    growth: float | None, steps: Steps, situation: Situation
) -> None:
    situation.kernel, situation.growth = kernel(), growth
    answers = Answers(tree(), limits=TIGHT)
    assert situation.steps == ["a graph", "kernel?", 7_000, *steps]
    assert answers.advice == ""


def test_what_shows_to_be_far_too_large_is_given_up_without_numba_too(situation: Situation) -> None:
    situation.kernel, situation.growth, situation.numba = kernel(), math.inf, False
    Answers(tree(), limits=TIGHT)
    assert situation.steps == ["a graph", "kernel?", 7_000, 7_000, 7_000, "given up", "closed"]


def test_many_moves_make_a_game_too_large_sooner(situation: Situation) -> None:
    situation.kernel, situation.growth = kernel(actions=32), 30 * WANTED // 2 + 1
    Answers(tree(), limits=TIGHT)
    assert situation.steps == ["a graph", "kernel?", 3_500, 3_500, 3_500, "given up", "closed"]


@pytest.mark.parametrize(
    ("size", "codes", "limits", "looks"),
    [
        (None, 10**7, TIGHT, False),
        (None, 10**7 + 1, TIGHT, True),
        (10**7, 10**9, TIGHT, False),
        (10**7 + 1, 10**9, TIGHT, True),
        (10**9, 10**7, TIGHT, False),
        (None, 10**9, Limits(memory=10**7 * MEMORY, positions=10**7), False),
        (None, 10**9, Limits(memory=10**7 * MEMORY, positions=10**7 + 1), True),
    ],
)
def test_how_a_game_grows_is_only_asked_where_memory_may_not_hold_it(
    size: int | None, codes: int, limits: Limits, looks: bool, situation: Situation
) -> None:
    situation.kernel, situation.growth = kernel(codes), WANTED
    assert Answers(tree(most=size), limits=limits).table.method == "kernel"
    assert situation.steps == by_kernel(*[7_000] * (1 + looks))


@pytest.mark.parametrize(("positions", "grown"), [(7_000, []), (10_000, [7_000, 14_000])])
def test_a_game_that_ends_while_it_is_looked_at_is_not_hopeless(
    positions: int, grown: list[int], situation: Situation
) -> None:
    situation.kernel, situation.growth, situation.positions = kernel(), WANTED + 1, positions
    answers = Answers(tree(), limits=TIGHT)
    assert situation.steps == ["a graph", "kernel?", 7_000, *grown, ALL, "closed"]
    assert answers.positions == positions


# Theory


THEORY = Verdict(Value.WIN, None, "because")


@pytest.mark.parametrize(
    ("size", "positions", "grown"),
    [
        (None, None, 100_000),
        (None, 50, 50),
        (100_000, None, ALL),
        (100_001, None, 1),
        (50, 50, 50),
        (51, 50, 1),
        (200_000, 150_000, 1),
    ],
)
def test_where_theory_knows_the_winner_only_what_is_affordable_is_explored(
    size: int | None, positions: int | None, grown: int, situation: Situation
) -> None:
    Answers(tree(most=size, known=THEORY), limits=Limits(positions=positions, memory=10**12))
    assert situation.steps[-2:] == [grown, "closed"]
    situation.steps.clear()
    Answers(tree(most=size), limits=Limits(positions=positions, memory=10**12))
    assert situation.steps[-2:] == [positions or ALL, "closed"]


def test_theory_is_not_asked_about_a_game_that_is_over(situation: Situation) -> None:
    def theory(self: Tree, state: Any) -> Verdict:
        raise AssertionError("it is over")

    def outcome(self: Tree, state: Any) -> Outcome | None:
        return Outcome(Side.PREVIOUS, "over") if state == "over" else None

    Answers(tree(theory=theory, outcome=outcome), root="over")
    assert situation.steps[-2:] == [ALL, "closed"]


# Lines, and answers for everyone


def endless_chain(verdict: Verdict) -> Answers:
    """Answers to a chain without end, each of whose places has this verdict."""
    table: Any = SimpleNamespace(complete=True, look_up=lambda state: verdict)
    return Answers.by_table(tree(1), table)


def test_a_line_of_best_play_is_told_for_sixty_moves() -> None:
    answers = endless_chain(Verdict(Value.ENDLESS))
    assert answers.line(place(0)) == [0] * 60
    assert answers.line(place(0), longest=7) == [0] * 7


def test_a_line_ends_where_nothing_is_known_or_a_position_comes_again() -> None:
    assert endless_chain(Verdict(Value.UNSOLVED)).line(place(0)) == []
    assert Answers(diagram({"a": "b", "b": "ca", "c": "a"})).line("a") == [0, 0, 0]


def test_answers_for_everyone_are_those_of_the_whole_game() -> None:
    game = diagram({"a": "b", "b": "+"})
    assert (answers_of(game).game, answers_of(game).positions) == (game, 2)
    assert answers_of(game) is answers_of(game)


def test_by_all_positions_there_are_answers_only_where_there_are_not_too_many() -> None:
    game = diagram({"a": "bc", "b": "c", "c": "-"})
    answers = Answers.of_all(game, most=3)
    assert answers is not None
    assert (answers.game, answers.complete, answers.positions, answers.advice) == (game, True, 3, "")
    assert answers.verdict("a") == Verdict(Value.WIN, 2)
    assert Answers.of_all(game, most=2) is None
