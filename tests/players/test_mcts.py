"""Tree search by plain Python and by compiled code comes to the same, so the player takes what is sooner."""

import copy
import math
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import pytest
from diagrams import diagrams
from foreign import Shown, Take, shown, without_tables
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import small_games
from strategies import GAMES, AnyGame, steps, walk

from numduel import Position, Value, kernels, load
from numduel.engine import limits
from numduel.engine import search as search_module
from numduel.engine.limits import Limits
from numduel.engine.search import Search
from numduel.kernels.kernel import NoKernel
from numduel.players import mcts
from numduel.players.mcts import MctsPlayer
from numduel.players.tree import LOOK, MOST_IN_ORDER, Tree, Tried
from numduel.solver.answers import Answers

each_game = pytest.mark.parametrize("name", GAMES)
NOTHING_SOLVED = Limits(positions=2)
LARGE = [
    "operation-duel:target=300,add=1-5,multiply=2/3",
    "top-stack-twelve:limit=40,window=8,tokens=1-8",
    "operation-stack:max_stack=4,max_value=24",
    "operation-obliteration:start=98934,high=1000000,no_repeat=none",
]
# States around which so many positions are explored, of which some are decided, but not these.
PARTLY_SOLVED = [(LARGE[0], 50, 8), (LARGE[2], (8,), 4)]


def by_python(game: AnyGame, state: Any, seed: int, playouts: int, solved: Any) -> Tried:
    tree = Tree(game, state, seed, partial(mcts._worth_in, solved))
    assert tree.grow(playouts)
    return tree.tried


def by_kernel(search: Search, state: Any, seed: int, solved: Any) -> Tried:
    found = search.from_state(state, seed, mcts._known_in(solved))
    moves = search.game.vocabulary()
    return {moves[action]: (found.visits[action], found.means[action]) for action in found.tried}


def check_alike(game: AnyGame, search: Search, state: Any, seed: int, around: int) -> None:
    """Both have tried the same moves, in the same order, as often, and with the same mean to the last bit."""
    solved = Answers(game, state, Limits(positions=around)).table
    python = by_python(game, state, seed, search.playouts, solved)
    compiled = by_kernel(search, state, seed, solved)
    assert list(python.items()) == list(compiled.items())


