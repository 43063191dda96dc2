"""Setups at their borders: who is a person, how long a name may be, and what makes no match."""

from typing import Any

import pytest

import numduel
from numduel.match.setup import Setup, SetupError, is_name, new_setup

GAME = numduel.load("digit-stack")


@pytest.mark.parametrize(
    ("players", "only_computers"),
    [
        (("human", "human"), False),
        (("human", "level:1"), False),
        (("level:1", "human"), False),
        (("level:1", "random"), True),
    ],
)
def test_a_game_without_a_person_has_a_turn_limit(players: tuple[str, str], only_computers: bool) -> None:
    assert Setup(game=GAME, players=players).only_computers == only_computers
    assert new_setup(GAME, players=players).max_turns == (200 if only_computers else None)
    assert new_setup(GAME, players=players, max_turns=7).max_turns == 7


def test_a_toss_decides_who_begins_and_follows_from_the_seed() -> None:
    tossed = [new_setup(GAME, toss=True, seed=seed).first for seed in range(20)]
    assert set(tossed) == {0, 1}
    assert tossed == [new_setup(GAME, toss=True, seed=seed).first for seed in range(20)]
    assert {new_setup(GAME, seed=seed).first for seed in range(20)} == {0}
    assert 0 <= new_setup(GAME).seed < 2**32


def test_a_name_has_at_most_40_signs() -> None:
    assert is_name("x" * 40)
    assert is_name("")
    assert not is_name("x" * 41)
    assert not is_name("a\nb")


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 3, "points": 3},
        {"undo": "never"},
        {"players": ("human",)},
        {"players": ["human", "human"]},
        {"players": ("human", 3)},
        {"players": ("human", "human", "human")},
        {"rounds": 0},
        {"points": 0},
        {"max_turns": 0},
        {"hint_limit": -1},
        {"rounds": True},
        {"first": 2},
        {"first": -1},
        {"first": True},
        {"seed": -1},
        {"seed": 1.0},
    ],
)
def test_what_makes_no_match_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        Setup(game=GAME, **wrong)


@pytest.mark.parametrize(
    ("name", "least"), [("rounds", 1), ("points", 1), ("max_turns", 1), ("hint_limit", 0)]
)
def test_a_number_that_is_too_small_is_told_what_it_must_be(name: str, least: int) -> None:
    with pytest.raises(SetupError, match=f"^{name} must be a whole number of at least {least}$"):
        Setup(game=GAME, **{name: least - 1})  # type: ignore[arg-type]


def test_the_least_that_makes_a_match_is_enough() -> None:
    for least in (
        {"rounds": 1},
        {"points": 1},
        {"max_turns": 1},
        {"hint_limit": 0},
        {"first": 1},
        {"seed": 0},
    ):
        setup = Setup(game=GAME, **least)  # type: ignore[arg-type]
        assert setup.single == (least.keys() <= {"max_turns", "hint_limit", "first", "seed"})


def test_people_of_one_name_are_told_apart() -> None:
    assert Setup(game=GAME, players=("human:Ann", "human:Ann")).names == ("Ann (A)", "Ann (B)")
    assert Setup(game=GAME).names == ("A", "B")
    assert Setup(game=GAME, rounds=2).name_at(2, 0) == "A"
    assert Setup(game=GAME).name_at(2, 0) == "Player 2"
    assert Setup(game=GAME).with_person(1, "Ben").players == ("human", "human:Ben")
    assert Setup(game=GAME, players=("level:3", "human:Ann")).with_person(1, "").players == (
        "level:3",
        "human",
    )
