"""Rows that environments hand out: each holds what it should, and shares memory with no other."""

import copy
import pickle
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

from numduel.adapters.gymnasium import NumduelEnv
from numduel.adapters.pettingzoo import raw_env
from numduel.adapters.rows import Layout, fresh_rows

LAYOUTS = [
    (1, 2, np.int8),
    (9, 9, np.int8),
    (5, 3, np.int16),
    (2, 7, np.int32),
    (17, 12, np.int64),
    (0, 1, np.int8),
]


@pytest.mark.parametrize("mark", [None, 1, 0, -1])
@pytest.mark.parametrize(("features", "actions", "dtype"), LAYOUTS)
def test_rows_hold_what_is_written_to_them(
    features: int, actions: int, dtype: type, mark: int | None
) -> None:
    layout = Layout(features, actions, np.dtype(dtype))
    numbers, flags = [*range(-3, features - 3)], bytes(action % 2 for action in range(actions))
    packed = layout.pack(*numbers) + flags
    for row, mask, memory, part in islice(fresh_rows(layout, mark), 300):
        memory[part] = packed
        assert row.dtype == dtype
        assert row.tolist() == ([] if mark is None else [mark]) + numbers
        assert mask.tolist() == list(flags)
        assert row.flags.writeable
        assert row.flags.aligned


@pytest.mark.parametrize(("features", "actions", "dtype"), LAYOUTS)
def test_rows_share_memory_with_no_other(features: int, actions: int, dtype: type) -> None:
    layout = Layout(features, actions, np.dtype(dtype))
    rows = [row for taken in islice(fresh_rows(layout, 1), 140) for row in taken[:2]]
    for count, row in enumerate(rows):
        row[:] = count % 100
    assert all(set(row.tolist()) == {count % 100} for count, row in enumerate(rows))
    assert not any(np.shares_memory(one, other) for one, other in combinations(rows[-60:], 2))


def test_rows_can_be_filled_beforehand_and_wide_ones_are_made_a_few_at_once() -> None:
    layout = Layout(1_000, 5, np.dtype(np.int64))
    packed = layout.pack(*range(1_000)) + bytes(5)
    row, mask, memory, _ = next(fresh_rows(layout, -1, packed))
    assert row.tolist() == [-1, *range(1_000)]
    assert not mask.any()
    assert len(memory) < 10 * len(packed)


def test_rows_that_all_share_cannot_be_written_to() -> None:
    layout = Layout(2, 2, np.dtype(np.int16))
    packed = layout.pack(300, -300) + bytes([1, 0])
    for row in (layout.observation(packed), layout.marked(0, packed)):
        assert row.tolist()[-2:] == [300, -300]
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 1


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copied_environment_takes_rows_of_its_own(duplicate: Any) -> None:
    env = NumduelEnv("digit-stack", opponent="self")
    seen = [env.reset(seed=1)[0]]
    twin = duplicate(env)
    for action in (3, 4):
        seen += [each.step(action)[0] for each in (env, twin)]
    assert seen[1].tolist() == seen[2].tolist()
    assert not any(np.shares_memory(one, other) for one, other in combinations(seen, 2))


def test_what_is_kept_of_an_episode_stays_as_it_was() -> None:
    env, other = NumduelEnv("top-stack-twelve", opponent="self"), raw_env("top-stack-twelve")
    kept: list[tuple[Any, list[int]]] = []
    for _ in range(200):
        observation, info = env.reset()
        other.reset()
        over = False
        while not over:
            shown = other.last()[0]
            rows = observation, info["action_mask"], *shown.values()
            kept += [(row, row.tolist()) for row in rows]
            assert shown["observation"][1:].tolist() == observation.tolist()
            assert shown["action_mask"].tolist() == info["action_mask"].tolist()
            action = len(kept) // 4 % 6
            other.step(action)
            observation, _, over, _, info = env.step(action)
    assert len(kept) > 1_000
    assert all(row.tolist() == numbers for row, numbers in kept)
