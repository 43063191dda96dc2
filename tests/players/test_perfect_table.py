"""Perfect play at all positions at once: the very moves that are found position by position."""

from random import Random
from typing import Any

import numpy as np
import pytest
from diagrams import Diagram, diagrams
from hypothesis import given, settings
from strategies import AnyGame
from three_in_a_row import TicTacToe

from numduel import load
from numduel.engine.tables import GameTable
from numduel.players.perfect import PerfectPlayer
from numduel.players.perfect_table import PRIME, UNSURE, PerfectTable, choose_at_depth, expect_of_ours
from numduel.solver.answers import Answers

# Deep looks ahead and shallow ones, ends of every kind, circles.
SPECS = [
    "operation-duel:target=40,add=1-3",
    "digit-stack:target=321",
    "top-stack-twelve:limit=7,tokens=1-3",
    "operation-stack:max_stack=2,max_value=4,numbers=1/2,target=3",
    "operation-stack:max_stack=3,max_value=24",
]


def assert_same_moves(game: AnyGame, most: int) -> None:
    """Compare so many positions, drawn at random."""
    table = GameTable(game, shown=False)
    found, player, vocabulary = PerfectTable(table), PerfectPlayer(Answers(game)), list(game.vocabulary())
    open_positions = np.flatnonzero(table.counts).tolist()
    for position in Random(1).sample(open_positions, min(most, len(open_positions))):
        liked = [vocabulary.index(move) for move in player.equal_best(table.state_at(position))]
        assert found.good[position, : found.counts[position]].tolist() == sorted(liked), position
    assert not found.counts[table.counts == 0].any()


@pytest.mark.parametrize("spec", SPECS)
def test_the_moves_are_those_found_position_by_position(spec: str) -> None:
    assert_same_moves(load(spec), most=25)


def test_games_without_a_kernel_are_played_alike() -> None:
    assert_same_moves(TicTacToe(), most=40)


@settings(max_examples=40)
@given(game=diagrams(most=7))
def test_in_any_diagram_the_moves_are_those_found_position_by_position(game: Diagram) -> None:
    assert_same_moves(game, most=7)


def expectations(*pairs: tuple[float, int]) -> Any:
    floats, fractions = zip(*pairs, strict=True)
    return np.array(floats), np.array(fractions, np.int64)


@pytest.mark.parametrize(
    ("first", "second", "known"),
    [
        ((0.5, 7), (0.5 + 1e-13, 7), 7),  # rounding alone tells them apart
        ((0.5, 7), (0.5 + 1e-13, 8), UNSURE),
        ((0.5, UNSURE), (0.5, UNSURE), UNSURE),
        ((0.25, 7), (0.5, 8), 8),
        ((0.5, 8), (0.25, UNSURE), 8),
    ],
)
def test_expectations_about_the_same_are_equal_only_if_their_fractions_are(
    first: tuple[float, int], second: tuple[float, int], known: int
) -> None:
    row, keeps = np.array([0, 1], np.int32), np.ones(2, np.int8)
    highest, exact = expect_of_ours(row, keeps, *expectations(first, second))
    assert (highest, exact) == (max(first[0], second[0]), known)


def test_where_it_cannot_tell_it_gives_no_answer() -> None:
    successors, flags = np.array([[0, 1], [1, 1]], np.int32), np.full((2, 2), 3, np.int8)
    verdicts = (np.full(2, 4), np.zeros(2, np.int32))  # endless
    good, counts = np.zeros((2, 2), np.int16), np.zeros(2, np.int16)
    chosen = (np.array([1, 2], np.int8), 1, good, counts)
    near = expectations((0.5, 1), (0.5 + 1e-12, PRIME - 1))
    choose_at_depth(successors, verdicts, flags, near, chosen, (0, 2))
    assert counts.tolist() == [0, 0]
    choose_at_depth(successors, verdicts, flags, expectations((0.5, 1), (0.4, 1)), chosen, (0, 2))
    assert (counts.tolist(), good[0, 0]) == ([1, 0], 0)
