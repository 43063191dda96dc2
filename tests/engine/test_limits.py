"""Limits: what is refused, what is worked out where nothing is given, and that each bound is kept."""

import threading
from typing import Any

import pytest
from rows import RowsKernel, game_of

from numduel import Answers, Limits, Value, load
from numduel.engine import limits as limits_module
from numduel.engine import threads as threads_module
from numduel.engine.kernel_table import KernelTable
from numduel.engine.limits import BYTES_A_POSITION, default_memory, default_positions
from numduel.kernels.kernel import MOVER_WINS

LARGE = "operation-stack:max_stack=3,max_value=45"  # 81,991 positions


@pytest.mark.parametrize("name", ["positions", "memory", "threads"])
@pytest.mark.parametrize("value", [0, -1, 2.0, True, "5", float("inf")])
def test_what_is_no_bound_is_refused_in_one_sentence(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=rf"^{name} must be a whole number of at least 1, or None$"):
        Limits(**{name: value})


def test_bounds_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Limits(5)  # type: ignore[call-arg]


def test_limits_are_equal_where_their_bounds_are_and_cannot_be_changed() -> None:
    assert Limits(positions=5) == Limits(positions=5) != Limits(memory=5)
    with pytest.raises(AttributeError):
        Limits().positions = 5  # type: ignore[misc]


def test_without_bounds_a_quarter_of_the_free_memory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "default_memory", lambda: 30_000 * BYTES_A_POSITION)
    assert Limits().memory_to_use == 30_000 * BYTES_A_POSITION
    assert Limits().positions_in_python == default_positions() == 30_000


@pytest.mark.parametrize(("free", "expected"), [(0, 10_000), (1 << 50, 1_000_000)])
def test_with_little_memory_or_much_plain_python_still_goes_some_way_and_not_for_ever(
    free: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits_module, "default_memory", lambda: free)
    assert Limits().positions_in_python == expected


def test_a_system_that_does_not_tell_its_memory_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> int:
        raise ValueError(name)

    monkeypatch.setattr("os.sysconf", refuse)
    assert default_memory.__wrapped__() == 1 << 28


def test_of_two_bounds_on_positions_the_lower_holds() -> None:
    room_for_100 = 100 * BYTES_A_POSITION
    assert Limits(memory=room_for_100).positions_in_python == 100
    assert Limits(memory=room_for_100, positions=50).positions_in_python == 50
    assert Limits(memory=room_for_100, positions=500).positions_in_python == 100
    assert Limits(memory=1).positions_in_python == 1
    assert Limits(positions=5_000_000).positions_in_python == 5_000_000


@pytest.mark.parametrize(
    "limits",
    [Limits(positions=500), Limits(memory=500 * BYTES_A_POSITION), Limits(positions=500, memory=10**9)],
)
def test_plain_python_keeps_to_the_limits(limits: Limits) -> None:
    game = load("top-stack-twelve:supply=2")
    answers = Answers(game, limits=limits)
    assert (answers.table.positions, answers.limit, answers.complete) == (500, 500, False)
    assert answers.verdict(game.initial()).value is Value.UNSOLVED


@pytest.mark.parametrize(
    "limits", [Limits(positions=81_990), Limits(memory=81_990 * 18), Limits(positions=81_990, threads=1)]
)
def test_a_kernel_that_would_break_the_limits_leaves_the_rest_to_plain_python(limits: Limits) -> None:
    answers = Answers(load(LARGE), limits=limits)
    assert (answers.table.method, answers.complete) == ("table", False)
    assert answers.table.positions == limits.positions_in_python


def test_a_kernel_within_the_limits_answers() -> None:
    answers = Answers(load(LARGE), limits=Limits(positions=81_991, memory=10**8, threads=1))
    assert (answers.table.method, answers.positions) == ("kernel", 81_991)


@pytest.mark.parametrize(("threads", "expected"), [(1, 0), (2, 1), (5, 4)])
def test_as_many_threads_share_the_work_as_the_limits_say(
    threads: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[threading.Thread] = []

    class Counted(threading.Thread):
        def start(self) -> None:
            started.append(self)
            super().start()

    monkeypatch.setattr(threads_module, "Thread", Counted)
    KernelTable(RowsKernel(game_of([[MOVER_WINS]] * 100)), limits=Limits(threads=threads))
    assert len(started) == expected  # besides the one that waits for them
