"""Tall stacks: they are what tuples of their numbers are, and long games take little memory with them."""

import copy
import pickle
import random
import tracemalloc

import pytest

import numduel
from numduel.core.tall import LOW, Stack, TallStack, plain, stack_of, sum_of_top
from numduel.match.record import Record

LENGTHS = (LOW + 1, LOW + 2, 2 * LOW - 1, 2 * LOW, 2 * LOW + 1, 3 * LOW + 7)


def numbers(count: int) -> tuple[int, ...]:
    """So many different numbers."""
    return tuple(range(count))


@pytest.mark.parametrize("length", LENGTHS)
def test_a_tall_stack_equals_another_with_the_same_numbers_and_nothing_else(length: int) -> None:
    stack, same = stack_of(numbers(length)), stack_of(numbers(length))
    assert isinstance(stack, TallStack)
    assert (stack, hash(stack), repr(stack)) == (same, hash(same), repr(numbers(length)))
    assert stack != numbers(length)
    assert stack != stack_of(numbers(length - 1))
    assert stack != stack_of((9, *numbers(length)[1:]))
    assert stack != stack_of((*numbers(length)[:-1], -1))
    assert stack != list(numbers(length))


@pytest.mark.parametrize("length", LENGTHS)
def test_numbers_and_slices_are_those_of_the_tuple(length: int) -> None:
    stack, same = stack_of(numbers(length)), numbers(length)
    edges = [None, 0, 1, 2, LOW - 1, LOW, LOW + 1, length - 1, length, length + 5]
    edges += [-edge for edge in edges if edge]
    for start in edges:
        for stop in edges:
            for step in (None, 1, -1, 3):
                part = stack[start:stop:step]
                assert tuple(part) == same[start:stop:step], (start, stop, step)
                assert step not in (None, 1) or part == stack_of(same[start:stop]), (start, stop)
    assert [stack[at] for at in range(-length, length)] == [same[at] for at in range(-length, length)]
    assert (list(stack), list(reversed(stack)), len(stack)) == (list(same), list(reversed(same)), length)
    for outside in (length, -length - 1):
        with pytest.raises(IndexError):
            stack[outside]


def test_stacks_that_grow_and_shrink_stay_what_tuples_would_be() -> None:
    rng = random.Random(7)
    stack: Stack = stack_of(numbers(LOW + 3))
    same = numbers(LOW + 3)
    for step in range(4_000):
        kept = -rng.choice([1, 2, 3, 90]) if rng.random() < 0.4 else len(same)
        more = tuple(
            rng.randrange(9) for _ in range(rng.choice([0, 1, 1, 2, 5, 200 if step % 50 == 0 else 1]))
        )
        stack, same = stack[:kept] + more, same[:kept] + more
        if isinstance(stack, tuple):
            stack = stack_of(stack)
        assert len(stack) == len(same)
        assert stack[-2:] == same[-2:]
        assert isinstance(stack, TallStack) == (len(same) > LOW)
        if step % 40 == 0:
            assert tuple(stack) == same
            assert stack == stack_of(same)
            assert hash(stack) == hash(stack_of(same))


@pytest.mark.parametrize("length", [1, LOW, *LENGTHS])
def test_the_sum_of_the_top_is_that_of_the_tuple(length: int) -> None:
    stack, same, more = stack_of(numbers(length)), numbers(length), (7,)
    for count in {1, 2, LOW - 1, LOW, LOW + 1, max(1, length - LOW), max(1, length - 1), length, length + 9}:
        assert sum_of_top(stack, count) == sum(same[-count:]), count
        assert sum_of_top(stack + more, count) == sum((same + more)[-count:]), count


def test_what_is_below_is_summed_once_for_all_that_share_it() -> None:
    class Summed(int):
        times = 0

        def __radd__(self, other: int) -> int:
            Summed.times += 1
            return int(self) + other

    stack = stack_of((Summed(1),) * (5 * LOW))
    for height in range(5 * LOW, 6 * LOW):
        assert sum_of_top(stack, 10**6) == height
        stack += (1,)
    assert Summed.times <= 6 * LOW


def test_copies_and_plain_states_have_the_same_numbers() -> None:
    tall = numbers(50 * LOW)
    stack = stack_of(tall)
    assert copy.deepcopy(stack) == stack
    assert pickle.loads(pickle.dumps(stack)) == stack
    state = numduel.Position.start(numduel.load("top-stack-twelve")).state._replace(stack=stack)
    assert type(plain(stack)) is tuple
    assert plain(state) == (tall, None)
    assert type(plain(state)) is type(state)
    assert type(plain(state).stack) is tuple
    assert plain(7) == 7


@pytest.mark.parametrize(("spec", "move"), [("operation-stack", "9"), ("top-stack-twelve", "3")])
def test_all_positions_of_a_long_game_take_little_memory(spec: str, move: str) -> None:
    tracemalloc.start()
    positions = list(Record(spec, (move,) * 4_000).positions())
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(positions) == 4_001
    assert taken < 1_500 * len(positions)  # as tuples they would take 16,000 bytes each
