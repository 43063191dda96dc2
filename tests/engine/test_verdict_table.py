"""The interface of solved tables: one suite, run over every implementation."""

from collections.abc import Callable
from typing import Any

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Answer, small_games, small_nodes
from strategies import GAMES, AnyGame

from numduel import Answers, Value, Verdict, kernels, load
from numduel.engine import kernel_table, reached
from numduel.engine.kernel_table import KernelTable
from numduel.engine.verdict_table import VerdictTable
from numduel.solver.explore import explore
from numduel.solver.table import Table

Make = Callable[[AnyGame, Any], VerdictTable]


def by_table(game: AnyGame, root: Any) -> VerdictTable:
    return Table(explore(game, root, limit=100_000))


def by_kernel(game: AnyGame, root: Any) -> VerdictTable:
    return KernelTable(kernels.find(game), root)


def by_numbering_kernel(game: AnyGame, root: Any) -> VerdictTable:
    """By a kernel that numbers positions after it has found them by hashing, however few codes there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reached, "SMALL_RANGE", 0)
        patch.setattr(reached, "SPARSE", 0)
        patch.setattr(kernel_table, "DENSE", 0)
        return KernelTable(kernels.find(game), root)


each_table = pytest.mark.parametrize("make", [by_table, by_kernel, by_numbering_kernel])
each_game = pytest.mark.parametrize("name", [name for name in GAMES if name.count("-")])


def answer(verdict: Verdict) -> Answer:
    """A verdict as the naive solver writes it."""
    return verdict.value.value, verdict.plies


@each_table
@each_game
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_every_position_comes_up_once_with_the_verdict_of_the_definitions(
    make: Make, name: str, data: st.DataObject
) -> None:
    game = data.draw(small_games(name))
    states = small_nodes(game)
    walked = [(game.key(state), answer(verdict)) for state, verdict in make(game, game.initial())]
    assert len(walked) == len(states)
    assert dict(walked) == naive.solve(states)


@each_table
@each_game
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_what_is_walked_through_is_what_is_looked_up(make: Make, name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    small_nodes(game)
    table = make(game, game.initial())
    for state, verdict in table:
        assert table.look_up(state) == table[state] == verdict
        outcome = game.outcome(state)
        assert outcome is None or outcome.stuck


@each_table
def test_a_table_knows_what_it_is(make: Make) -> None:
    game = load("top-stack-twelve")
    table = make(game, game.initial())
    assert table.method == ("table" if make is by_table else "kernel")
    assert (table.positions, table.complete, table.any_draws) == (42, True, False)
    assert table.any_choice_matters()


@each_table
def test_only_what_can_be_reached_from_the_root_is_in_it(make: Make) -> None:
    game = load("operation-duel:target=31")
    table = make(game, 20)
    assert sorted(state for state, _ in table) == list(range(20, 31))
    assert table.positions == 11
    assert table.look_up(19) is None
    with pytest.raises(KeyError):
        table[19]


@each_table
def test_a_table_can_be_walked_through_again_and_by_two_at_once(make: Make) -> None:
    game = load("digit-stack:target=200,digits=1-4")
    table = make(game, game.initial())
    first = list(table)
    assert first == list(table) == [one for one, other in zip(table, table, strict=True) if one == other]


@pytest.mark.parametrize("limit", [1, 2, 10, 41, 42])
def test_a_table_that_is_not_complete_is_walked_through_extend_to_it_goes(limit: int) -> None:
    game = load("top-stack-twelve")
    table = Table(explore(game, game.initial(), limit))
    walked = list(table)
    assert len({game.key(state) for state, _ in walked}) == len(walked) == limit
    assert all(table[state] == verdict for state, verdict in walked)
    assert list(table.decided()) == [one for one in walked if one[1].value is not Value.UNSOLVED]


@pytest.mark.parametrize("limit", [30, 300, 3_000])
@pytest.mark.parametrize(
    "spec", ["operation-stack:max_stack=4,max_value=24", "operation-duel:target=90,add=1-3,multiply=3/4"]
)
def test_what_is_decided_is_played_to_by_the_moves_that_led_there(spec: str, limit: int) -> None:
    game = load(spec)
    for start in (game.initial(), game.play(game.initial(), game.moves(game.initial())[-1])):
        table = Table(explore(game, start, limit))
        decided = [one for one in table if one[1].value is not Value.UNSOLVED]
        assert list(table.decided()) == decided
        assert decided or limit == 30


def test_walking_through_plays_one_move_a_position_and_keeps_nothing() -> None:
    game = load("digit-stack:target=3000")
    table = Table(explore(game, game.initial(), 100_000))
    walk = iter(table)
    for _ in range(1_500):
        next(walk)
    kept = walk.gi_frame.f_locals["states"]  # type: ignore[attr-defined]
    assert len(kept) < table.positions - 1_500 + 1


@each_game
@given(data=st.data())
@settings(max_examples=20)
def test_answers_are_walked_through_with_what_they_say_of_each_position(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(small_games(name))
    states = small_nodes(game, 400)
    answers = Answers(game)
    walked = {game.key(state): (state, verdict) for state, verdict in answers}
    assert walked.keys() == states.keys()
    for state, verdict in walked.values():
        assert verdict == answers.verdict(state)


def test_answers_by_theory_alone_are_those_that_were_explored() -> None:
    game = load("operation-stack")
    ((state, verdict),) = Answers(game)
    assert state == game.initial()
    assert verdict == game.theory(state)
