"""Exact answers: retrograde tables against a naive solver, on every game, every kind of end and any limit."""

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import independent
import naive
import pytest
from commandline import numduel
from diagrams import DRAWS, LOSES, WINS, Diagram, diagram, diagrams
from hypothesis import given, reject
from hypothesis import strategies as st
from naive import Answer, small_games, small_nodes
from strategies import GAMES, AnyGame

from numduel import Game, Outcome, Side, load
from numduel.core.errors import ArgumentError
from numduel.core.settings import Whole, setting
from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.solver.answers import Answers
from numduel.solver.explore import explore
from numduel.solver.table import Table

each_game = pytest.mark.parametrize("name", GAMES)


def answer(verdict: Verdict) -> Answer:
    """A verdict as the naive solver writes it."""
    return verdict.value.value, verdict.plies


def table_of(game: AnyGame, root: Any = None, limit: int = 10_000) -> Table:
    """A table and nothing else: what theory a game may have is left aside."""
    return Table(explore(game, game.initial() if root is None else root, limit))


def answers_of(table: Table) -> dict[Hashable, Answer]:
    """What a table says of each of its positions, by key."""
    found = [(table.graph.game.key(state), answer(verdict)) for state, verdict in table]
    assert len(dict(found)) == len(found) == table.positions
    return dict(found)


# Against the definitions


