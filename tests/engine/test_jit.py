"""What compiled code rests on: tables that say what the rules say, and a cache that is never stale."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from diagrams import diagrams
from foreign import Take, shown
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive import nodes_of, small_games
from strategies import GAMES, AnyGame

from numduel import Side, kernels, load
from numduel.core.integers import count
from numduel.engine import jit, tables
from numduel.engine.jit import compiled
from numduel.engine.numbering import Numbering
from numduel.engine.tables import GameTable, TooManyPositions
from numduel.kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS, OUT_OF_RANGE, NoKernel

each_game = pytest.mark.parametrize("name", GAMES)
MARKS = {Side.PREVIOUS: MOVER_WINS, Side.NEXT: MOVER_LOSES, None: DRAWN}


# Tables


def visible(game: AnyGame, state: Any) -> bool:
    return all(
        low <= each <= high
        for each, (low, high) in zip(game.features(state), game.feature_bounds(), strict=True)
    )


def assert_by_the_rules(game: AnyGame, table: GameTable) -> None:
    """Every position of a table, and nothing but positions that can be reached."""
    vocabulary = list(game.vocabulary())
    assert table.position_of(game.initial()) == 0
    assert game.key(table.state_at(0)) == game.key(game.initial())
    reached = {0}
    for position in range(len(table)):
        state = table.state_at(position)
        if not table.counts[position]:
            assert not game.moves(state)
            continue
        legal = [action for action, move in enumerate(vocabulary) if move in game.moves(state)]
        assert table.legal[position, : table.counts[position]].tolist() == legal
        assert tuple(table.features[position].tolist()) == tuple(game.features(state))
        assert table.position_of(state) == position
        for action, move in enumerate(vocabulary):
            after = table.successors[position, action]
            assert after == expected(game, table, state, move)
            reached.add(int(after))
    decided = {position for position in range(len(table)) if table.counts[position]}
    assert decided == {position for position in reached if position >= 0}


def expected(game: AnyGame, table: GameTable, state: Any, move: Any) -> int:
    """Where a move leads by the rules."""
    if move not in game.moves(state):
        return ILLEGAL
    after = game.play(state, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return MARKS[outcome.winner]
    return table.position_of(after) if visible(game, after) else OUT_OF_RANGE


@each_game
@settings(max_examples=25)
@given(data=st.data())
def test_tables_say_what_the_rules_say(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    nodes = nodes_of(game, most=1_500)
    assume(nodes is not None)
    assert nodes is not None
    table = GameTable(game)
    assert_by_the_rules(game, table)
    assert len(table) == len(nodes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "find", no_kernel)
        by_rules = GameTable(game)
    assert_by_the_rules(game, by_rules)
    # Kernels number positions as they are found too, but know of those in which a player is stuck.
    decided = np.count_nonzero(table.counts)
    assert len(by_rules) == decided


def no_kernel(game: AnyGame) -> Any:
    raise NoKernel("there is none")


@given(game=diagrams().map(shown) | st.just(Take()))
def test_games_without_a_kernel_have_tables_all_the_same(game: AnyGame) -> None:
    assert_by_the_rules(game, GameTable(game))


@pytest.mark.parametrize("spec", ["operation-duel:target=50,add=1-5", "take"])
def test_as_many_positions_as_there_is_room_for_and_no_more(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Take() if spec == "take" else load(spec)
    table = GameTable(game)
    monkeypatch.setattr(tables, "MAX_ENTRIES", len(table) * table.actions)
    assert len(GameTable(game)) == len(table)
    for room in (len(table) * table.actions - 1, table.actions, 0):
        monkeypatch.setattr(tables, "MAX_ENTRIES", room)
        with pytest.raises(TooManyPositions) as refused:
            GameTable(game)
        most = room // table.actions
        assert str(refused.value) == f"{spec} has more than {count(most, 'position')}: too many for tables"


def test_rules_fill_smaller_tables_than_kernels_do(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(GameTable(Take()))
    monkeypatch.setattr(tables, "MAX_BY_RULES", count)
    assert len(GameTable(Take())) == count
    monkeypatch.setattr(tables, "MAX_BY_RULES", count - 1)
    with pytest.raises(TooManyPositions, match=rf"^take has more than {count - 1} positions"):
        GameTable(Take())


def test_a_long_spec_does_not_make_a_long_sentence() -> None:
    game = load("operation-duel:target=999999999,add=" + "/".join(str(n) for n in range(1, 200, 2)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "MAX_ENTRIES", 100)
        with pytest.raises(TooManyPositions) as refused:
            GameTable(game)
    assert len(str(refused.value)) < 150


def test_what_cannot_be_reached_or_has_nothing_to_decide_is_no_position() -> None:
    table = GameTable(load("operation-duel:target=40,start=3,add=3,multiply=2,overshoot=forbidden"))
    assert table.position_of(6) > 0
    # Never come to; stuck; the target; below the start, next to it, and beyond everything.
    for state in (5, 39, 40, 0, 2, 41, 10**30, -(10**30)):
        with pytest.raises(KeyError):
            table.position_of(state)
    by_rules = GameTable(Take())
    for state in (4, 0, 11, -1):
        with pytest.raises(KeyError):
            by_rules.position_of(state)


@pytest.mark.parametrize("code", [-1, -2, 1, 37, 38, 99, 10**30])
def test_a_code_that_was_not_reached_has_no_number(code: int) -> None:
    kernel = kernels.find(load("operation-duel:target=40,start=3,add=3"))
    numbering = Numbering(kernel, kernel.start, 1_000)
    assert numbering.find(code) is None
    assert numbering.find(kernel.start) == 0


@pytest.mark.parametrize("limit", [1, 4_000, 4_096, 5_000, 16_383, 19_999, 20_000, 100_000])
def test_numbers_are_given_until_there_are_too_many(limit: int) -> None:
    # Room is made bit by bit, and never much more than the limit asks for.
    game = load("operation-duel:target=20001,add=1-3")
    kernel = kernels.find(game)
    numbering = Numbering(kernel, kernel.start, limit)
    assert numbering.complete == (limit >= 20_000)
    if numbering.complete:
        assert sorted(numbering.codes.tolist()) == list(range(20_000))
        assert [numbering.find(code) for code in numbering.codes[::997].tolist()] == list(
            range(0, 20_000, 997)
        )
    else:
        assert limit < len(numbering) <= max(limit + 2 * kernel.actions + 1, 1 << 12)


class Wide(Take):
    """More actions than 16 bits hold."""

    name = "wide"

    def vocabulary(self) -> Sequence[int]:
        return range(40_000)

    def moves(self, state: int) -> Sequence[int]:
        return range(39_000, 40_000) if state == 10 else () if state == 0 else (1,)

    def play(self, state: int, move: int) -> int:
        return 3 if state == 10 else state - 1


def test_more_actions_than_16_bits_hold_do_not_wrap_around() -> None:
    table = GameTable(Wide())
    assert (table.legal[0, 999], table.counts[0]) == (39_999, 1_000)
    assert table.legal.min() == 0


def test_features_beyond_64_bits_are_refused() -> None:
    with pytest.raises(NoKernel, match=r"^operation-duel:.* has features that 64 bits do not hold$"):
        GameTable(load(f"operation-duel:start={10**30},target={10**30 + 9}"))


# Compiled code, and how it is kept


def run(folder: Path, program: str, **environment: Any) -> str:
    """What a program prints in a process of its own."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    variables = {**os.environ, "PYTHONPATH": path, **{key: str(each) for key, each in environment.items()}}
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=variables, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


