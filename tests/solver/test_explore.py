"""Exploring: every position is expanded once, however often it stops at a limit and goes on."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from diagrams import Diagram, diagrams
from hypothesis import given
from hypothesis import strategies as st

import numduel
from numduel import Answers, Game, Limits, Outcome, SettingError, Value, Verdict, kernels, load
from numduel.kernels import Kernel
from numduel.solver import answers as answers_module
from numduel.solver import sweeps
from numduel.solver.answers import answers_of, solve
from numduel.solver.explore import UNKNOWN, Graph, explore
from numduel.solver.table import Table

LARGE = "operation-stack:max_stack=3,max_value=45"  # 81,991 positions; the estimate is ten times as many


@dataclass(frozen=True)
class Counting(Game[Any, Any]):
    """Another game, with every call of its rules counted."""

    game: ClassVar[Game[Any, Any]]
    expanded: ClassVar[Counter[Hashable]]  # how often the moves of each key were asked for
    played: ClassVar[Counter[Hashable]]  # how often each move was played from each key
    estimate: ClassVar[float | None] = None
    name = "counting"
    title = "Counting"
    summary = "Count."

    def initial(self) -> Any:
        return self.game.initial()

    def moves(self, state: Any) -> Sequence[Any]:
        self.expanded[self.key(state)] += 1
        return self.game.moves(state)

    def play(self, state: Any, move: Any) -> Any:
        self.played[self.key(state), move] += 1
        return self.game.play(state, move)

    def outcome(self, state: Any) -> Outcome | None:
        return self.game.outcome(state)

    def vocabulary(self) -> Sequence[Any]:
        return self.game.vocabulary()

    def key(self, state: Any) -> Hashable:
        return self.game.key(state)

    def size(self) -> float | None:
        return self.estimate


def counting(game: Game[Any, Any], estimate: float | None = None) -> Counting:
    counts = {"expanded": Counter[Hashable](), "played": Counter[Hashable]()}
    made = type("CountingOne", (Counting,), {"game": game, "estimate": estimate, **counts})()
    assert isinstance(made, Counting)
    made.expanded.clear()  # a game that is made looks whether it can begin
    return made


def contents(graph: Graph) -> tuple[Any, ...]:
    return graph.index, graph.starts, graph.targets, graph.stuck, graph.complete


# A graph that goes on


@given(game=diagrams(most=12), limits=st.lists(st.integers(1, 14), min_size=1, max_size=5))
def test_a_graph_that_went_on_is_the_graph_of_its_last_limit(game: Diagram, limits: list[int]) -> None:
    limits.sort()
    straight = explore(game, game.initial(), limits[-1])
    graph = Graph(game, game.initial())
    for limit in limits:
        graph.grow(limit)
        assert len(graph) <= limit
    assert contents(graph) == contents(straight)
    straight.close()
    graph.close()
    assert contents(graph) == contents(straight)


@given(game=diagrams(most=12), limits=st.lists(st.integers(1, 14), min_size=1, max_size=5))
def test_no_position_is_expanded_twice_and_no_move_played_twice(game: Diagram, limits: list[int]) -> None:
    counted = counting(game)
    graph = Graph(counted, game.initial())
    for limit in sorted(limits):
        graph.grow(limit)
    graph.close()
    assert counted.expanded == Counter(graph.index.keys())
    assert set(counted.played.values()) <= {1}


@given(game=diagrams(most=12), limit=st.integers(1, 14))
def test_a_closed_graph_has_a_row_for_every_position(game: Diagram, limit: int) -> None:
    graph = explore(game, game.initial(), limit)
    complete = graph.complete
    graph.close()
    assert graph.complete == complete == (UNKNOWN not in graph.targets)
    assert len(graph.starts) == len(graph) + 1
    for key, position in graph.index.items():
        assert len(graph.moves_from(position)) == len(game.moves(str(key)))


def test_a_closed_graph_grows_no_more() -> None:
    game = load("top-stack-twelve")
    graph = explore(game, game.initial(), 10)
    graph.close()
    with pytest.raises(ValueError, match="closed"):
        graph.grow(20)


def test_a_graph_that_was_looked_into_is_the_same_and_goes_on_alike() -> None:
    game = load("digit-stack")
    straight, looked_into = explore(game, game.initial(), 5_000), Graph(game, game.initial())
    assert list(looked_into.starts) == [0]
    looked_into.grow(5_000)
    rows = [list(row) for row in straight.rows()]
    assert rows == [list(row) for row in looked_into.rows()]
    assert rows == [list(straight.moves_from(position)) for position in range(820)]
    assert contents(straight) == contents(looked_into)
    assert rows == [list(row) for row in straight.rows()]
    assert rows == [list(straight.moves_from(position)) for position in range(820)]


@dataclass(frozen=True)
class Forgetful(Game[int, int]):
    """Count down from five by one; the rules do not say what becomes of the player who faces nothing."""

    name = "forgetful"
    title = "Forgetful"
    summary = "Count down."

    def initial(self) -> int:
        return 5

    def moves(self, state: int) -> Sequence[int]:
        return (1,) if state else ()

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return None

    def vocabulary(self) -> Sequence[int]:
        return (1,)


@pytest.mark.parametrize("limits", [Limits(), Limits(memory=10**9)], ids=["few", "counted"])
@pytest.mark.parametrize("most_swept", [0, 5_000], ids=["analyzed", "swept"])
def test_a_player_without_a_move_has_lost_where_rules_forget_to_say_so(
    limits: Limits, most_swept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "MOST_POSITIONS", most_swept)
    answers = Answers(Forgetful(), limits=limits)
    assert [answers.verdict(state) for state in (0, 1, 5)] == [
        Verdict(Value.LOSS, 0),
        Verdict(Value.WIN, 1),
        Verdict(Value.WIN, 5),
    ]


@pytest.mark.parametrize("limits", [None, Limits(memory=10**9)], ids=["few", "counted"])
def test_it_is_asked_once_how_things_stand_in_a_position(
    limits: Limits | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, asked = counting(load("operation-obliteration")), Counter[Hashable]()

    def outcome(self: Counting, state: Any) -> Outcome | None:
        asked[self.key(state)] += 1
        return self.game.outcome(state)

    monkeypatch.setattr(type(counted), "outcome", outcome)
    graph = Graph(counted, counted.initial(), limits)
    graph.grow(1_000)
    assert (len(graph), asked) == (22, Counter(graph.index.keys()))


# Answers explore once


class CountingKernel(Kernel[Any]):
    """The kernel of the game that is counted."""

    def __init__(self, game: Any) -> None:
        inner = kernels.find(game.game)
        self.set_up(game, inner.size, inner.numbers.tolist())
        self.encode, self.decode = inner.encode, inner.decode  # type: ignore[method-assign]
        self.step = inner.step  # type: ignore[method-assign]

    @staticmethod
    def step(numbers: Any, code: int, action: int) -> int:
        raise NotImplementedError

    observe = step  # type: ignore[assignment]

    def encode(self, state: Any) -> int:
        raise NotImplementedError

    def decode(self, code: int) -> Any:
        raise NotImplementedError


# Tests of when plain Python leaves a game to its kernel do with a tenth of the positions that are asked for.
CROSSING, FAR_BEYOND, NOT_TINY = (
    limit // 10 for limit in (answers_module.CROSSING, answers_module.FAR_BEYOND, answers_module.NOT_TINY)
)
LARGE_ENOUGH = "operation-stack:max_stack=3,max_value=20"  # 16,852 positions, estimated as four times as many


@pytest.fixture
def counted_with_kernel(monkeypatch: pytest.MonkeyPatch) -> Counting:
    monkeypatch.setattr(answers_module, "CROSSING", CROSSING)
    monkeypatch.setattr(answers_module, "FAR_BEYOND", FAR_BEYOND)
    monkeypatch.setattr(answers_module, "NOT_TINY", NOT_TINY)
    game = load(LARGE_ENOUGH)
    assert (game.size() or 0) > FAR_BEYOND
    counted = counting(game, estimate=game.size())
    kernel = CountingKernel(counted)
    monkeypatch.setattr(kernels, "find", lambda game: kernel)
    return counted


def test_where_the_kernel_refuses_plain_python_goes_on_to_the_verdicts_of_what_goes_straight(
    counted_with_kernel: Counting,
) -> None:
    limit = CROSSING + 500
    answers = Answers(counted_with_kernel, limits=Limits(positions=limit))
    assert (answers.table.method, answers.table.positions) == ("table", limit)
    assert counted_with_kernel.expanded.total() == limit
    assert set(counted_with_kernel.expanded.values()) == {1}
    assert set(counted_with_kernel.played.values()) == {1}
    game = counted_with_kernel.game
    assert list(answers.table) == list(Table(explore(game, game.initial(), limit)))


def test_a_game_whose_estimate_is_far_beyond_plain_python_goes_to_its_kernel_early(
    counted_with_kernel: Counting,
) -> None:
    answers = Answers(counted_with_kernel)
    assert (answers.table.method, answers.positions) == ("kernel", 16_852)
    assert counted_with_kernel.expanded.total() <= NOT_TINY


def test_a_game_whose_estimate_is_not_that_large_is_tried_in_plain_python_first(
    counted_with_kernel: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(counted_with_kernel), "estimate", CROSSING + 1)
    answers = Answers(counted_with_kernel)
    assert (answers.table.method, answers.positions) == ("kernel", 16_852)
    assert NOT_TINY < counted_with_kernel.expanded.total() <= CROSSING


def test_without_numba_plain_python_goes_on_and_says_how_to_get_it(
    counted_with_kernel: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "available", lambda: False)
    answers = Answers(counted_with_kernel)
    assert (answers.table.method, answers.positions) == ("table", 16_852)
    assert set(counted_with_kernel.expanded.values()) == {1}
    assert answers.advice.endswith(" -m pip install --upgrade numba numpy")


def test_where_only_all_positions_will_do_nothing_is_expanded_in_vain() -> None:
    counted = counting(load(LARGE))
    assert Answers.of_all(counted, 3_000) is None
    assert counted.expanded.total() < 1_500  # those that wait are left alone
    answers = Answers.of_all(counting(load("digit-stack")), 820)
    assert answers is not None
    assert (answers.complete, answers.positions) == (True, 820)


def test_where_only_all_positions_will_do_nothing_is_begun_that_has_too_many_moves() -> None:
    counted = counting(load("top-stack-twelve:limit=200,window=3,tokens=1-199"))  # 19,901 positions
    assert Answers.of_all(counted, 60_000) is None
    assert counted.expanded.total() < 1_000  # and not the 5,000 whose moves may be tried


def test_what_has_many_moves_at_first_and_few_later_is_gone_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("numduel.engine.limits.FEWEST_MOVES", 30_000)
    game = load("operation-duel:target=1500,add=1,multiply=2-299,overshoot=forbidden")
    answers = Answers.of_all(game, 1_500)  # the first have 299 moves, and all together 9,300
    assert answers is not None
    assert answers.positions == 1_499


# The short way


def test_a_spec_and_its_game_are_solved_alike() -> None:
    for asked in ("top-stack-twelve:supply=1", load("top-stack-twelve:supply=1")):
        answers = numduel.solve(asked)
        assert isinstance(answers, Answers)
        assert answers.game == load("top-stack-twelve:supply=1")
        assert answers.complete
        assert answers.verdict(answers.game.initial()) == Answers(answers.game).verdict(
            answers.game.initial()
        )


def test_solve_keeps_to_its_limits() -> None:
    answers = solve("top-stack-twelve:supply=2", Limits(positions=10))
    assert answers.verdict(answers.game.initial()).value is Value.UNSOLVED
    assert answers.table.positions == 10


def test_solve_refuses_what_is_no_game_in_the_words_of_load() -> None:
    with pytest.raises(SettingError, match="there is no game 'chess'"):
        numduel.solve("chess")


def test_answers_for_everyone_are_worked_out_once() -> None:
    game = load("operation-duel")
    assert answers_of(game) is answers_of(load("operation-duel"))


def test_the_solver_is_part_of_the_public_face() -> None:
    for name in ("Answers", "Limits", "Value", "Verdict", "solve"):
        assert name in numduel.__all__
        assert getattr(numduel, name).__name__ == name