@each_game
@given(data=st.data())
def test_a_table_says_of_every_position_what_the_definitions_say(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    nodes = small_nodes(game)
    assert answers_of(table_of(game)) == naive.solve(nodes)


@each_game
@given(data=st.data())
def test_answers_agree_with_the_definitions_on_every_position_and_move(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(small_games(name))
    nodes = small_nodes(game, 400)
    truth = naive.solve(nodes)
    answers = Answers(game)
    assert (answers.complete, answers.positions) == (True, len(nodes))
    for key, node in nodes.items():
        assert answer(answers.verdict(node.state)) == truth[key]
        made = answers.moves(node.state)
        assert [move for move, _ in made] == list(game.moves(node.state))
        assert [answer(verdict) for _, verdict in made] == naive.after_moves(nodes, truth, key)


@pytest.mark.parametrize("name", sorted(independent.GAMES))
@given(data=st.data())
def test_a_game_is_worth_what_the_independent_rules_say(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    rules = independent.GAMES[name](**game.settings)
    name_of = independent.names_of(name, game.settings)
    nodes = naive.nodes_of_rules(rules, 2_500, name_of)
    if nodes is None:
        reject()
    answers = Answers(game)
    assert answers.positions == len(nodes)
    assert answer(answers.verdict(game.initial())) == naive.solve(nodes)[name_of(rules.start)]


@given(game=diagrams())
def test_a_table_of_any_diagram_says_what_the_definitions_say(game: Diagram) -> None:
    nodes = naive.nodes_of(game)
    assert nodes is not None
    assert answers_of(table_of(game)) == naive.solve(nodes)


@given(game=diagrams(most=6))
def test_the_answer_does_not_depend_on_where_the_exploration_began(game: Diagram) -> None:
    from_start = answers_of(table_of(game))
    for root in from_start:
        from_here = answers_of(table_of(game, root))
        assert from_here == {key: from_start[key] for key in from_here}


# Games made for one thing each


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (diagram({"a": "+"}), ("win", 1)),
        (diagram({"a": "-"}), ("loss", 1)),
        (diagram({"a": "="}), ("draw", 1)),
        # a player who has no move: each of the three may be what the rules say
        (diagram({"a": "b"}, {"b": LOSES}), ("win", 1)),
        (diagram({"a": "b"}, {"b": WINS}), ("loss", 1)),
        (diagram({"a": "b"}, {"b": DRAWS}), ("draw", 1)),
        # the winner hurries, whichever move comes first
        (diagram({"a": "b+", "b": "c", "c": "+"}), ("win", 1)),
        (diagram({"a": "bx", "b": "c", "c": "x", "x": "-"}), ("win", 2)),
        # the loser delays
        (diagram({"a": "bc", "b": "+", "c": "d", "d": "e", "e": "+"}), ("loss", 4)),
        # two moves to one position count once, even where the last open one is counted
        (diagram({"a": "bb", "b": "+"}), ("loss", 2)),
        (diagram({"a": "bbc", "b": "+", "c": "a"}), ("endless", None)),
        # a circle without an exit, with one that loses, with one that wins for one of the two
        (diagram({"a": "b", "b": "a"}), ("endless", None)),
        (diagram({"a": "a"}), ("endless", None)),
        (diagram({"a": "b-", "b": "a-"}), ("endless", None)),
        (diagram({"a": "b", "b": "c", "c": "a+"}), ("win", 3)),
        (diagram({"a": "b", "b": "a+"}), ("loss", 2)),
        # a circle of odd length: both players come to every position of it
        (diagram({"a": "b", "b": "c", "c": "ad", "d": "-"}), ("win", 4)),
        # a draw is taken rather than going round for ever, by the shortest way that does not lose
        (diagram({"a": "b", "b": "a="}), ("draw", 2)),
        (diagram({"a": "bc", "b": "a", "c": "d", "d": "="}), ("draw", 3)),
        (diagram({"a": "b=", "b": "="}), ("draw", 1)),
        # ... but not by a way that loses
        (diagram({"a": "ab", "b": "=+"}), ("endless", None)),
        (diagram({"a": "bc", "b": "=+", "c": "d", "d": "c="}), ("draw", 3)),
        # a win is better than a draw, and a draw better than a loss
        (diagram({"a": "=b", "b": "-"}), ("win", 2)),
        (diagram({"a": "b=", "b": "+"}), ("draw", 1)),
        # where a player who cannot move wins, moving there is a mistake, and not moving there an open way
        (diagram({"a": "bs", "b": "s"}, {"s": WINS}), ("win", 2)),
        (diagram({"a": "sb", "b": "a"}, {"s": WINS}), ("endless", None)),
        # the same position, with no move, by ways of different length
        (diagram({"a": "bs", "b": "c", "c": "s"}, {"s": WINS}), ("loss", 3)),
    ],
    ids=lambda value: f"{value.arrows}{value.stuck or ''}" if isinstance(value, Diagram) else "",
)
def test_a_game_made_for_one_thing_has_the_value_it_was_made_for(game: Diagram, expected: Answer) -> None:
    assert answer(Answers(game).verdict(game.initial())) == expected
    nodes = naive.nodes_of(game)
    assert nodes is not None
    assert naive.solve(nodes)[game.initial()] == expected  # so that the naive solver is held to it as well


@dataclass(frozen=True)
class Heap(Game[int, int]):
    """Take 1 to 3 from a heap; whoever takes the last one wins, or loses under the misère rule."""

    start: int = setting(10, Whole(1), "how many there are")
    misere: int = setting(0, Whole(0, 1), "whether the last one loses")
    name = "heap"
    title = "Heap"
    summary = "Take 1 to 3."

    def initial(self) -> int:
        return self.start

    def moves(self, state: int) -> Sequence[int]:
        return range(1, min(3, state) + 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        if state:
            return None
        return Outcome(Side.NEXT if self.misere else Side.PREVIOUS, "the last one is taken")

    def vocabulary(self) -> Sequence[int]:
        return (1, 2, 3)


@pytest.mark.parametrize("misere", [0, 1])
def test_a_heap_is_won_as_everybody_knows(misere: int) -> None:
    answers = Answers(Heap(start=60, misere=misere))
    for left in range(1, 61):
        lost = left % 4 == (1 if misere else 0)
        assert answers.verdict(left).value is (Value.LOSS if lost else Value.WIN)
    # Four go in every pair of turns.
    assert answers.verdict(60).plies == 30


# Limits


def assert_only_what_is_proved_is_known(game: AnyGame, truth: dict[Hashable, Answer], limit: int) -> Table:
    table = table_of(game, limit=limit)
    assert len(table.graph) <= limit
    for key, (value, plies) in answers_of(table).items():
        if value == "unsolved":
            assert plies is None
        else:
            assert value == truth[key][0]
            assert plies in (None, truth[key][1])
    return table


@pytest.mark.parametrize(
    "spec",
    [
        "top-stack-twelve",
        "top-stack-twelve:supply=1,tokens=1-4",
        "operation-obliteration",
        "operation-obliteration:start=11,low=2,high=40,no_repeat=none",
        "operation-obliteration:start=31,high=50,no_repeat=opponent",
        "digit-stack:target=77,digits=1/4/7",
        "digit-stack:target=444,digits=1-4,repeats=no",
        "operation-duel",
        "operation-duel:target=30,add=1-3,multiply=2/3",
        "operation-duel:target=25,start=0,add=2/3,multiply=2,overshoot=forbidden",
        "operation-stack:target=4,numbers=1/2,max_stack=3,max_value=5",
        "operation-stack:target=3,numbers=1,operations=plus/minus/swap,max_stack=3,max_value=3",
    ],
)
def test_at_every_limit_what_is_known_is_so_and_the_rest_is_unsolved(spec: str) -> None:
    game = load(spec)
    nodes = naive.nodes_of(game)
    assert nodes is not None
    truth = naive.solve(nodes)
    # Every limit up to 150, then a few, then the last ones: where it tips over.
    size = len(nodes)
    for limit in sorted({*range(1, min(size, 150)), *range(150, size, 97), size - 1, size, size + 1} - {0}):
        table = assert_only_what_is_proved_is_known(game, truth, limit)
        assert table.graph.complete == (limit >= size)
        if limit >= size:
            assert answers_of(table) == truth


@given(game=diagrams(most=12))
def test_at_every_limit_what_is_known_of_a_diagram_is_so(game: Diagram) -> None:
    nodes = naive.nodes_of(game)
    assert nodes is not None
    truth = naive.solve(nodes)
    for limit in range(1, len(nodes) + 2):
        table = assert_only_what_is_proved_is_known(game, truth, limit)
        if limit >= len(nodes):
            assert table.graph.complete
            assert answers_of(table) == truth


def test_a_limit_still_lets_through_what_is_proved_by_then() -> None:
    # The win lies at hand, whatever the other arrow hides; how long the rest takes is not known.
    game = diagram({"a": "b+", "b": "c", "c": "d", "d": "+"})
    assert answers_of(table_of(game, limit=1)) == {"a": ("win", 1)}
    # Two plies to a loss that is seen, and one to something that is not: it might be lost sooner.
    hidden = diagram({"a": "bc", "b": "+", "c": "d", "d": "-+"})
    assert answers_of(table_of(hidden, limit=2)) == {"a": ("unsolved", None), "b": ("win", 1)}


def test_a_distance_that_something_unexplored_might_shorten_is_not_known() -> None:
    # d wins by a in three plies, and by c in two; a limit of three positions hides c.
    game = diagram({"a": "b", "b": "+d", "d": "bac", "c": "-"})
    assert answers_of(table_of(game))["d"] == ("win", 2)
    assert answers_of(table_of(game, limit=3))["d"] == ("win", None)
    # Nearer still: whoever comes to c, which two positions hide, is stuck and has lost already.
    stuck = diagram({"a": "xc", "x": "-"}, {"c": LOSES})
    assert answers_of(table_of(stuck))["a"] == ("win", 1)
    assert answers_of(table_of(stuck, limit=2))["a"] == ("win", None)


def test_a_limit_in_answers_leaves_unsolved_what_no_theory_knows() -> None:
    game = load("top-stack-twelve:supply=2")
    answers = Answers(game, limits=Limits(positions=50))
    assert (answers.complete, answers.positions) == (False, None)
    assert answers.verdict(game.initial()) == Verdict(Value.UNSOLVED)
    assert answers.method(game.initial()) == "table"
    assert answers.line(game.initial()) == []


def test_a_position_that_was_not_explored_is_unsolved_and_no_error() -> None:
    game = load("top-stack-twelve:supply=2")
    answers = Answers(game, limits=Limits(positions=3))
    deep = game.initial()
    for token in (1, 1, 2, 2):
        deep = game.play(deep, token)
    assert answers.verdict(deep) == Verdict(Value.UNSOLVED)


# Depth and size


@dataclass(frozen=True)
class Chain(Game[int, str]):
    """One move after the other; the last one wins, or the chain is a ring and has no last one."""

    length: int = setting(100_000, Whole(1), "how many moves there are")
    ring: int = setting(0, Whole(0, 1), "whether the end is the start")
    name = "chain"
    title = "Chain"
    summary = "Go on."

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> Sequence[str]:
        return () if state == self.length else ("on",)

    def play(self, state: int, move: str) -> int:
        return 0 if self.ring and state == self.length - 1 else state + 1

    def outcome(self, state: int) -> Outcome | None:
        return Outcome(Side.PREVIOUS, "that was the last move") if state == self.length else None

    def vocabulary(self) -> Sequence[str]:
        return ("on",)


@pytest.mark.parametrize(
    "length", [100_000, 99_999, *(pytest.param(each, marks=pytest.mark.slow) for each in (200_000, 199_999))]
)
def test_a_chain_of_100_000_positions_and_more_is_solved_to_its_far_end(length: int) -> None:
    game = Chain(length=length)
    seen: list[tuple[int, int]] = []
    answers = Answers(
        game,
        limits=Limits(positions=300_000),
        progress=lambda found, expanded: seen.append((found, expanded)),
    )
    assert answers.positions == length
    assert answer(answers.verdict(0)) == ("win" if length % 2 else "loss", length)
    assert answer(answers.verdict(length - 1)) == ("win", 1)
    assert len(answers.line(0)) == 60  # the beginning of it
    assert not answers.any_choice_matters()
    # Progress never falls, and never claims to have expanded what was not found.
    assert seen == sorted(seen)
    assert len(seen) > 5
    assert all(0 < expanded <= found <= length for found, expanded in seen)


def test_a_ring_of_100_000_positions_is_endless() -> None:
    answers = Answers(Chain(ring=1), limits=Limits(positions=300_000))
    assert answers.positions == 100_000
    assert answer(answers.verdict(0)) == ("endless", None)


def test_a_chain_that_is_too_long_is_unsolved() -> None:
    assert answer(Answers(Chain(), limits=Limits(positions=50_000)).verdict(0)) == ("unsolved", None)


# What follows from verdicts


@each_game
@given(data=st.data())
def test_the_best_line_ends_as_and_when_the_verdict_says(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    small_nodes(game, 400)
    assert_line_fits(game, Answers(game))


@given(game=diagrams())
def test_the_best_line_of_a_diagram_ends_as_and_when_the_verdict_says(game: Diagram) -> None:
    assert_line_fits(game, Answers(game))


def assert_line_fits(game: AnyGame, answers: Answers) -> None:
    state = game.initial()
    verdict = answers.verdict(state)
    line = answers.line(state, longest=10_000)
    seen = []
    for move in line:
        assert move in game.moves(state)
        seen.append(game.key(state))
        state = game.play(state, move)
    assert len(set(seen)) == len(seen)
    outcome = game.outcome(state)
    if verdict.value is Value.ENDLESS:
        assert outcome is None
        assert game.key(state) in seen  # it goes round from here
        return
    assert outcome is not None
    assert len(line) == verdict.plies
    mover = Side.NEXT if len(line) % 2 == 0 else Side.PREVIOUS  # the player to move at the beginning
    won = None if outcome.winner is None else outcome.winner is mover
    assert won == {Value.WIN: True, Value.LOSS: False, Value.DRAW: None}[verdict.value]


@given(game=diagrams())
def test_a_choice_matters_where_moves_differ_in_value_and_only_there(game: Diagram) -> None:
    nodes = naive.nodes_of(game)
    assert nodes is not None
    truth = naive.solve(nodes)
    differ = [len({value for value, _ in naive.after_moves(nodes, truth, key)}) > 1 for key in nodes]
    assert Answers(game).any_choice_matters() == any(differ)


def test_verdicts_are_ranked_as_a_player_would() -> None:
    worst_first = [
        Verdict(Value.LOSS),  # an unknown length is no reason to prefer a move
        Verdict(Value.LOSS, 2),
        Verdict(Value.LOSS, 40),
        Verdict(Value.LOSS, 10**30),
        Verdict(Value.UNSOLVED),
        Verdict(Value.ENDLESS),
        Verdict(Value.DRAW, 9),
        Verdict(Value.DRAW, 1),
        Verdict(Value.WIN),
        Verdict(Value.WIN, 10**30),
        Verdict(Value.WIN, 7),
        Verdict(Value.WIN, 1),
    ]
    assert sorted(worst_first, key=lambda verdict: verdict.rank) == worst_first
    assert len({verdict.rank for verdict in worst_first}) == len(worst_first)


# The facts


FACTS: dict[str, tuple[int | None, str, int | None, int | None]] = {
    # positions, value for player 1, winner, plies
    "operation-stack": (None, "endless", None, None),
    "top-stack-twelve": (42, "endless", None, None),
    "operation-obliteration": (22, "win", 1, 3),
    "digit-stack": (820, "win", 1, 4),
    "operation-duel": (19, "loss", 2, 14),
}


@pytest.mark.parametrize("name", FACTS)
def test_the_rulebooks_games_are_worth_what_independent_code_has_found(name: str) -> None:
    positions, value, _, plies = FACTS[name]
    game = load(name)
    answers = Answers(game)
    assert answers.positions == positions
    assert answer(answers.verdict(game.initial())) == (value, plies)


@pytest.mark.parametrize("name", FACTS)
def test_solve_tells_the_same_facts(name: str) -> None:
    positions, value, winner, plies = FACTS[name]
    solved = json.loads(numduel("solve", name, "--json").out)
    assert solved["positions"] == positions
    assert (solved["value"], solved["winner"], solved["plies"]) == (value, winner, plies)


def test_only_an_opening_with_5_or_6_loses_top_stack_twelve_and_in_2_more_plies() -> None:
    game = load("top-stack-twelve")
    opened = {move: answer(verdict) for move, verdict in Answers(game).moves(game.initial())}
    endless = ("endless", None)
    assert opened == {1: endless, 2: endless, 3: endless, 4: endless, 5: ("loss", 3), 6: ("loss", 3)}


def test_nobody_ever_has_a_real_choice_in_digit_stack() -> None:
    assert not Answers(load("digit-stack")).any_choice_matters()
    for name in set(FACTS) - {"digit-stack", "operation-stack"}:
        assert Answers(load(name)).any_choice_matters()


def test_where_the_game_is_over_there_is_no_best_move() -> None:
    answers = Answers(load("operation-duel"))
    with pytest.raises(ArgumentError, match="there is no move in this position of Operation Duel"):
        answers.best(20)