TAKES_COMPILED_CODE = """
from numduel import load
from numduel.adapters.vector import NumduelVectorEnv
from numduel.engine import jit
from numduel.engine.batch import Batch
from numduel.engine.search import Search
envs = NumduelVectorEnv(2, "operation-duel", opponent="self")
envs.reset(seed=1)
envs.step(envs.legal_actions_at_random())
batch = Batch(load("operation-duel"), 2)
batch.play([0, 1])
Search(load("operation-duel"), 9).from_state(1, 1)
"""
COUNTS_IT = """
stats = [each.stats for each in jit._fingerprints]
print(sum(len(each.cache_misses) for each in stats), sum(len(each.cache_hits) for each in stats))
"""


def test_only_the_first_process_ever_compiles(tmp_path: Path) -> None:
    exec(TAKES_COMPILED_CODE, {})  # here, if nobody has so far
    misses, hits = map(int, run(tmp_path, TAKES_COMPILED_CODE + COUNTS_IT).split())
    assert misses == 0
    assert hits >= 8


OWN = """
from other import ADDED, helper
def outer(number):
    return 2 * number
def calls(number):
    return helper(number)
def constant(number):
    return number + ADDED
"""
OTHER = """
ADDED = 1
def helper(number):
    return deeper(number)
def deeper(number):
    return 5 * number
"""
USED = (
    "import own\n"
    "from numduel.engine.jit import compiled\n"
    "made = [compiled(each) for each in (own.outer, own.calls, own.constant)]\n"
    "print(*(each(10) for each in made), sum(each.stats.cache_hits.total() for each in made))\n"
)


