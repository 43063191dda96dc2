"""Counts of lines and positions: as literal numbers, and by rules that were written a second time."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import independent
import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import OURS, AnyGame, AnyPosition, changed_games, steps

import numduel
from numduel import Position


class Anchor(NamedTuple):
    lines: list[int]  # ways to make exactly 1, 2, 3, … moves
    positions: int  # that a player can face before the end; one who is stuck still faces a position
    within: int | None = None  # moves to look ahead for the positions; None for all there are


ANCHORS = {
    "operation-stack": Anchor([9, 81, 972, 10899, 130788], 8112, within=4),
    "operation-stack:target=6,numbers=1-3,operations=plus/minus/times/swap": Anchor(
        [3, 9, 63, 324, 2151, 12984], 2199, within=6
    ),
    "operation-stack:target=6,numbers=1-3,max_stack=3,max_value=12": Anchor(
        [3, 9, 54, 153, 907, 2580, 14977], 2425
    ),
    "operation-stack:target=6,numbers=2/3,operations=plus/times,max_stack=2,max_value=7": Anchor(
        [2, 4, 7, 8, 6, 8, 0, 0], 16
    ),
    "operation-stack:target=2,numbers=1-3,max_stack=2,max_value=4": Anchor([3, 6, 14, 33, 75, 189, 439], 33),
    "operation-stack:target=10,numbers=1-2,operations=plus/times/double,max_stack=3,max_value=12": Anchor(
        [2, 6, 26, 93, 357, 1271], 672
    ),
    "operation-stack:target=-4,numbers=0-2,operations=swap/negate/double,max_stack=2,max_value=5": Anchor(
        [3, 15, 56, 176, 525, 1532], 56
    ),
    "operation-stack:target=6,numbers=1/3,operations=plus/negate/double": Anchor(
        [2, 8, 32, 146, 690, 3320], 470, within=5
    ),
    "top-stack-twelve": Anchor([6, 36, 210, 810, 3870, 18546], 42),
    "top-stack-twelve:limit=9,window=2,tokens=1-4/6": Anchor([5, 25, 100, 430, 1820, 7740], 6),
    "top-stack-twelve:tokens=2-4,supply=2": Anchor([3, 9, 24, 54, 90, 90, 0], 103),
    "operation-obliteration": Anchor([1, 1, 3, 2, 3, 3, 7, 7, 6, 12, 13, 14], 22),
    "operation-obliteration:no_repeat=opponent": Anchor([1, 0], 2),
    "operation-obliteration:start=13,no_repeat=both": Anchor([3, 3, 2, 0], 9),
    "operation-obliteration:start=7,high=30,no_repeat=none": Anchor(
        [3, 3, 6, 10, 20, 28, 60, 100, 172, 324, 548, 980], 13
    ),
    "operation-obliteration:start=94,low=6,high=200,no_repeat=none,multiply=any": Anchor(
        [1, 3, 5, 9, 13, 20], 143
    ),
    "operation-obliteration:start=2,high=60,multiply=any": Anchor([4, 8, 13, 26, 35, 61], 80),
    "digit-stack": Anchor([9, 81, 729, 6561, 0], 820),
    "digit-stack:target=5432,digits=1-4/9": Anchor([5, 25, 125, 625, 2500, 0], 656),
    "digit-stack:target=99999,digits=1-4,repeats=no": Anchor([4, 12, 24, 24, 0], 65),
    "digit-stack:target=999999999999,digits=1-5,multiple=7": Anchor([5, 25, 105, 435, 1810, 7540], 72),
    "digit-stack:target=5432,digits=1-6,reach=1": Anchor([6, 16, 44, 122, 244, 0], 31),
    "digit-stack:target=54321,digits=1-9,reach=2,multiple=11": Anchor([9, 39, 136, 601, 2164, 4281], 238),
    "digit-stack:target=6543,digits=2-7,repeats=no,multiple=9": Anchor([6, 30, 96, 252, 324, 0], 63),
    "digit-stack:target=987654321,digits=1-7,repeats=no,reach=2,multiple=13": Anchor(
        [7, 22, 46, 73, 87, 72], 293
    ),
    "operation-duel": Anchor([2, 4, 8, 16, 32, 52, 68, 76, 76, 72], 19),
    "operation-duel:target=31,add=1/2": Anchor([3, 9, 27, 81, 243, 705, 1917], 30),
    "operation-duel:target=30,start=0,add=2/5,multiply=3,overshoot=forbidden": Anchor(
        [3, 9, 26, 63, 134, 256, 444], 28
    ),
}

# One of so many small games is compared with its independent rules, all of them when asked for. Every value
# of each setting comes up among one in eleven.
EVERY_TIME = 11
EVERY_ONE = pytest.param(1, marks=pytest.mark.slow)

each_anchor = pytest.mark.parametrize("spec", ANCHORS)


def count_lines(game: AnyGame, depth: int) -> int:
    def below(state: Any, depth: int) -> int:
        moves = game.moves(state)
        if depth <= 1:
            return len(moves) if depth else 1
        return sum(below(game.play(state, move), depth - 1) for move in moves)

    return below(game.initial(), depth)


def count_positions(game: AnyGame, depth: int | None = None) -> int:
    level = [game.initial()]
    seen = {game.key(level[0])}
    while level and depth != 0:
        level, above = [], level
        for state in [game.play(old, move) for old in above for move in game.moves(old)]:
            outcome = game.outcome(state)
            if (outcome is None or outcome.stuck) and game.key(state) not in seen:
                seen.add(game.key(state))
                level.append(state)
        depth = None if depth is None else depth - 1
    return len(seen)


def rules_of(game: AnyGame) -> independent.Rules:
    return independent.GAMES[game.name](**game.settings)


@each_anchor
def test_the_lines_of_each_length_are_as_many_as_ever(spec: str) -> None:
    game, anchor = numduel.load(spec), ANCHORS[spec]
    assert [count_lines(game, depth + 1) for depth in range(len(anchor.lines))] == anchor.lines


@each_anchor
def test_the_positions_are_as_many_as_ever(spec: str) -> None:
    anchor = ANCHORS[spec]
    assert count_positions(numduel.load(spec), anchor.within) == anchor.positions


@each_anchor
def test_the_independent_rules_count_the_same(spec: str) -> None:
    game, anchor = numduel.load(spec), ANCHORS[spec]
    rules = rules_of(game)
    lines = [independent.count_lines(rules, depth + 1) for depth in range(len(anchor.lines))]
    positions = independent.count_positions(
        rules, anchor.within, independent.names_of(game.name, game.settings)
    )
    assert (lines, positions) == (anchor.lines, anchor.positions)


def test_the_rulebooks_games_have_the_positions_that_are_known_of_them() -> None:
    known = {"top-stack-twelve": 42, "operation-obliteration": 22, "digit-stack": 820, "operation-duel": 19}
    assert {name: count_positions(numduel.load(name)) for name in known} == known


def test_every_game_of_ours_has_an_anchor_and_independent_rules() -> None:
    assert set(OURS) - set(ANCHORS) == set(), "add an anchor under the rulebook's settings to ANCHORS"
    assert set(OURS) - set(independent.GAMES) == set(), "write the rules once more in independent.py"


def what_moves_do(position: AnyPosition) -> dict[str, str]:
    """What each legal move does for the player who makes it, by its text."""
    found = {}
    for move in position.moves:
        after = position.play(move)
        ended = after.outcome is not None and not after.outcome.stuck
        verdict = independent.WINS if after.winner == position.player else independent.LOSES
        found[position.game.write(move)] = verdict if ended else "goes on"
    return found


@pytest.mark.parametrize("name", independent.GAMES)
@given(data=st.data())
def test_the_independent_rules_agree_on_every_move_of_a_walk(name: str, data: st.DataObject) -> None:
    game = data.draw(changed_games(name))
    rules, position = rules_of(game), Position.start(game)
    state = rules.start
    for pick in data.draw(steps()):
        options = rules.options(state)
        assert what_moves_do(position) == {
            text: after if after in independent.ENDS else "goes on" for text, after in options.items()
        }
        if not options:
            assert position.winner == 3 - position.player, "a player who is stuck loses"
            break
        text = list(options)[pick % len(options)]
        position, state = position.say(text), options[text]
        if state in independent.ENDS:
            break


Settings = dict[str, Any]


def small_stacks(target: int) -> list[Settings]:
    """Operation Stack with this target under every small choice of its other settings."""
    words = ("plus", "minus", "times", "swap", "negate", "double")
    return [
        {
            "target": target,
            "numbers": numbers,
            "operations": operations,
            "max_stack": max_stack,
            "max_value": max_value,
        }
        for numbers in ((0,), (1,), (2,), (3,), (0, 1), (1, 2), (2, 3), (0, 1, 3), (1, 2, 3))
        for operations in (some for size in range(7) for some in combinations(words, size))
        for max_stack, max_value in ((1, 3), (2, 0), (2, 3), (3, 2))
    ]


def every_so_many(name: str, choices: list[Settings], many: int, first: int) -> Iterator[AnyGame]:
    """A game under one of so many of these settings, from another one on wherever `first` differs."""
    kind: Any = numduel.games()[name]
    return (kind(**chosen) for chosen in choices[first % many :: many])


@pytest.mark.parametrize("many", [EVERY_TIME, EVERY_ONE])
@pytest.mark.parametrize("target", range(-3, 7))
def test_the_independent_rules_give_every_position_of_small_operation_stacks_the_same_value(
    target: int, many: int
) -> None:
    for game in every_so_many("operation-stack", small_stacks(target), many, target):
        ours, theirs = naive.nodes_of(game), naive.nodes_of_rules(rules_of(game))
        assert ours is not None
        assert theirs is not None
        found = {repr(list(stack)): answer for stack, answer in naive.solve(ours).items()}  # type: ignore[call-overload]
        assert found == naive.solve(theirs), game.spec


def small_digit_stacks(repeats: str, reach: int | None) -> list[Settings]:
    """Digit Stack under these settings and every small choice of the others."""
    return [
        {"target": target, "digits": digits, "repeats": repeats, "reach": reach, "multiple": multiple}
        for target in (1, 7, 13, 25, 99, 100, 132, 213, 321, 333, 999, 1_000, 1_232, 3_122)
        for digits in ((1,), (3,), (1, 2), (1, 3), (2, 9), (1, 2, 3), (1, 4, 8), (2, 3, 5), (1, 2, 3, 5))
        for multiple in (None, 2, 3, 4, 5, 7, 10, 11, 12, 1_232)
    ]


@pytest.mark.parametrize("many", [EVERY_TIME, EVERY_ONE])
@pytest.mark.parametrize("reach", [None, 1, 2, 5])
@pytest.mark.parametrize("repeats", ["yes", "no"])
def test_the_independent_rules_give_every_number_of_small_digit_stacks_the_same_value(
    repeats: str, reach: int | None, many: int
) -> None:
    for game in every_so_many("digit-stack", small_digit_stacks(repeats, reach), many, reach or 0):
        # Theirs tell all numbers apart, ours only kinds of them: so this proves the kinds, too.
        ours, theirs = naive.nodes_of(game), naive.nodes_of_rules(rules_of(game))
        assert ours is not None
        assert theirs is not None
        ours_solved, theirs_solved = naive.solve(ours), naive.solve(theirs)
        for node in theirs.values():
            key = game.key(int(node.state or "0"))
            assert ours_solved[key] == theirs_solved[repr(node.state)], f"{game.spec}: {node.state}"
        names = independent.names_of(game.name, game.settings)
        assert len({names(node.state) for node in theirs.values()}) == len(ours)
        assert (game.size() or 0) >= len(ours)
        if game.settings["multiple"] is game.settings["reach"] is None:
            assert game.size() == len(ours)


@pytest.mark.parametrize("multiply", ["odd", "any"])
@pytest.mark.parametrize("no_repeat", ["own", "opponent", "both", "none"])
def test_the_independent_rules_give_every_position_of_small_obliterations_the_same_value(
    no_repeat: str, multiply: str
) -> None:
    kind: Any = numduel.games()["operation-obliteration"]
    for low, high in ((0, 9), (1, 22), (3, 40)):
        for start in range(low, high + 1):
            try:
                game = kind(start=start, low=low, high=high, no_repeat=no_repeat, multiply=multiply)
            except numduel.SettingError:
                continue  # nobody could move
            ours, theirs = naive.nodes_of(game), naive.nodes_of_rules(rules_of(game))
            assert ours is not None
            assert theirs is not None
            solved, expected = naive.solve(ours), naive.solve(theirs)
            assert len(solved) == len(expected)
            # The same values as often, and the same at the start; walks compare one move with another.
            assert sorted(map(str, solved.values())) == sorted(map(str, expected.values())), game.spec
            assert solved[game.key(game.initial())] == expected[repr((start, "", ""))], game.spec
