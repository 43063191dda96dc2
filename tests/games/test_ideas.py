"""Ideas: what there is to learn from a theory; where that is silent, so is all that rests on it."""

from collections.abc import Callable
from typing import Any

import pytest
from naive import LOSES, WINS, nodes_of, solve

from numduel import Game, games, load
from numduel.core.idea import Idea
from numduel.games.digit_stack import BEGUN_ABOVE, BEGUN_BELOW, FULL_LENGTH, LEVEL
from numduel.learn.pool import pool_of

SILENT = (
    "operation-duel:add=1-3",
    "operation-duel:multiply=3",
    "digit-stack:repeats=no",
    "digit-stack:multiple=7",
    "top-stack-twelve:limit=11",
    "operation-stack:max_stack=3",
    "operation-stack:operations=plus/swap",
)
SPEAKING = (
    "operation-duel",
    "operation-duel:overshoot=forbidden,target=33",
    "operation-duel:target=300",
    "digit-stack:target=539",
    "digit-stack:target=1386",
    "top-stack-twelve",
    "operation-stack",
    "operation-stack:target=7",
    "operation-stack:target=7,numbers=2/4",
)
VARIANTS = [f"{kind.name}:{variant.name}" for kind in games().values() for variant in kind.variants]


def first_states(game: Game[Any, Any], most: int) -> list[Any]:
    """States that can be reached in which the game goes on, nearest to the start first."""
    found = [game.initial()]
    for state in found:
        after = [game.play(state, move) for move in game.moves(state)]
        found += [each for each in after if game.outcome(each) is None and each not in found][
            : most - len(found)
        ]
    return found


@pytest.mark.parametrize("spec", [*SILENT, *SPEAKING, *games(), *VARIANTS])
def test_invariant_cases_and_ideas_speak_only_where_theory_does(spec: str) -> None:
    game = load(spec)
    speaks = game.theory(game.initial()) is not None
    assert bool(game.invariant()) is speaks
    assert speaks or not game.cases()
    for state in first_states(game, 100):
        assert (game.idea(state) is not None) is speaks


def test_the_lists_above_have_what_they_are_for() -> None:
    assert all(load(spec).theory(load(spec).initial()) is None for spec in SILENT)
    assert all(load(spec).theory(load(spec).initial()) is not None for spec in SPEAKING)


def test_each_theory_has_a_few_ideas_with_short_names_and_a_sentence() -> None:
    found: dict[str, dict[str, str]] = {}
    for spec in SPEAKING:
        game = load(spec)
        for asked in pool_of(game).asked:
            idea = game.idea(asked.position.state)
            assert idea is not None
            assert found.setdefault(game.name, {}).setdefault(idea.name, idea.rule) == idea.rule
    for ideas in found.values():
        assert 3 <= len(ideas) <= 10
        for name, rule in ideas.items():
            assert 3 <= len(name) <= 24
            assert name[0].isupper()
            assert rule.endswith(".")
            assert len(rule) < 240


@pytest.mark.parametrize(
    ("spec", "pushed", "name"),
    [
        ("operation-stack", (), "An even height"),
        ("operation-stack", (5,), "An odd height"),
        ("operation-stack", (4, 6), "Two that make it"),
        ("operation-stack", (4, 7), "An even height"),
        ("operation-stack", (1, 4, 6), "An odd height"),
        ("operation-stack", (1, 2, 4, 6), "An even height"),
        ("operation-stack:target=7", (), "At once"),
        ("operation-stack:target=7", (2,), "An odd height"),
        ("operation-stack:target=7,numbers=2/4", (2, 4), "Out of reach"),
    ],
)
def test_the_idea_of_a_stack_is_the_one_that_decides_there(
    spec: str, pushed: tuple[int, ...], name: str
) -> None:
    game: Any = load(spec)
    state = game.initial()
    for number in pushed:
        state = game.play(state, number)
    assert game.idea(state).name == name


@pytest.mark.parametrize(
    ("number", "idea"),
    [
        (5, LEVEL),
        (54, LEVEL),
        (543, LEVEL),
        (4, BEGUN_BELOW),
        (539, BEGUN_BELOW),
        (6, BEGUN_ABOVE),
        (55, BEGUN_ABOVE),
    ],
)
def test_the_idea_of_a_number_is_where_its_digits_lie_beside_those_of_the_target(
    number: int, idea: Idea
) -> None:
    game: Any = load("digit-stack:target=5432")
    assert game.idea(number) == idea
    assert game.idea(5431) == FULL_LENGTH


def quarter(goal: int) -> int:
    return goal // 4


# What the sentences of Operation Duel say of a number on the way to a goal, in other words than the game's.
SAID: dict[str, Callable[[int, int], str]] = {
    "An odd goal": lambda number, goal: LOSES if number % 2 else WINS,
    "Above half": lambda number, goal: WINS if number % 2 else LOSES,
    "Up to half": lambda number, goal: WINS,
    "The quarter": lambda number, goal: LOSES,
}


def goal_of(number: int, goal: int) -> int:
    """Below its quarter an even goal is replaced by the quarter."""
    return goal_of(number, quarter(goal)) if goal % 2 == 0 and number < quarter(goal) else goal


@pytest.mark.parametrize("target", [*range(2, 90), 128, 255, 256])
def test_the_sentences_of_operation_duel_hold_of_every_number(target: int) -> None:
    game: Game[Any, Any] = load(f"operation-duel:target={target}")
    nodes = nodes_of(game)
    assert nodes is not None
    for number, (value, _) in solve(nodes).items():
        assert isinstance(number, int)
        goal = goal_of(number, target)
        name = "An odd goal"
        if goal % 2 == 0:
            name = (
                "Above half"
                if 2 * number > goal
                else "The quarter"
                if number == quarter(goal)
                else "Up to half"
            )
        idea = game.idea(number)
        assert idea is not None
        assert value == SAID[name](number, goal)
        assert idea.name == ("A smaller goal" if goal % 2 == 0 and goal != target else name)
