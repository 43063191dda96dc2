"""Patterns: what is said of lost positions holds of all of them, and is found where it must be."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import small_games
from strategies import GAMES, walk

from numduel import load
from numduel.analysis import patterns as module
from numduel.analysis.patterns import MOST_POSITIONS, Condition, pattern_at, patterns
from numduel.core.verdict import Value
from numduel.solver.answers import Answers


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_every_pattern_holds_over_the_whole_table(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    answers, voice = Answers(game), game.voice()
    for pattern in patterns(answers):
        inside = {verdict.value for state, verdict in answers if pattern.holds(voice.measures(state))}
        outside = {verdict.value for state, verdict in answers if not pattern.holds(voice.measures(state))}
        assert inside == {Value.LOSS}
        assert pattern.exact == (Value.LOSS not in outside)
        covered = sum(pattern.holds(voice.measures(state)) for state, _ in answers)
        assert covered == pattern.covers >= 5


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_states_with_equal_keys_have_equal_measures(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    measured: dict[object, object] = {}
    for _ in range(10):
        for position in walk(game, data.draw(st.lists(st.integers(0, 9), max_size=8))):
            if position.outcome is None or position.outcome.stuck:
                measures = dict(game.voice().measures(position.state))
                assert measured.setdefault(game.key(position.state), measures) == measures


def test_a_game_of_adding_alone_is_lost_at_every_multiple() -> None:
    # Whoever leaves a multiple of 4 can answer each addition by what makes 4 with it.
    answers = Answers(load("operation-duel:target=40,start=0,add=1-3,multiply=none"))
    assert pattern_at(answers, 20) == "exactly the positions where the number is a multiple of 4 are lost"
    assert pattern_at(answers, 21) == ""


def test_where_multiplying_oversteps_only_adding_counts() -> None:
    answers = Answers(load("operation-duel:target=50,add=1-3,multiply=3/4"))
    told = pattern_at(answers, 46)
    assert re.fullmatch(
        r"every position where the number is \d+ or more and it leaves 2 when divided by 4 is lost", told
    )
    # Asked in the middle of a game, only what can still come up is known.
    later = Answers(answers.game, 20)
    assert re.match("(every position|exactly the positions) still to come where", pattern_at(later, 46))


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (Condition("x", "is", 3), "is 3"),
        (Condition("x", "from", 3), "is 3 or more"),
        (Condition("x", "to", 3), "is 3 or less"),
        (Condition("x", "mod", 0, 2), "is even"),
        (Condition("x", "mod", 1, 2), "is odd"),
        (Condition("x", "mod", 0, 3), "is a multiple of 3"),
        (Condition("x", "mod", 2, 3), "leaves 2 when divided by 3"),
    ],
)
def test_a_condition_says_what_it_tests(condition: Condition, told: str) -> None:
    assert condition.in_words() == told
    meant = {
        "is 3": {3},
        "is 3 or more": {3, 4, 5, 6},
        "is 3 or less": {0, 1, 2, 3},
        "is even": {0, 2, 4, 6},
        "is odd": {1, 3, 5},
        "is a multiple of 3": {0, 3, 6},
        "leaves 2 when divided by 3": {2, 5},
    }
    assert {number for number in range(7) if condition.holds({"x": number})} == meant[told]


def test_no_time_is_spent_on_games_that_are_large_or_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_candidates", None)  # whoever looks for patterns fails
    assert patterns(Answers(load("operation-stack"))) == ()
    large = Answers(load("operation-duel:target=9000,add=1/2"))
    assert large.complete
    assert large.table.positions > MOST_POSITIONS
    assert patterns(large) == ()
