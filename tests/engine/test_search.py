"""Compiled tree search: it counts right, repeats itself, and finds wins."""

import copy
import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from diagrams import DRAWS, LOSES, WINS, diagram, diagrams
from foreign import Shown, Take, shown, without_tables
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import small_games
from strategies import GAMES, AnyGame, steps, walk

from numduel import load
from numduel.engine import search as search_module
from numduel.engine import tables
from numduel.engine.search import Search, SearchResult
from numduel.kernels.kernel import OUT_OF_RANGE, NoKernel
from numduel.solver.answers import Answers

each_game = pytest.mark.parametrize("name", GAMES)
WORTH = {"win": 1.0, "draw": 0.0, "endless": 0.0, "loss": -1.0}
SMALL = [
    "operation-duel",
    "operation-duel:target=40,add=1-3,multiply=2/3,overshoot=forbidden",
    "digit-stack:target=543,digits=1-6,repeats=no",
    "top-stack-twelve:supply=2,tokens=1-4",
    "operation-obliteration:start=19,low=2,high=60,no_repeat=both",
    "operation-stack:max_stack=3,max_value=6,numbers=1-3,target=5",
]


def found_alike(one: SearchResult, other: SearchResult) -> bool:
    return one.visits.tolist() == other.visits.tolist() and np.array_equal(
        one.means, other.means, equal_nan=True
    )