@each_game
@settings(max_examples=20)
@given(data=st.data())
def test_both_searches_come_to_the_very_same(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    search = Search(game, data.draw(st.sampled_from([1, 2, 30, 200])))
    for position in walk(game, data.draw(steps())):
        if position.outcome is None:
            around = data.draw(st.sampled_from([1, 5, 50]))
            check_alike(game, search, position.state, data.draw(st.integers(0, 2**64 - 1)), around)


@pytest.mark.parametrize("spec", LARGE)
def test_they_do_in_large_games_too(spec: str) -> None:
    game = load(spec)
    search = Search(game, 400)
    for seed in range(3):
        states = [one.state for one in walk(game, [seed * 7 + 1] * 4) if one.outcome is None]
        check_alike(game, search, states[-1], seed, around=300)


@pytest.mark.parametrize(("spec", "state", "around"), PARTLY_SOLVED)
def test_they_do_where_a_kernel_steps(spec: str, state: Any, around: int) -> None:
    game = load(spec)
    with without_tables():
        search = Search(game, 300)
    assert search._stepper.table is None
    assert any(Answers(game, state, Limits(positions=around)).table.decided())
    for seed in range(3):
        check_alike(game, search, state, seed, around)


def test_only_small_games_are_laid_out_in_tables_for_a_search() -> None:
    # Two million positions would take longer to lay out than to search.
    game = load("operation-duel:target=2000000,add=1-2")
    assert Search(game, 200)._stepper.table is None
    assert Search(game, 400_000)._stepper.table is not None
    assert Search(load("operation-duel:target=20000,add=1-2"), 200)._stepper.table is not None


def test_a_search_that_threads_share_comes_to_the_same() -> None:
    game = load(LARGE[1])
    search, start = Search(game, 3_000), game.initial()
    alone = [search.from_state(start, seed).visits.tolist() for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda seed: search.from_state(start, seed).visits.tolist(), range(8))
        assert list(together) == alone


def test_few_of_the_lists_of_moves_are_kept_where_each_position_has_its_own() -> None:
    game = load("top-stack-twelve:supply=1,tokens=1-60,limit=5000,window=50")
    tree = Tree(game, game.initial(), 1, lambda state: None)
    tree.grow(100)
    assert 0 < len(tree._in_order) <= MOST_IN_ORDER


def test_they_do_where_moves_are_offered_in_another_order_than_the_vocabulary() -> None:
    game = Take()
    assert list(game.moves(10)) != list(game.vocabulary())
    for playouts in (1, 50, 500):
        check_alike(game, Search(game, playouts), game.initial(), playouts, around=2)


@given(game=diagrams(most=8).map(shown), seed=st.integers(0, 99), around=st.integers(1, 8))
def test_they_do_with_every_kind_of_end(game: Shown, seed: int, around: int) -> None:
    try:
        search = Search(game, 60)
    except NoKernel:  # it cannot be shown
        return
    check_alike(game, search, game.initial(), seed, around)


@pytest.mark.parametrize("actions", [63, 64, 200])
def test_they_do_where_there_are_so_many_moves_that_fewer_are_played_out(actions: int) -> None:
    game = load(f"top-stack-twelve:tokens=1-{actions},limit=50000,window=3")
    check_alike(game, Search(game, 250), game.initial(), 5, around=1)


def test_a_search_that_was_broken_off_is_taken_up_where_it_was() -> None:
    game = load(LARGE[0])
    solved = Answers(game, game.initial(), NOTHING_SOLVED).table
    tree = Tree(game, game.initial(), 3, partial(mcts._worth_in, solved))
    assert not tree.grow(500, seconds=0)
    assert 0 < sum(visits for visits, _ in tree.tried.values()) <= LOOK
    assert not tree.grow(500, seconds=0)
    assert tree.grow(500, seconds=1e9)
    assert tree.tried == by_python(game, game.initial(), 3, 500, solved)
    assert tree.grow(500, seconds=0)  # nothing is left to do


# The player


class Counted(Search):
    """A search that counts itself."""

    made = searched = 0

    def __init__(self, *arguments: Any) -> None:
        Counted.made += 1
        super().__init__(*arguments)

    def from_state(self, *arguments: Any) -> Any:
        found = super().from_state(*arguments)
        Counted.searched += 1
        return found


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> type[Counted]:
    """Searches are compiled at once, and counted; next to nothing is solved beforehand."""
    monkeypatch.setattr(search_module, "Search", Counted)
    monkeypatch.setattr(mcts, "SOLVED_AROUND", NOTHING_SOLVED)
    set_patience(monkeypatch, 0.0)
    Counted.made = Counted.searched = 0
    return Counted


def too_little_memory() -> bool:
    raise MemoryError


def set_patience(patch: pytest.MonkeyPatch, seconds: float) -> None:
    for name in ("LOADING", "LAYING_OUT"):
        patch.setattr(mcts, name, seconds)


def play_through(game: AnyGame, player: MctsPlayer, most: int = 12) -> list[Any]:
    """The moves that a player makes against itself."""
    position, made = Position.start(game), list[Any]()
    while position.outcome is None and len(made) < most:
        made.append(player.choose(position, Random(position.ply)))
        position = position.play(made[-1])  # which refuses what is illegal
    return made


@pytest.mark.parametrize(
    "spec",
    [
        "operation-duel:target=40,add=1-3,multiply=2/3,overshoot=forbidden",
        "digit-stack:target=543,digits=1-6,repeats=no",
        "top-stack-twelve:supply=2,tokens=1-4",
        "operation-stack:max_stack=3,max_value=6,numbers=1-3,target=5",
        *LARGE,
    ],
)
def test_the_same_seed_leads_to_the_same_game_whatever_has_searched(
    spec: str, counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(spec)
    compiled = play_through(game, MctsPlayer(game, 50), most=8)
    assert (counted.made, counted.searched > 0) == (1, True)
    set_patience(monkeypatch, math.inf)
    searched = counted.searched
    assert play_through(game, MctsPlayer(game, 50), most=8) == compiled
    assert counted.searched == searched


@pytest.mark.parametrize(("spec", "state", "around"), PARTLY_SOLVED)
def test_it_does_with_what_is_solved_around(
    spec: str, state: Any, around: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(spec)
    answers = Answers(game, state, Limits(positions=around))
    assert any(answers.table.decided())
    assert answers.verdict(state).value is Value.UNSOLVED  # else nothing is searched
    tried = []
    for seconds in (0.0, math.inf):
        set_patience(monkeypatch, seconds)
        tried.append(MctsPlayer(game, 300)._tried(state, answers, Random(1)))
    assert list(tried[0].items()) == list(tried[1].items())


def test_what_is_solved_around_does_not_depend_on_how_much_memory_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("top-stack-twelve:tokens=1-40,limit=60,window=7")  # vast, by little
    decided = []
    for free in (1 << 26, 1 << 32):
        monkeypatch.setattr(limits, "default_memory", lambda free=free: free)
        around = Answers(game, game.play(game.initial(), 1), mcts.SOLVED_AROUND).table
        decided.append([(state, verdict.value) for state, verdict in around.decided()])
    assert decided[0] == decided[1] != []


def test_where_numba_is_loaded_it_takes_less_to_be_worth_it(
    counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(LARGE[0])
    monkeypatch.setattr(mcts, "LOADING", math.inf)
    MctsPlayer(game, 50).choose(Position.start(game), Random(1))
    assert (counted.made, counted.searched) == (1, 1)
    monkeypatch.delitem(sys.modules, "numba")
    MctsPlayer(game, 50).choose(Position.start(game), Random(1))
    assert (counted.made, counted.searched) == (1, 1)


def test_a_copy_of_a_player_has_a_search_of_its_own(counted: Any) -> None:
    game = load(LARGE[0])
    player, position = MctsPlayer(game, 50), Position.start(game)
    chosen = player.choose(position, Random(1))
    assert player._compiled is not None
    packed = pickle.dumps(player)
    assert len(packed) < 2_000
    for other in (copy.deepcopy(player), pickle.loads(packed)):
        assert other._compiled is None
        assert (other.name, other.choose(position, Random(1))) == (player.name, chosen)


def test_once_plain_python_has_taken_as_long_as_loading_it_is_compiled(
    counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(LARGE[2])
    player, position = MctsPlayer(game, 40), Position.start(game)
    set_patience(monkeypatch, 1e6)
    player.choose(position, Random(1))
    first = player._spent
    assert (first > 0, counted.made) == (True, 0)
    player.choose(position, Random(2))
    assert (player._spent > first, counted.made) == (True, 0)
    set_patience(monkeypatch, player._spent)
    player.choose(position, Random(3))
    player.choose(position, Random(4))
    assert (counted.made, counted.searched) == (1, 2)


def test_mcts_finds_a_win_that_is_beyond_what_it_solves(counted: Any) -> None:
    game = load("operation-duel:target=40,add=1-3,multiply=2/3,overshoot=forbidden")
    answers, player, rng = Answers(game), MctsPlayer(game, 20_000), Random(1)
    for state in range(24, 40):
        best, verdict = answers.best(state)
        if verdict.value.value == "win":
            chosen = player.choose(Position(game, state), rng)
            assert dict(answers.moves(state))[chosen].value.value == "win", (state, chosen, best)
    assert counted.searched > 0


def test_mcts_accepts_a_draw_by_what_the_search_found(counted: Any) -> None:
    game = load("operation-duel:target=40,add=1-3,multiply=2/3,overshoot=forbidden")
    answers, player, rng = Answers(game), MctsPlayer(game, 20_000), Random(1)
    states = range(26, 36)
    accepted = [player.accepts_draw(Position(game, state), rng) for state in states]
    assert accepted == [answers.verdict(state).value.value == "win" for state in states]
    assert counted.searched > 5


def test_where_the_rules_soon_fill_tables_no_kernel_is_needed(counted: Any) -> None:
    game = load(f"operation-duel:start={10**30},target={10**30 + 9},add=1-2")
    with pytest.raises(NoKernel):
        kernels.find(game)
    MctsPlayer(game, 50).choose(Position.start(game), Random(1))
    assert (counted.made, counted.searched) == (1, 1)


@pytest.mark.parametrize("error", [NoKernel("none"), kernels.BrokenKernel("it is broken")])
def test_where_there_is_no_kernel_that_can_be_used_mcts_does_without(
    error: Exception, counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(game: object) -> None:
        raise error

    monkeypatch.setattr(kernels, "find", refuse)
    game = load(LARGE[0])
    monkeypatch.setattr(type(game), "size", lambda self: None)
    assert len(play_through(game, MctsPlayer(game, 50), most=4)) == 4
    assert counted.made == 0


def test_where_a_kernel_is_broken_mcts_does_without_in_small_games_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(game: object) -> None:
        raise kernels.BrokenKernel("it is broken")

    game = load("operation-duel:target=9000,add=7/9/11,multiply=3")
    expected = play_through(game, MctsPlayer(game, 50), most=2)
    monkeypatch.setattr(kernels, "kernel_class", refuse)
    kernels.find.cache_clear()
    with pytest.raises(kernels.BrokenKernel):
        kernels.find(game)
    set_patience(monkeypatch, 0.0)
    assert play_through(game, MctsPlayer(game, 50), most=2) == expected


def test_where_a_search_runs_out_of_memory_plain_python_goes_on(
    counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(LARGE[0])
    expected = play_through(game, MctsPlayer(game, 50), most=4)
    monkeypatch.setattr(search_module.Search, "from_state", lambda *_: too_little_memory())
    assert play_through(game, MctsPlayer(game, 50), most=4) == expected


def test_where_there_is_no_kernel_and_no_end_of_positions_mcts_does_without(counted: Any) -> None:
    game = load("operation-stack:operations=plus/minus/swap")
    assert game.theory(game.initial()) is None
    assert len(play_through(game, MctsPlayer(game, 50), most=6)) > 3
    assert counted.made == 0


@pytest.mark.parametrize("spec", ["operation-stack", "top-stack-twelve"])
def test_what_theory_knows_is_believed_and_not_played_out(
    spec: str, counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(spec)
    player, position = MctsPlayer(game, 200), Position.start(game)
    position = position.play(position.moves[0])
    answers = Answers(game, position.state, NOTHING_SOLVED)
    monkeypatch.setattr(Tree, "_roll_out", lambda *_: pytest.fail("it was played out"))
    tried = player._tried(position.state, answers, Random(1))
    assert {move: mean for move, (_, mean) in tried.items()} == {
        move: verdict.value.worth for move, verdict in answers.moves(position.state)
    }
    assert counted.made == 0


@pytest.mark.parametrize("available", [lambda: False, too_little_memory])
def test_where_code_cannot_be_compiled_mcts_does_without(
    available: Any, counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "available", available)
    game = load(LARGE[0])
    player = MctsPlayer(game, 50)
    assert len(play_through(game, player, most=4)) == 4
    assert (counted.made, player._patience()) == (0, math.inf)  # and does not ask again


def test_where_the_tree_would_not_fit_mcts_does_without(
    counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_module, "MAX_NODES", 100)
    game = load(LARGE[0])
    assert len(play_through(game, MctsPlayer(game, 50), most=4)) == 4
    assert (counted.made, counted.searched) == (1, 0)


def test_from_a_position_that_no_game_comes_to_mcts_does_without(counted: Any) -> None:
    game = load("operation-duel:target=100,start=10,add=3/5")
    player = MctsPlayer(game, 60)
    assert player.choose(Position(game, 11), Random(1)) in Position(game, 11).moves
    assert (counted.made, counted.searched) == (1, 0)
    player.choose(Position.start(game), Random(1))
    assert (counted.made, counted.searched) == (1, 1)
