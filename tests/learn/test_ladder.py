"""The ladder: what is beaten, and what is next, by what was won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numduel
from numduel.core.registry import variant_of
from numduel.core.verdict import Value
from numduel.learn.ladder import (
    LEVELS,
    Standing,
    easier_seat,
    first_game,
    has_ladder,
    in_words,
    ladders_from,
    progress,
    standing,
    standings,
)
from numduel.store.base import Wins

SPEC = "operation-duel"
NONE_YET = "No level is beaten from both seats yet."


def wins(*pairs: tuple[int, int], person: str = "") -> list[Wins]:
    """That a person has beaten these levels from these seats."""
    return [Wins(person, seat, f"level:{level}", SPEC, 1) for level, seat in pairs]


@pytest.mark.parametrize(
    ("won", "level", "opponent", "seats", "players"),
    [
        ((), 0, "level:1", (1, 2), ("human", "level:1")),
        (((1, 1),), 0, "level:1", (2,), ("level:1", "human")),
        (((1, 2),), 0, "level:1", (1,), ("human", "level:1")),
        (((1, 1), (1, 2)), 1, "level:2", (1, 2), ("human", "level:2")),
        (((4, 1), (2, 2)), 2, "level:3", (2,), ("level:3", "human")),
        (((9, 1), (9, 2)), 9, None, (), None),
    ],
)
def test_a_level_is_beaten_from_both_seats(
    won: tuple[tuple[int, int], ...],
    level: int,
    opponent: str | None,
    seats: tuple[int, ...],
    players: tuple[str, str] | None,
) -> None:
    found = standing(wins(*won), "", SPEC)
    assert (found.level, found.opponent, found.seats, found.next_players()) == (
        level,
        opponent,
        seats,
        players,
    )


@given(st.sets(st.tuples(st.integers(1, 9), st.sampled_from([1, 2]))))
def test_a_level_counts_as_beaten_where_it_or_a_higher_one_was(won: set[tuple[int, int]]) -> None:
    found = standing(wins(*won), "", SPEC)
    beaten = [
        level
        for level in range(1, 10)
        if all(any(each >= level and at == seat for each, at in won) for seat in (1, 2))
    ]
    assert found.level == max(beaten, default=0)
    assert (found.opponent is None) == (found.level == len(LEVELS))
    assert all(not any(each > found.level for each, at in won if at == seat) for seat in found.seats)


def test_people_and_settings_have_ladders_of_their_own() -> None:
    found = standings([*wins((2, 1)), *wins((3, 2), person="Ann"), Wins("", 1, "level:4", "digit-stack", 1)])
    assert {at: each.won for at, each in found.items()} == {
        ("", SPEC): (2, 0),
        ("Ann", SPEC): (0, 3),
        ("", "digit-stack"): (4, 0),
    }
    assert found["Ann", SPEC].next_players() == ("human:Ann", "level:1")


def test_others_than_levels_are_no_steps() -> None:
    assert standings([Wins("", 1, "perfect", SPEC, 1), Wins("", 1, "level:10", SPEC, 1)]) == {}


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ((0, 0), (0, 0), ""),
        ((2, 0), (2, 0), ""),
        ((0, 0), (1, 0), "You have beaten level:1 as Player 1: beat it as Player 2, and level:2 is next."),
        ((1, 0), (1, 1), "You have beaten level:1 from both seats: level:2 is next."),
        ((5, 3), (5, 6), "You have beaten level:5 from both seats: level:6 is next."),
        (
            (9, 0),
            (9, 8),
            "You have beaten level:8 from both seats: level:9 is next.",
        ),
        ((9, 8), (9, 9), "You have beaten level:9 from both seats: that is the top of the ladder."),
        (
            (8, 8),
            (8, 9),
            "You have beaten level:9 as Player 2: beat it as Player 1, and you are at the top of the ladder.",
        ),
    ],
)
def test_progress_is_told_in_a_sentence(before: tuple[int, int], now: tuple[int, int], said: str) -> None:
    assert progress(Standing("", SPEC, before), Standing("", SPEC, now)) == said


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ((0, 0), [NONE_YET, "Next: level:1, to be beaten as Player 1 and as Player 2."]),
        ((3, 2), ["Beaten from both seats: level:2.", "Next: level:3, to be beaten as Player 2."]),
        ((9, 9), ["Beaten from both seats: level:9.", "That is the top of the ladder."]),
    ],
)
def test_a_standing_is_told_in_sentences(won: tuple[int, int], said: list[str]) -> None:
    assert in_words(Standing("", SPEC, won)) == said


@pytest.mark.parametrize(
    ("spec", "climbed"),
    [
        ("digit-stack", "digit-stack:sevens"),  # its rules alone decide it
        ("operation-stack", "operation-stack:ten"),  # nobody can force a win
        ("operation-duel", "operation-duel"),
        ("operation-duel:fifty", "operation-duel:fifty"),
        ("digit-stack:target=19191", "digit-stack:target=19191"),
    ],
)
def test_what_play_does_not_decide_has_no_ladder(spec: str, climbed: str) -> None:
    game = numduel.load(spec)
    assert next(ladders_from(game)) == numduel.load(climbed)
    assert has_ladder(game) == (spec == climbed)


EVERY_VARIANT = [f"{name}:{each.name}" for name, kind in numduel.games().items() for each in kind.variants]


@pytest.mark.parametrize("spec", EVERY_VARIANT)
def test_a_ladder_begins_in_the_seat_that_wins_with_best_play(spec: str) -> None:
    game = numduel.load(spec)
    winner = numduel.solve(game).verdict(game.initial()).value.winner(1)
    players = Standing("", game.spec).next_players(easier_seat(game))
    assert players is not None
    assert players.index("human") + 1 == winner


def test_the_seat_that_is_still_to_be_won_comes_before_the_easier_one() -> None:
    assert Standing("", SPEC, (0, 1)).next_players(easier=2) == ("human", "level:1")


def test_the_first_game_is_one_for_beginners_in_which_no_first_move_loses_soon() -> None:
    game = first_game()
    assert game is not None
    variant = variant_of(game)
    assert variant is not None
    assert variant.beginners
    moves = numduel.solve(game).moves(game.initial())
    assert easier_seat(game) == 1
    assert sum(verdict.value is Value.WIN for _, verdict in moves) > 1
    assert all(verdict.plies is not None and verdict.plies >= 10 for _, verdict in moves)


def test_other_ladders_follow_those_of_a_game() -> None:
    game = numduel.load("operation-duel:short")
    here, everywhere = ([each.spec for each in ladders_from(game, where)] for where in (False, True))
    assert here[0] == everywhere[0] == game.spec
    assert {*here} == {numduel.load(f"{game.name}:{each.name}").spec for each in game.variants}
    assert everywhere[: len(here)] == here
    assert {*everywhere} == {numduel.load(spec).spec for spec in EVERY_VARIANT}
    assert len(everywhere) == len(EVERY_VARIANT)
