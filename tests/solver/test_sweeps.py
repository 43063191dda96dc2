"""Sweeps and retrograde analysis find the same verdicts, whatever the game is like."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest
from three_in_a_row import TicTacToe

from numduel import Game, Outcome, Side, Value, Verdict, load
from numduel.solver import sweeps
from numduel.solver.explore import Graph, explore
from numduel.solver.table import Table

SPECS = [
    "digit-stack",
    "digit-stack:target=300,repeats=no",
    "operation-duel",
    "operation-duel:target=30,add=1-3,multiply=2/3",
    "operation-duel:target=200",  # not tiny, and what is found later leads to what was found before
    "operation-obliteration",
    "operation-obliteration:no_repeat=none",
    "operation-stack:ten",
    "operation-stack:max_stack=2,max_value=12",
    "top-stack-twelve",
    "top-stack-twelve:two-of-each",
]


@dataclass(frozen=True)
class Maze(Game[int, int]):
    """Places with ways between them at random, cycles too; some are ends, in some nobody can move."""

    ways: ClassVar[dict[int, tuple[int, ...]]] = {}
    ends: ClassVar[dict[int, Outcome]] = {}
    name = "maze"
    title = "Maze"
    summary = "Go on."

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> Sequence[int]:
        return () if state in self.ends else self.ways[state]

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> Outcome | None:
        return self.ends.get(state)

    def vocabulary(self) -> Sequence[int]:
        return range(len(self.ways))


def analyzed(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> Table:
    """The table of a graph by retrograde analysis, whatever its size."""
    with monkeypatch.context() as patch:
        patch.setattr(sweeps, "MOST_POSITIONS", 0)
        return Table(graph)


def assert_same(game: Game[int, int], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Compare both ways to solve a game; whether sweeps came to an end."""
    graph = explore(game, game.initial(), 20_000)
    assert graph.complete
    swept, other = Table(graph), analyzed(graph, monkeypatch)
    assert (swept.values, swept.plies) == (other.values, other.plies)
    return sweeps.sweep(graph) is not None


@pytest.mark.parametrize("spec", SPECS)
def test_games_have_the_same_verdicts_either_way(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert assert_same(load(spec), monkeypatch)


def test_draws_are_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert assert_same(TicTacToe(), monkeypatch)  # type: ignore[arg-type]


@pytest.mark.parametrize("tiny", [0, 64], ids=["in order", "in any order"])
def test_mazes_are_the_same_either_way_and_few_take_too_many_sweeps(
    tiny: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "TINY", tiny)
    rng, done = random.Random(3), 0
    kinds = [Outcome(side, "an end", stuck=stuck) for side in (*Side, None) for stuck in (False, True)]
    for _ in range(150):
        places = rng.randrange(3, 60)
        ways = {
            place: tuple(rng.sample(range(1, places), rng.randrange(1, min(4, places))))
            for place in range(places)
        }
        ends = {place: rng.choice(kinds) for place in range(1, places) if rng.random() < 0.3}
        monkeypatch.setattr(Maze, "ways", ways)
        monkeypatch.setattr(Maze, "ends", ends)
        done += assert_same(Maze(), monkeypatch)
    assert done > 130


@dataclass(frozen=True)
class Contradictory(Maze):
    """A maze whose rules list moves also where they say that nobody can move."""

    def moves(self, state: int) -> Sequence[int]:
        return self.ways[state]


@pytest.mark.parametrize("tiny", [0, 64], ids=["in order", "in any order"])
@pytest.mark.parametrize("back", [0, 3], ids=["in a circle", "in no circle"])
def test_moves_where_rules_say_that_nobody_can_move_do_not_count(
    tiny: int, back: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "TINY", tiny)
    monkeypatch.setattr(Contradictory, "ways", {0: (1, 2), 1: (3,), 2: (back,)})
    ends = {1: Outcome(Side.NEXT, "stuck", stuck=True), 3: Outcome(Side.PREVIOUS, "an end")}
    monkeypatch.setattr(Contradictory, "ends", ends)
    assert assert_same(Contradictory(), monkeypatch)


def test_where_many_sweeps_would_be_needed_the_game_is_solved_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweeps, "MOST_SWEEPS", 1)
    game = load("operation-obliteration")  # in which moves lead in circles
    graph = explore(game, game.initial(), 1_000)
    assert sweeps.sweep(graph) is None
    assert Table(graph).look_up(game.initial()) == Verdict(Value.WIN, 3)
