"""Whatever is said about a puzzle is true, by a solver that shares nothing with the package's."""

from random import Random

import pytest
from statements import check_puzzle

from numduel.core.registry import games
from numduel.learn.catalogue import catalogue, find
from numduel.learn.puzzle import Puzzle
from numduel.learn.tasks import TASKS


def sample() -> list[Puzzle]:
    """One puzzle of each task of every game, where it has any, all of a few settings."""
    rng, chosen = Random(2), list[Puzzle]()
    for name in games():
        spec = rng.choice([puzzle.spec for puzzle in catalogue() if puzzle.name == name])
        there = [puzzle for puzzle in catalogue() if puzzle.spec == spec]
        chosen += {puzzle.task: puzzle for puzzle in rng.sample(there, len(there))}.values()
    return chosen


def test_what_is_said_about_puzzles_of_a_few_settings_is_true() -> None:
    puzzles = sample()
    assert {puzzle.task for puzzle in puzzles} == set(TASKS)
    assert sum(map(check_puzzle, puzzles)) > 100


@pytest.mark.slow
def test_what_is_said_about_any_puzzle_is_true() -> None:
    assert sum(map(check_puzzle, catalogue())) > 10_000


def test_a_false_statement_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(find(each.id) for each in sample() if each.task == "win")
    monkeypatch.setattr("statements.hint", lambda puzzle: "There is a win in 99 moves; all do what is asked.")
    with pytest.raises(AssertionError):
        check_puzzle(puzzle)