def put(folder: Path, name: str, text: str) -> None:
    """A file that looks as old and as large as ever, whatever is in it."""
    (folder / name).write_text(text)
    os.utime(folder / name, (10**9, 10**9))


@pytest.fixture
def use_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], str]:
    """A function: what `USED` prints where nothing is loaded of the files that it uses, as in a new process.

    It is told the folder in which compiled code is to be kept.
    """
    put(tmp_path, "own.py", OWN)
    put(tmp_path, "other.py", OTHER)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def use(kept: Path) -> str:
        monkeypatch.setattr(numba.config, "CACHE_DIR", str(kept))
        jit._contents.cache_clear()
        with redirect_stdout(StringIO()) as said:
            exec(USED, {})
        for name in ("own", "other"):
            del sys.modules[name]
        return said.getvalue()

    return use


def test_code_that_was_edited_is_never_served_from_before(
    tmp_path: Path, use_anew: Callable[[Path], str]
) -> None:
    # Neither the function itself, nor what it calls in another file, nor a constant of another file.
    kept = tmp_path / "cache"
    assert use_anew(kept) == "20 50 11 0\n"
    assert use_anew(kept) == "20 50 11 3\n"
    put(tmp_path, "other.py", OTHER.replace("5 *", "7 *").replace("= 1", "= 4"))
    assert use_anew(kept) == "20 70 14 1\n"
    put(tmp_path, "own.py", OWN.replace("2 *", "3 *"))
    assert use_anew(kept) == "30 70 14 0\n"


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(
    tmp_path: Path, use_anew: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Files stand where folders would be made; that stops even those who may write everywhere.
    (tmp_path / "__pycache__").write_text("")
    taken = tmp_path / "taken"
    taken.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(taken / "home"))
    monkeypatch.setenv("HOME", str(taken))
    for _ in range(2):
        assert use_anew(taken / "cache") == "20 50 11 0\n"


WITH_ALGEBRA = (
    "import sys, numba, numpy, own\n"
    "from numduel.engine.jit import compiled\n"
    "compiled(own.calls)(10)\n"
    "before = 'scipy.linalg' in sys.modules\n"
    "product = numba.njit(lambda a: numpy.dot(a, a))(numpy.array([1.0, 2.0]))\n"
    "print(before, 'scipy.linalg' in sys.modules, product)\n"
)


def test_linear_algebra_is_loaded_only_for_what_needs_it(tmp_path: Path) -> None:
    put(tmp_path, "own.py", OWN)
    put(tmp_path, "other.py", OTHER)
    assert run(tmp_path, WITH_ALGEBRA) == "False True 5.0\n"


def test_where_numba_finds_no_place_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled(number: int) -> int:
        return 2 * number

    def refuse(*_: Any, **options: Any) -> Any:
        if options.pop("cache", False):
            raise RuntimeError("cannot cache function: no locator available")
        return made(**options)

    made = numba.njit
    monkeypatch.setattr(numba, "njit", refuse)
    assert compiled(doubled)(21) == 42


def test_a_function_is_put_in_the_place_of_a_name_and_compiled_once() -> None:
    assert compiled(calls_part, part=triple)(2) == 7
    assert compiled(calls_part, part=square)(5) == 26
    assert compiled(calls_part, part=triple) is compiled(calls_part, part=triple)
    assert compiled(calls_part, part=compiled(triple))(2) == 7
    names = {jit._fingerprints[compiled(calls_part, part=each)] for each in (triple, square)}
    assert len(names) == 2


part = jit.PART


def calls_part(number: int) -> int:
    return int(part(number)) + 1


def triple(number: int) -> int:
    return 3 * number


def square(number: int) -> int:
    return number * number
