"""Two sets of rules, ours and the independent ones, play the same random games."""

from collections.abc import Iterator
from random import Random
from typing import Any

import independent
import pytest
import rulebooks
from strategies import OURS

import numduel
from numduel import Outcome, Side

SETTINGS, GAMES = 25, 20  # of each game; benchmarks/two_rulebooks.py plays ten million games


@pytest.mark.parametrize("name", OURS)
def test_both_sets_of_rules_play_the_same_games(name: str) -> None:
    counts = [rulebooks.compare(name, number, GAMES, seed=2) for number in range(SETTINGS)]
    assert sum(each["games"] for each in counts) == SETTINGS * GAMES
    assert sum(each["ended"] for each in counts) > 0


def test_the_settings_that_are_drawn_reach_every_value_of_every_choice() -> None:
    for name in OURS:
        drawn = [rulebooks.drawn_game(name, Random(f"{name} {number}")).settings for number in range(300)]
        for field in numduel.games()[name].schema():
            values = {game[field.name] for game in drawn}
            assert len(values) > 1
            assert field.kind != "choice" or values == set(field.choices)


def wrong_rules() -> Iterator[dict[str, Any]]:
    """Methods that are wrong at a single place each."""
    kind = numduel.games()["operation-duel"]
    moves, outcome, play = kind.moves, kind.outcome, kind.play
    yield {"moves": lambda self, state: () if state == 6 else moves(self, state)}
    yield {"outcome": lambda self, state: Outcome(Side.NEXT, "") if state == 20 else outcome(self, state)}
    yield {"outcome": lambda self, state: Outcome(None, "") if state == 20 else outcome(self, state)}
    yield {"outcome": lambda self, state: Outcome(Side.PREVIOUS, "") if state == 9 else outcome(self, state)}
    yield {"play": lambda self, state, move: play(self, state, move) + (state == 7)}


@pytest.mark.parametrize("wrong", list(wrong_rules()))
def test_a_rule_that_is_wrong_at_one_place_is_noticed(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, method in wrong.items():
        monkeypatch.setattr(numduel.games()["operation-duel"], name, method)
    comparison, rng = rulebooks.Comparison(numduel.load("operation-duel")), Random(1)
    with pytest.raises(rulebooks.Different):
        [comparison.play(rng) for _ in range(500)]


def test_the_independent_rules_are_those_of_every_game_of_ours() -> None:
    assert sorted(independent.GAMES) == OURS