@each_game
@settings(max_examples=25)
@given(data=st.data())
def test_a_search_counts_every_playout_once_and_tries_legal_actions_alone(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(small_games(name))
    playouts = data.draw(st.sampled_from([1, 2, 3, 10, 100]))
    search = Search(game, playouts)
    for position in walk(game, data.draw(steps())):
        if position.outcome is not None:
            break
        found = search.from_state(position.state, data.draw(st.integers(-5, 2**65)))
        legal = np.array([move in position.moves for move in game.vocabulary()])
        assert found.visits.sum() == max(playouts, legal.sum())
        assert sorted(found.tried) == np.flatnonzero(legal).tolist()
        assert not found.visits[~legal].any()
        assert np.isnan(found.means).tolist() == (~legal).tolist()
        assert (abs(found.means[legal]) <= 1 + 1e-9).all()
        assert legal[found.best]
        assert (found.visits[legal] > 0).all()


@pytest.mark.parametrize("spec", SMALL)
def test_a_seed_fixes_what_is_found_whatever_was_searched_before(spec: str) -> None:
    game = load(spec)
    search = Search(game, 300)
    positions = [position for position in walk(game, list(range(12))) if position.outcome is None]
    first = [search.from_state(position.state, 5) for position in positions]
    again = [search.from_state(position.state, 5) for position in reversed(positions)]
    assert all(map(found_alike, first, reversed(again)))
    assert found_alike(Search(game, 300).from_state(game.initial(), 5), first[0])
    for duplicate in (copy.deepcopy(search), pickle.loads(pickle.dumps(search))):
        assert found_alike(duplicate.from_state(game.initial(), 5), first[0])


def test_different_seeds_find_different_numbers() -> None:
    search = Search(load("top-stack-twelve"), 200)
    found = {tuple(search.from_state(search.game.initial(), seed).visits.tolist()) for seed in range(9)}
    assert len(found) > 3


@pytest.mark.parametrize("spec", ["operation-duel", "operation-duel:target=40,start=3,overshoot=forbidden"])
def test_without_tables_the_very_same_is_found(spec: str) -> None:
    game = load(spec)
    with without_tables():
        direct = Search(game, 500)
    search = Search(game, 500)
    assert (direct._stepper.table is None, search._stepper.table is None) == (True, False)
    for position in walk(game, list(range(20))):
        if position.outcome is None:
            for seed in range(3):
                assert found_alike(
                    direct.from_state(position.state, seed), search.from_state(position.state, seed)
                )


@pytest.mark.parametrize("spec", SMALL)
def test_a_search_finds_wins_within_a_few_plies(spec: str) -> None:
    game = load(spec)
    answers, search = Answers(game), Search(game, 6_000)
    vocabulary, checked = list(game.vocabulary()), 0
    for way in range(12):
        chance = Random(way)
        for position in walk(game, [chance.randrange(99) for _ in range(25)]):
            verdict = answers.verdict(position.state)
            if position.outcome is None and verdict.value.value == "win" and (verdict.plies or 0) <= 5:
                best = vocabulary[search.from_state(position.state, way).best]
                kept = dict(answers.moves(position.state))[best]
                assert kept.value.value == "win", f"{position.state}: {best}"
                checked += 1
    assert checked > 5


@each_game
@settings(max_examples=25)
@given(data=st.data())
def test_a_search_never_misses_a_win_in_one_but_for_another_win(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    search, answers = Search(game, 2_000), Answers(game)
    for position in walk(game, data.draw(steps())):
        if any(position.play(move).winner == position.player for move in position.moves):
            best = game.vocabulary()[search.from_state(position.state, 1).best]
            assert dict(answers.moves(position.state))[best].value.value == "win"


@pytest.mark.parametrize(
    "game",
    [
        load("operation-duel:target=8"),
        load("digit-stack:target=30"),
        load("top-stack-twelve:supply=1,tokens=1-4"),
        load("operation-obliteration:start=7,low=2,high=30,no_repeat=both"),
        shown(diagram({"a": "bc", "b": "-=", "c": "+="})),
        shown(diagram({"a": "b=", "b": "a="})),
        shown(diagram({"a": "b-", "b": "c=", "c": "a-"})),
        shown(diagram({"a": "bc", "b": "-", "c": "+-"}, {})),
        shown(diagram({"a": "bb", "b": "cd", "c": "--", "d": "=+"})),
    ],
    ids=lambda game: game.spec if game.name != "diagram" else str(list(game.arrows.values())),
)
def test_means_come_near_exact_values_in_tiny_games(game: AnyGame) -> None:
    exact = WORTH[Answers(game).verdict(game.initial()).value.value]
    found = Search(game, 20_000).from_state(game.initial(), 3)
    assert abs(found.means[found.best] - exact) < 0.1
    value = np.nansum(found.means * found.visits) / found.visits.sum()
    assert abs(value - exact) < 0.15


@given(game=diagrams(most=8).map(shown), seed=st.integers(0, 99))
def test_games_of_every_kind_of_end_are_searched(game: Shown, seed: int) -> None:
    try:
        search = Search(game, 300)
    except NoKernel:
        assert OUT_OF_RANGE in tables.GameTable(game).successors
        return
    found = search.from_state(game.initial(), seed)
    assert found.visits.sum() == 300
    ends = {WINS: 1.0, LOSES: -1.0, DRAWS: 0.0}
    for action, after in enumerate(game.arrows["a"]):
        if after in ends:
            assert found.means[action] == pytest.approx(ends[after])


def test_the_first_visit_of_an_action_is_worth_what_a_playout_comes_to() -> None:
    # One playout of a game that is over after the move: the mean is what it is worth, not more or less.
    for arrows, worth in (("+", 1.0), ("-", -1.0), ("=", 0.0)):
        found = Search(shown(diagram({"a": arrows})), 1).from_state("a", 0)
        assert (found.visits.tolist(), found.means.tolist()) == ([1], [worth])


def test_what_is_known_counts_as_an_end() -> None:
    # Whatever comes after b and c: the search believes what it is told, and forgets it again.
    game = shown(diagram({"a": "bc", "b": "+", "c": "-"}))
    search = Search(game, 200)
    for worth in (1, 0, -1):
        assert search.from_state("a", 7, [("b", worth), ("c", -worth)]).means.tolist() == [-worth, worth]
    assert search.from_state("a", 7).means.tolist() == [-1.0, 1.0]


# Bad input


@pytest.mark.parametrize("playouts", [0, -1, True, 2.5, "9", None])
def test_a_search_takes_at_least_one_playout(playouts: Any) -> None:
    with pytest.raises(ValueError, match=r"^a search takes a whole number of playouts, at least 1$"):
        Search(load("digit-stack"), playouts)


def test_a_tree_larger_than_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoKernel, match=r"^a search of digit-stack has memory for 7,456,539 playouts$"):
        Search(load("digit-stack"), 10**9)
    monkeypatch.setattr(search_module, "MAX_NODES", 1 + 9 * 11)
    assert Search(load("digit-stack"), 10).from_state(0, 1).visits.sum() == 10
    with pytest.raises(NoKernel, match=r"^a search of digit-stack has memory for 10 playouts$"):
        Search(load("digit-stack"), 11)


@pytest.mark.parametrize("tables", [True, False])
def test_there_is_nothing_to_search_once_the_game_is_over(tables: bool) -> None:
    game = load("operation-duel:target=40,add=3,multiply=2,overshoot=forbidden")
    if tables:
        search = Search(game, 10)
    else:
        with without_tables():
            search = Search(game, 10)
    for state in (40, 38, 39, 41, 10**30):  # reached; stuck; beyond
        with pytest.raises(ValueError, match=r"^there is nothing to search: the game is over$"):
            search.from_state(state, 1)


def test_a_position_that_cannot_be_reached_is_in_no_table() -> None:
    game = load("operation-duel:target=100,start=10,add=none")
    for state in (11, 9, 0, -5):
        with pytest.raises(NoKernel, match=r"^this position cannot be reached in operation-duel:"):
            Search(game, 10).from_state(state, 1)


def test_a_position_outside_of_the_kernels_range_has_no_code() -> None:
    game = load("operation-duel:target=100,start=10,add=none")
    with without_tables():
        search = Search(game, 10)
    assert search.from_state(11, 1).visits.tolist() == [10]
    with pytest.raises(NoKernel, match=r"^this position cannot be reached in operation-duel:"):
        search.from_state(9, 1)


class Wordy(Take):
    """The same with words for states: without features of its own, nothing can be shown."""

    name = "wordy"

    def initial(self) -> Any:
        return "x" * 10

    def moves(self, state: Any) -> Sequence[int]:
        return super().moves(len(state))

    def play(self, state: Any, move: int) -> Any:
        return state[move:]

    def outcome(self, state: Any) -> Any:
        return super().outcome(len(state))

    def features(self, state: Any) -> Sequence[int]:
        raise TypeError("Wordy has states that are not whole numbers: it needs features() of its own")


def test_games_that_cannot_be_searched_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_BY_RULES", 500)
    with pytest.raises(NoKernel, match=r"^Operation Stack is finite only with max_stack and max_value$"):
        Search(load("operation-stack"), 10)


@pytest.mark.parametrize(
    "game",
    [Take(), Wordy(), load(f"operation-duel:start={10**30},target={10**30 + 9}")],
    ids=["out of range", "no features", "beyond 64 bits"],
)
def test_a_search_needs_no_features(game: AnyGame) -> None:
    found = Search(game, 200).from_state(game.initial(), seed=1)
    assert game.vocabulary()[found.best] in game.moves(game.initial())
