"""Limits: what is refused, what is worked out where nothing is given, and that each bound is kept."""

import subprocess
import sys
import threading
from typing import Any

import pytest
from rows import RowsKernel, game_of

from numduel import Answers, Limits, Value, load
from numduel.engine import limits as limits_module
from numduel.engine import threads as threads_module
from numduel.engine.kernel_table import KernelTable
from numduel.engine.limits import DEFAULT_POSITIONS, default_memory
from numduel.solver import answers as answers_module

LARGE = "operation-stack:max_stack=3,max_value=45"  # 81,991 positions
SMALLER = "operation-stack:max_stack=3,max_value=12"  # 6,276


@pytest.fixture
def kernels_for_smaller_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a kernel solve what has a hundredth of the positions for which it is worth it."""
    for name in ("CROSSING", "FAR_BEYOND", "NOT_TINY"):
        monkeypatch.setattr(answers_module, name, getattr(answers_module, name) // 100)


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
    monkeypatch.setattr(limits_module, "default_memory", lambda: 45_000_000)
    assert Limits().memory_to_use == 45_000_000
    assert Limits().positions_in_python == DEFAULT_POSITIONS == 1_000_000
    assert (Limits(memory=5).memory_to_use, Limits(positions=5).positions_in_python) == (5, 5)


def test_a_process_that_may_take_little_takes_a_quarter_of_what_is_left_to_it() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**29, resource.RLIM_INFINITY));"
        "from numduel.engine.limits import default_memory; print(default_memory())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert 2**24 < int(said) < 2**27


def test_a_system_that_does_not_tell_its_memory_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> int:
        raise ValueError(name)

    monkeypatch.setattr("os.sysconf", refuse)
    assert default_memory.__wrapped__() == 1 << 28


def test_plain_python_keeps_to_a_number_of_positions() -> None:
    game = load("top-stack-twelve:supply=2")
    answers = Answers(game, limits=Limits(positions=500))
    assert (answers.table.positions, answers.limit, answers.complete) == (500, 500, False)
    assert answers.verdict(game.initial()).value is Value.UNSOLVED


@pytest.mark.usefixtures("kernels_for_smaller_games")
@pytest.mark.parametrize(
    "limits", [Limits(positions=6_275), Limits(memory=6_275 * 18), Limits(positions=6_275, threads=1)]
)
def test_a_kernel_that_would_break_the_limits_leaves_the_rest_to_plain_python(limits: Limits) -> None:
    assert Answers(load(SMALLER)).table.method == "kernel"
    answers = Answers(load(SMALLER), limits=limits)
    assert (answers.table.method, answers.complete) == ("table", False)
    assert answers.table.positions <= limits.positions_in_python
    assert answers.table.bytes <= limits.memory_to_use * 1.01


def test_a_game_that_is_far_too_large_is_given_up_early_where_that_is_asked_for() -> None:
    game = load("operation-stack:operations=plus/minus/times/swap")
    early = Answers(game, limits=Limits(positions=300_000, early=True))
    assert 0 < early.limit < 100_000
    assert not early.complete
    assert Answers(load(LARGE), limits=Limits(positions=300_000, early=True)).positions == 81_991


def test_a_kernel_within_the_limits_answers() -> None:
    answers = Answers(load(LARGE), limits=Limits(positions=81_991, memory=10**8, threads=1))
    assert (answers.table.method, answers.positions) == ("kernel", 81_991)


@pytest.mark.parametrize(("threads", "expected"), [(1, 0), (2, 1), (5, 4)])
def test_as_many_threads_share_the_work_as_the_limits_say(
    threads: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[threading.Thread] = []

    class Counted(threads_module._Worker):
        def start(self) -> None:
            started.append(self)
            super().start()

    monkeypatch.setattr(threads_module, "_resting", [])
    monkeypatch.setattr(threads_module, "_Worker", Counted)
    there_and_back = [[1], *([0] for _ in range(99))]
    KernelTable(RowsKernel(game_of(there_and_back)), limits=Limits(threads=threads))
    assert len(started) == expected  # besides the one that waits for them
