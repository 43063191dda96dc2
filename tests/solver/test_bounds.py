"""Whatever the settings, exploring keeps within its limits: in memory, in moves tried, and in patience."""

import sys
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import pytest

from numduel import Answers, Game, Limits, Outcome, Side, Value, load
from numduel.engine.footprint import EVERY, LARGE, Footprint, size_of
from numduel.engine.growth import estimate, live_after
from numduel.engine.kernel_table import KernelTable, TooLarge
from numduel.kernels import find
from numduel.solver import patience
from numduel.solver.explore import UNKNOWN, Graph, explore
from numduel.solver.table import Table

TALL = ["operation-stack:numbers=1,operations=none,max_stack=50000"]
TALL += ["top-stack-twelve:tokens=1,window=50000,limit=50000"]


@dataclass(frozen=True)
class Wide(Game[int, int]):
    """A tree without end, in which each move adds a digit; it counts the moves that are tried."""

    width: ClassVar[int] = 10
    tried: ClassVar[list[int]] = [0]
    name = "wide"
    title = "Wide"
    summary = "Go on."

    def initial(self) -> int:
        return 1

    def moves(self, state: int) -> Sequence[int]:
        return range(self.width)

    def play(self, state: int, move: int) -> int:
        self.tried[0] += 1
        return state * self.width + move

    def outcome(self, state: int) -> Outcome | None:
        return None

    def vocabulary(self) -> Sequence[int]:
        return range(self.width)


class Chain(Wide):
    """A way of 100,000 steps: long, but no reason to give up."""

    width = 1

    def play(self, state: int, move: int) -> int:
        return state + 1

    def outcome(self, state: int) -> Outcome | None:
        return None if state < 100_000 else Outcome(Side.PREVIOUS, "the end", stuck=True)

    def moves(self, state: int) -> Sequence[int]:
        return range(1) if state < 100_000 else ()


@dataclass(frozen=True)
class Long(Game[tuple[int, ...], int]):
    """A list to which each move adds a number: positions get ever larger."""

    name = "long"
    title = "Long"
    summary = "Go on."

    def initial(self) -> tuple[int, ...]:
        return ()

    def moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return range(1)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def outcome(self, state: tuple[int, ...]) -> Outcome | None:
        return None

    def vocabulary(self) -> Sequence[int]:
        return range(1)


# Memory


