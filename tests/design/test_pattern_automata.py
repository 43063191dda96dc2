"""Automata: minimised to what brute force says, and learned back from the words that they tell."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from numduel.design.pattern.automata import Automaton, learn, minimise

SEEDS = range(60)


def some_automaton(seed: int, states: int = 5, letters: int = 2) -> Automaton:
    rng = Random(seed)
    steps = tuple(tuple(rng.randrange(states) for _ in range(letters)) for _ in range(states))
    return Automaton(steps, tuple(rng.random() < 0.5 for _ in range(states)))


def words(longest: int, letters: int = 2) -> Iterator[tuple[int, ...]]:
    for length in range(longest + 1):
        yield from product(range(letters), repeat=length)


def classes(automaton: Automaton) -> int:
    """How many states can be reached and told apart by some word: as many as the smallest automaton has.

    States of an automaton that any word tells apart are told apart by one with fewer letters than states.
    """
    reached = {0}
    for _ in automaton.steps:
        reached |= {after for state in reached for after in automaton.steps[state]}
    ends = set()
    for state in reached:
        steps = [list(row) for row in automaton.steps]
        seen = []
        for word in words(len(automaton) - 1):
            at = state
            for letter in word:
                at = steps[at][letter]
            seen.append(automaton.outputs[at])
        ends.add(tuple(seen))
    return len(ends)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_smallest_automaton_says_the_same_with_as_many_states_as_can_be_told_apart(seed: int) -> None:
    automaton = some_automaton(seed)
    smallest = minimise(automaton)
    assert all(smallest.run(word) == automaton.run(word) for word in words(8))
    assert len(smallest) == classes(automaton)
    assert minimise(smallest) == smallest


@pytest.mark.parametrize("seed", range(20))
def test_no_smaller_automaton_of_all_there_are_says_the_same(seed: int) -> None:
    smallest = minimise(some_automaton(seed, states=3))
    sample = [(word, smallest.run(word)) for word in words(5)]
    for states in range(1, len(smallest)):
        for flat in product(range(states), repeat=2 * states):
            steps = tuple(flat[2 * state : 2 * state + 2] for state in range(states))
            for outputs in product((False, True), repeat=states):
                other = Automaton(steps, outputs)
                assert any(other.run(word) != outcome for word, outcome in sample)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_automaton_is_learned_back_from_its_words(seed: int) -> None:
    automaton = some_automaton(seed)
    learned = learn([(word, automaton.run(word)) for word in words(11)], 2, skips_zeros=False)
    assert learned == minimise(automaton)


def test_too_few_words_teach_nothing() -> None:
    automaton = some_automaton(3)
    assert learn([(word, automaton.run(word)) for word in words(2)], 2, skips_zeros=False) is None


def test_zeros_at_the_start_can_be_skipped() -> None:
    """Words without zeros in front tell how many letters 1 they have; the start has a loop for zeros."""
    sample = [(word, sum(word) % 2 == 1) for word in words(9) if word[:1] != (0,)]
    learned = learn(sample, 2, skips_zeros=True)
    assert learned is not None
    assert (learned.steps, learned.outputs) == (((0, 1), (1, 0)), (False, True))
