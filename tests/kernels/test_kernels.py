"""Every kernel plays, numbers and solves exactly as its game's rules say."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import small_games, small_nodes
from strategies import FIRST_VARIANTS, GAMES, OURS, AnyGame, some_games, steps, walk

from numduel import Side, games, kernels, load
from numduel.engine import kernel_table
from numduel.engine.jit import PART, compiled
from numduel.engine.kernel_table import KernelTable, TooLarge
from numduel.engine.limits import Limits
from numduel.kernels import Kernel
from numduel.kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS
from numduel.solver import answers as answers_module
from numduel.solver.answers import Answers
from numduel.solver.explore import explore
from numduel.solver.table import Table

# Another package's game need not have one.
each_game = pytest.mark.parametrize("name", [name for name in GAMES if kernels.kernel_class(games()[name])])
MARKS = {Side.PREVIOUS: MOVER_WINS, Side.NEXT: MOVER_LOSES, None: DRAWN}


@st.composite
def games_with_kernels(draw: st.DrawFn, name: str) -> AnyGame:
    """A game of that name under settings that have a kernel; half of them small enough to solve."""
    game = draw(some_games(name))
    try:
        kernels.find(game)
    except kernels.NoKernel:
        return draw(small_games_with_kernels(name))
    return game


def small_games_with_kernels(name: str) -> st.SearchStrategy[AnyGame]:
    return small_games(name).filter(has_kernel)


def has_kernel(game: AnyGame) -> bool:
    try:
        return kernels.find(game).size <= 300_000
    except kernels.NoKernel:
        return False


def led_to(kernel: kernels.Kernel[Any], state: Any, move: Any) -> int:
    """What the rules say of a move, as a kernel tells it."""
    game = kernel.game
    if move not in game.moves(state):
        return ILLEGAL
    after = game.play(state, move)
    outcome = game.outcome(after)
    return kernel.encode(after) if outcome is None or outcome.stuck else MARKS[outcome.winner]


unpack, play = PART, PART


def play_each(numbers: Any, code: int, targets: Any) -> None:
    """Write what every action leads to, by what all of them begin with."""
    unpacked = unpack(numbers, code)
    for action in range(len(targets)):
        targets[action] = play(numbers, unpacked, action)


def moves_played(kernel: Kernel[Any], code: int) -> list[list[int]]:
    """What every action leads to, played one by one, and all from one code."""
    step, targets = compiled(kernel.step), np.empty(kernel.actions, np.int64)
    compiled(play_each, **kernel.moving)(kernel.numbers, code, targets)
    return [[step(kernel.numbers, code, action) for action in range(kernel.actions)], targets.tolist()]


# The rules


@pytest.mark.parametrize("name", OURS)
def test_every_game_of_ours_has_a_kernel_named_like_it(name: str) -> None:
    assert kernels.find(load(FIRST_VARIANTS[name])).game.name == name


@each_game
@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_a_kernel_plays_by_the_rules(name: str, data: st.DataObject) -> None:
    game = data.draw(games_with_kernels(name))
    kernel = kernels.find(game)
    for position in walk(game, data.draw(steps())):
        if position.outcome is None or position.outcome.stuck:
            code = kernel.encode(position.state)
            assert 0 <= code < kernel.size
            expected = [led_to(kernel, position.state, move) for move in game.vocabulary()]
            assert moves_played(kernel, code) == [expected] * 2


@each_game
@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_a_code_stands_for_its_key_and_shows_its_features(name: str, data: st.DataObject) -> None:
    game = data.draw(games_with_kernels(name))
    kernel = kernels.find(game)
    observe = compiled(kernel.observe)
    for position in walk(game, data.draw(steps())):
        if position.outcome is None:
            code = kernel.encode(position.state)
            assert game.key(kernel.decode(code)) == game.key(position.state)
            features = np.zeros(len(game.feature_bounds()), np.int64)
            observe(kernel.numbers, code, features)
            assert tuple(features) == tuple(game.features(position.state))


@pytest.mark.parametrize(
    "spec",
    [
        "operation-duel:start=9223372036854774000,target=9223372036854774807,add=1/999,multiply=2/999",
        "operation-duel:start=1,target=9223372036854775000,add=999,multiply=999",
        "operation-duel:start=9223372036854774000,target=9223372036854774807,add=7/999,overshoot=forbidden",
        "operation-obliteration:start=999999999999999989,low=0,high=1000000000000000000,no_repeat=none",
        "operation-obliteration:start=333333333333333331,low=0,high=1000000000000000000,no_repeat=none",
        "operation-obliteration:start=333333333333333334,low=0,high=1000000000000000000,multiply=any,no_repeat=none",
        "digit-stack:target=900000000000000000",
        "digit-stack:target=1111111111111111111111111111111111,digits=1",
        "digit-stack:target=123456789,repeats=no",
        "digit-stack:target=99999999999999999999,multiple=140000000000000000",
        "digit-stack:target=999999999999999999,multiple=160000000000000007",
        "digit-stack:target=99,multiple=1000000000000000000",
        "digit-stack:target=1" + "0" * 900 + ",multiple=7919,reach=3",
        "digit-stack:target=987654321,repeats=no,reach=4,multiple=1000003",
        "top-stack-twelve:window=21,limit=1000,tokens=1-6",
        "top-stack-twelve:window=2,limit=1000000000000000000000,tokens=998/999",
        "operation-stack:max_stack=2,max_value=1000000000,numbers=999,target=998001",
        "operation-stack:max_stack=39,max_value=1,numbers=0/1",
        "operation-stack:target=1000000000000000000000,max_stack=3,max_value=900000",
        "operation-stack:max_stack=900,max_value=0,numbers=0",
        "operation-stack:max_stack=2,max_value=1000000000,numbers=1/999,operations=times/negate/double",
        "operation-stack:max_stack=900,max_value=0,numbers=0,operations=swap/negate/double",
    ],
)
def test_nothing_wraps_around_near_the_end_of_64_bits(spec: str) -> None:
    game = load(spec)
    kernel = kernels.find(game)
    for position in walk(game, [7 * n for n in range(60)]):
        if position.outcome is None:
            expected = [led_to(kernel, position.state, move) for move in game.vocabulary()]
            assert moves_played(kernel, kernel.encode(position.state)) == [expected] * 2


def test_a_kernel_with_a_step_of_its_own_plays_by_it_whatever_its_base_unpacks() -> None:
    base = kernels.find(load("operation-stack:max_stack=2,max_value=9"))

    class Passing(type(base)):  # type: ignore[misc]  # the class is known only here
        step = staticmethod(lambda numbers, code, action: code + action)

    passing = Passing(base.game)
    assert base.moving["play"] is base.play is not base.step
    assert passing.moving["play"] is passing.step
    assert passing.moving["unpack"](base.numbers, 7) == 7


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("operation-stack", "only with max_stack and max_value"),
        ("operation-stack:max_stack=4", "only with max_stack and max_value"),
        ("operation-stack:max_stack=1001,max_value=0,numbers=0", "up to max_stack=1,000"),
        ("operation-stack:max_stack=8,max_value=1000", "64-bit codes"),
        ("operation-duel:target=9223372036854775808", "64-bit codes"),
        ("operation-duel:target=1" + "0" * 900, "64-bit codes"),
        ("digit-stack:target=1" + "0" * 900, "64-bit codes"),
        ("digit-stack:target=10000000000000000000", "64-bit codes"),
        ("digit-stack:multiple=1000000000000000000", "64-bit codes"),
        ("digit-stack:repeats=no,reach=2,multiple=1000000000000000", "64-bit codes"),
        ("digit-stack:multiple=1" + "0" * 900, "64-bit codes"),
        ("operation-obliteration:high=1000000000000000000", "64-bit codes"),
        ("top-stack-twelve:window=1000000000,limit=1000000000", "64-bit codes"),
        ("top-stack-twelve:window=40,limit=1000", "64-bit codes"),
        ("top-stack-twelve:supply=100000000000000000000000000", "64-bit codes"),
        ("top-stack-twelve:tokens=1-999,supply=1000", "64-bit codes"),
    ],
)
def test_settings_without_a_kernel_are_refused_in_a_sentence(spec: str, why: str) -> None:
    with pytest.raises(kernels.NoKernel, match=why) as refused:
        kernels.find(load(spec))
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("numbers", "primes"),
    [
        (range(0, 2000), None),
        ([561, 41041, 825265, 321197185, 3215031751, 3825123056546413051 % 10**18], []),
        ([999999999989, 999999999999999989, 4294967291, 4294967311, 3037000493], None),
        ([3215031751 * 7, 999999000001 * 999983 // 10, 1000000007 * 998244353], []),
    ],
)
def test_the_kernel_of_obliteration_knows_primes(numbers: Any, primes: Any) -> None:
    from numduel.kernels.operation_obliteration import is_prime

    def trial(number: int) -> bool:
        return number > 1 and all(number % d for d in range(2, int(min(number - 1, number**0.5 + 1)) + 1))

    fast = compiled(is_prime)
    if primes is not None:
        assert [number for number in numbers if fast(number)] == primes
    elif max(numbers) < 10_000:
        assert [number for number in numbers if fast(number)] == [n for n in numbers if trial(n)]
    else:
        assert all(fast(number) for number in numbers)


# The solver


def assert_both_solve_alike(game: AnyGame, table: KernelTable) -> None:
    plain = Table(explore(game, game.initial(), 100_000))
    assert plain.graph.complete
    assert table.positions == plain.positions
    assert table.any_draws == plain.any_draws
    assert table.decisions() == plain.decisions()
    for state in _states(game).values():
        assert table.look_up(state) == plain[state]


def _states(game: AnyGame) -> dict[Any, Any]:
    """A state for each key that can be reached."""
    found, waiting = {game.key(game.initial()): game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        for move in game.moves(state):
            after = game.play(state, move)
            outcome = game.outcome(after)
            if game.key(after) not in found and (outcome is None or outcome.stuck):
                found[game.key(after)] = after
                waiting.append(after)
    return found


@each_game
@given(data=st.data())
def test_kernel_and_plain_python_give_identical_verdicts(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games_with_kernels(name))
    kernel = kernels.find(game)
    small_nodes(game)
    assert_both_solve_alike(game, KernelTable(kernel, game.initial()))


@each_game
@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_positions_with_numbers_of_their_own_give_the_same_verdicts(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games_with_kernels(name))
    kernel = kernels.find(game)
    small_nodes(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_table, "DENSE", 0)
        table = KernelTable(kernel, game.initial())
    assert_both_solve_alike(game, table)


@pytest.mark.parametrize(
    "spec",
    [
        "operation-stack:max_stack=3,max_value=12,numbers=1-4,target=10",
        "operation-stack:target=10,numbers=1-3,operations=minus/times/swap,max_stack=3,max_value=12",
        "top-stack-twelve:supply=2,tokens=1-5",
        "operation-obliteration:start=199,low=5,high=3000,no_repeat=both",
        "operation-obliteration:start=94,low=6,high=2000,no_repeat=own,multiply=any",
        "digit-stack:target=54321,digits=1-6,repeats=no",
        "digit-stack:target=543216789,digits=1-7,reach=3,multiple=97",
        "digit-stack:target=987654321,repeats=no,multiple=60",
        "operation-stack:target=10,numbers=1-2,operations=plus/times/double,max_stack=3,max_value=12",
        "operation-stack:target=-7,numbers=1/3,operations=minus/swap/negate/double,max_stack=3,max_value=9",
        "operation-duel:target=5000,start=0,add=2/3/7,multiply=2/3,overshoot=forbidden",
    ],
)
def test_larger_games_are_solved_alike_too(spec: str) -> None:
    game = load(spec)
    assert_both_solve_alike(game, KernelTable(kernels.find(game), game.initial()))


@pytest.mark.parametrize(
    "spec",
    [
        "digit-stack:target=4321,digits=1-5",
        "digit-stack:target=4321,digits=1-5,reach=2",
        "digit-stack:target=54321,digits=1-7,multiple=20",
        "digit-stack:target=765432,digits=1-7,repeats=no,reach=3,multiple=12",
        "digit-stack:target=1" + "0" * 1_200 + ",digits=3/4,multiple=3",
    ],
)
def test_the_numbers_that_digit_stacks_codes_stand_for_can_be_made(spec: str) -> None:
    game = load(spec)
    kernel = kernels.find(game)
    states = _states(game)
    known = {0}  # to be made; what begins like another number need not be taken apart again
    for key, state in states.items():
        made = kernel.decode(kernel.encode(state))
        assert game.key(made) == key
        while made not in known:
            known.add(made)
            made, digit = divmod(made, 10)
            assert digit in game.moves(made)


def test_a_kind_that_no_number_is_of_has_no_state() -> None:
    kernel = kernels.find(load("digit-stack:multiple=20"))
    longer = kernel.encode(1)
    assert kernel.decode(longer) == 1
    with pytest.raises(KeyError):
        kernel.decode(longer + 10)  # no number of one digit leaves 11


def test_a_whole_box_agrees_with_what_can_be_reached_of_it() -> None:
    game = load("operation-stack:max_stack=3,max_value=9,numbers=1-3,target=6")
    kernel = kernels.find(game)
    whole, reached = KernelTable(kernel), KernelTable(kernel, game.initial())
    assert whole.positions == kernel.size > reached.positions
    for state in _states(game).values():
        assert whole.look_up(state) == reached.look_up(state)


def test_a_position_that_was_not_reached_has_no_verdict() -> None:
    game = load("operation-duel:target=100,start=10,add=none")
    kernel = kernels.find(game)
    assert KernelTable(kernel, game.initial()).look_up(11) is None


def test_more_positions_than_the_limit_are_too_many() -> None:
    kernel = kernels.find(load("operation-duel:target=1000"))
    with pytest.raises(TooLarge, match="more than 998 positions"):
        KernelTable(kernel, 1, Limits(positions=998))
    assert KernelTable(kernel, 1, Limits(positions=999)).positions == 999


def test_a_box_beyond_the_memory_is_too_large_but_its_positions_may_not_be() -> None:
    game = load("operation-obliteration:start=27,high=1000000000000,no_repeat=none")
    kernel = kernels.find(game)
    with pytest.raises(TooLarge, match="too many for the memory there is"):
        KernelTable(kernel)
    assert KernelTable(kernel, game.initial()).positions == Answers(game).positions


# Which of the two answers


LARGE = "operation-stack:max_stack=3,max_value=12"  # 6,276 positions


@pytest.fixture
def large_is_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a game be large that has a hundredth of the positions for which a kernel is worth it."""
    for name in ("CROSSING", "FAR_BEYOND", "NOT_TINY"):
        monkeypatch.setattr(answers_module, name, getattr(answers_module, name) // 100)


@pytest.mark.usefixtures("large_is_less")
def test_a_large_game_is_solved_by_kernel_and_says_so() -> None:
    game = load(LARGE)
    answers = Answers(game)
    assert answers.method(game.initial()) == "kernel"
    assert answers.positions == Table(explore(game, game.initial(), 200_000)).positions == 6_276


def test_a_small_game_never_loads_numba() -> None:
    program = (
        "import sys, numduel; from numduel.solver.answers import Answers\n"
        "for name in numduel.games():\n"
        "    answers = Answers(numduel.load(name))\n"
        "print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


@pytest.mark.usefixtures("large_is_less")
def test_a_limit_holds_for_the_kernel_too() -> None:
    game = load(LARGE)
    answers = Answers(game, limits=Limits(positions=6_000))
    assert answers.positions is None
    assert answers.method(game.initial()) == "table"


@pytest.fixture
def without_numba(tmp_path: Path) -> dict[str, str]:
    """An environment in which numba cannot be found, as where it is not installed."""
    (tmp_path / "sitecustomize.py").write_text(
        "from importlib.machinery import PathFinder\n"
        "find = PathFinder.find_spec\n"
        "PathFinder.find_spec = lambda name, *rest: (\n"
        "    None if name.partition('.')[0] in ('numba', 'numpy') else find(name, *rest))\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "NUMDUEL_DB": str(tmp_path / "games.db")}


def test_without_numba_plain_python_answers_and_one_line_says_how_to_get_the_fast_path(
    without_numba: dict[str, str],
) -> None:
    spec = "operation-duel:target=72000,add=1/2"
    command = [sys.executable, "-m", "numduel", "solve", spec]
    done = subprocess.run(command, capture_output=True, text=True, env=without_numba, check=True)
    assert "solved by table" in done.stdout
    assert done.stderr.splitlines() == [
        "numba is not installed, or not with a numpy that it can use, so plain Python does it; "
        f"much faster after: {sys.executable} -m pip install --upgrade numba numpy"
    ]


def test_without_numba_a_small_game_needs_no_advice(without_numba: dict[str, str]) -> None:
    command = [sys.executable, "-m", "numduel", "solve", "operation-duel"]
    done = subprocess.run(command, capture_output=True, text=True, env=without_numba, check=True)
    assert done.stderr == ""