@pytest.mark.parametrize("spec", TALL)
def test_tall_stacks_take_no_more_memory_than_they_may(spec: str) -> None:
    memory = 4_000_000
    Answers(load(spec), limits=Limits(memory=memory // 10))  # so that modules it loads do not count
    tracemalloc.start()
    try:
        answers = Answers(load(spec), limits=Limits(memory=memory))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert not answers.complete
    assert 2_000 < answers.limit < 8_000
    assert memory / 2 < peak < memory * 1.1


@pytest.mark.parametrize("spec", TALL)
def test_tall_stacks_are_given_up_as_they_take_long_however_little_memory_they_take(
    spec: str,
) -> None:
    answers = Answers(load(spec))
    assert not answers.complete
    assert 5_000 < answers.limit < 12_000


def test_where_nobody_said_how_far_to_go_large_positions_get_only_so_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "MUCH_MEMORY", 5_000_000)
    assert Answers(Long()).table.bytes < 6_000_000
    asked = Answers(Long(), limits=Limits(positions=2_500))
    assert asked.limit == 2_500
    assert asked.table.bytes > 20_000_000


@pytest.mark.parametrize(
    "spec",
    [
        "top-stack-twelve:supply=2",
        "operation-stack:operations=plus/swap",
        "digit-stack:multiple=1009,target=99999999999",
    ],
)
def test_what_a_graph_says_it_takes_is_about_what_it_takes(spec: str) -> None:
    game = load(spec)
    tracemalloc.start()
    try:
        table = Table(explore(game, game.initial(), 2_000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 0.75 * peak < table.bytes < 3 * peak


@pytest.mark.parametrize("spec", ["digit-stack:target=9999", "top-stack-twelve:supply=2"])
def test_in_plain_python_a_position_takes_at_most_120_bytes_beside_the_index_and_its_key(spec: str) -> None:
    game = load(spec)
    tracemalloc.start()
    try:
        graph = explore(game, game.initial(), 10_000)
        held = tracemalloc.get_traced_memory()[0]
        Table(graph)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    moves = sys.getsizeof(graph.targets) + sys.getsizeof(graph.starts)
    assert len(graph) > 5_000
    assert (peak - held + moves) / len(graph) < 120


def test_parts_of_a_thing_are_counted_once_and_what_all_share_not_at_all() -> None:
    stack = tuple(range(1_000, 2_000))
    alone = size_of(stack, set())
    assert size_of((stack, stack), set()) == alone + size_of((None, None), set())
    assert size_of((Side.NEXT, len, Wide), set()) < 3_000


@pytest.mark.parametrize(
    ("bytes_of_it", "gap"), [(100, EVERY), (LARGE, EVERY), (4 * LARGE, EVERY // 4), (2 * EVERY * LARGE, 1)]
)
def test_the_larger_positions_are_the_sooner_another_is_measured(bytes_of_it: int, gap: int) -> None:
    footprint = Footprint()
    footprint.measure(0, b"", bytes(bytes_of_it - 2 * sys.getsizeof(b"")))
    assert footprint.next_sample == gap


def test_a_kernel_gets_no_more_room_than_the_limits_leave() -> None:
    game = load("operation-stack:max_stack=4,max_value=100")
    with pytest.raises(TooLarge):  # by now everything is loaded and compiled
        KernelTable(find(game), (), Limits(memory=1_000_000, threads=1))
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            KernelTable(find(game), (), Limits(memory=10_000_000, threads=1))
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()


# Patience


def test_a_game_that_grows_without_end_is_given_up_early_and_explored_as_far_as_asked() -> None:
    Wide.tried[0] = 0
    answers = Answers(Wide())
    assert not answers.complete
    assert answers.limit < 200_000
    assert Wide.tried[0] < 2_200_000
    asked = Graph(Wide(), 1, Limits(positions=150_000))
    asked.grow(150_000)
    assert len(asked) == 150_000


def test_a_long_way_is_gone_to_its_end() -> None:
    answers = Answers(Chain())
    assert (answers.positions, answers.verdict(1).value) == (100_000, Value.WIN)


def test_many_moves_for_few_positions_are_not_all_tried() -> None:
    class Broad(Wide):
        width = 3_000
        tried: ClassVar[list[int]] = [0]

    Broad.tried[0] = 0
    answers = Answers(Broad(), limits=Limits(positions=5_000))
    assert answers.limit == 5_000
    assert Broad.tried[0] < 1_100_000
    assert answers.verdict(1).value is Value.UNSOLVED


def test_where_moves_are_far_too_many_to_be_tried_only_a_few_are() -> None:
    class Broad(Wide):
        width = 1_000
        tried: ClassVar[list[int]] = [0]

    Broad.tried[0] = 0
    assert Answers(Broad()).verdict(1).value is Value.UNSOLVED
    assert Broad.tried[0] < 2_100_000  # of the sixteen million that a game with fewer moves may try


def test_what_there_was_no_time_for_is_unknown_and_the_rest_is_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "LOOK_EVERY", 16)
    monkeypatch.setattr(patience, "moves_to_try", lambda positions: 400)
    game = load("top-stack-twelve:supply=2")
    graph = Graph(game, game.initial(), Limits(positions=3_000))
    graph.grow(3_000)
    table, whole = Table(graph), Table(explore(game, game.initial(), 10_000))
    assert len(graph.starts) == len(graph) + 1
    assert UNKNOWN in graph.targets
    known = [(state, verdict) for state, verdict in table if verdict.value is not Value.UNSOLVED]
    assert known
    for state, verdict in known:
        assert verdict.value is whole[state].value
        assert verdict.plies in (None, whole[state].plies)


@pytest.mark.parametrize(
    "spec",
    ["top-stack-twelve:supply=5,window=8,limit=40", "operation-stack:max_stack=4,max_value=300"],
)
def test_a_kernel_gives_up_early_where_there_are_far_more_positions_than_fit(spec: str) -> None:
    game, found = load(spec), [0]

    def report(positions: int, expanded: int) -> None:
        found[0] = positions

    with pytest.raises(TooLarge):
        KernelTable(find(game), game.initial(), Limits(memory=10**9), report)
    assert found[0] < 8_000_000


@pytest.mark.parametrize(
    "spec",
    [
        "top-stack-twelve:tokens=1-999,limit=3000,window=4",
        "operation-duel:target=99999999999999999,add=1-99,multiply=none",
    ],
)
def test_a_kernel_gives_up_the_earlier_the_more_moves_a_position_has(spec: str) -> None:
    game, expanded = load(spec), [0]

    def report(positions: int, so_far: int) -> None:
        expanded[0] = so_far

    with pytest.raises(TooLarge):
        KernelTable(find(game), game.initial(), Limits(memory=6 * 10**9), report)
    assert expanded[0] * len(game.vocabulary()) < 40_000_000
    assert Answers(game, limits=Limits(memory=6 * 10**9)).limit < 10_000


# Estimates


def layers_of(game: Game[Any, Any], most: int) -> tuple[list[int], list[float], list[list[Any]]]:
    """How many positions there are up to each layer, their moves on average, and the layers themselves."""
    seen, layers = {game.key(game.initial())}, [[game.initial()]]
    moves: list[float] = []
    while layers[-1] and len(seen) < most:
        after = [state for before in layers[-1] for state in live_after(game, before)]
        moves.append(len(after) / len(layers[-1]))
        fresh = {game.key(state): state for state in after if game.key(state) not in seen}
        seen |= fresh.keys()
        layers.append(list(fresh.values()))
    ends = [sum(len(layer) for layer in layers[: n + 1]) for n in range(len(layers))]
    return ends, moves, layers


@pytest.mark.parametrize(
    "spec",
    [
        "top-stack-twelve:limit=14,window=6",
        "top-stack-twelve:limit=12,window=10,tokens=1-4",
        "top-stack-twelve:supply=2",
        "operation-stack:max_stack=3,max_value=20",
        "operation-stack:max_stack=4,max_value=6,numbers=1-4",
        "digit-stack:target=99999,digits=1-5",
    ],
)
def test_no_game_that_ends_is_taken_for_far_larger_than_it_is(spec: str) -> None:
    game = load(spec)
    look = partial(estimate, partial(live_after, game), game.size())
    ends, moves, layers = layers_of(game, 100_000)
    assert not layers[-1]
    for number in range(1, len(layers) - 1):
        guess = look(ends[: number + 1], moves[:number], layers[number], 30 * ends[-1])
        assert guess <= 30 * ends[-1]
    assert 0.5 * ends[-1] < guess < 2 * ends[-1]


def test_a_game_that_doubles_is_taken_for_as_large_as_it_will_be() -> None:
    ends, moves, layers = layers_of(Wide(), 10_000)
    assert estimate(partial(live_after, Wide()), None, ends, moves, layers[-1], 10**7) > 10**7


def test_a_few_layers_that_grow_a_thousandfold_are_taken_to_grow_on_and_slow_down_as_they_have() -> None:
    look = partial(estimate, partial(live_after, Wide()), None)
    assert look([1, 1_000, 999_000], [999.0, 998.0], [], 10**8) > 10**8
    assert look([1, 1_000, 101_000, 1_101_000], [999.0, 99.0, 9.0], [], 10**8) == pytest.approx(2_100_000)
    assert look([1, 1_000], [999.0], [], 10**8) == 1_000


def test_an_estimate_follows_only_so_many_moves_however_many_layers_there_are() -> None:
    followed = [0]

    def successors(state: int) -> list[int]:
        followed[0] += 1_000
        return [state] * 1_000

    ends = [1, *range(1_000, 3_000_000, 1_000)]
    guess = estimate(successors, None, ends, [1_000.0] * len(ends), [0] * 60, 10**12)
    assert followed[0] < 100_000
    assert ends[-1] < guess < 3 * ends[-1]
