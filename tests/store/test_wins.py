"""What people have won without help, as a store tells it, whatever it keeps games in."""

import dataclasses
from pathlib import Path

import pytest
from stored import begin, hint, number_of, play, take_back

import numduel
from numduel.match.events import AskUndo, AskValues, Leave, NextGame, Resign, Sit
from numduel.match.reading import parse
from numduel.match.record import write
from numduel.match.setup import Setup
from numduel.store import queries, sealed
from numduel.store.base import Store, Wins
from numduel.store.journal import Journal
from numduel.store.sqlite import SqliteStore

# Towards 4 from 1: player 1 wins where player 2 only adds to the 2, and player 2 by doubling it.
SPEC = "operation-duel:target=4"
FIRST_WINS, SECOND_WINS = ("*2", "+1", "+1"), ("*2", "*2")
LEVELS = ("level:1", "level:2")
SETUP = Setup(game=numduel.load(SPEC), players=("human:Ann", "level:2"))


def as_second(**changes: object) -> Setup:
    return dataclasses.replace(SETUP, players=("level:2", "human:Ann"), **changes)  # type: ignore[arg-type]


def won(store: Store, setup: Setup = SETUP, moves: tuple[str, ...] = FIRST_WINS) -> Journal:
    return play(begin(store, setup), *moves)


def test_a_win_counts_for_the_person_the_seat_the_opponent_and_the_settings(any_store: Store) -> None:
    won(any_store)
    won(any_store)
    won(any_store, as_second(), SECOND_WINS)
    won(any_store, dataclasses.replace(SETUP, players=("human", "level:1")))
    assert any_store.unaided_wins(LEVELS) == [
        Wins("", 1, "level:1", SPEC, 1),
        Wins("Ann", 1, "level:2", SPEC, 2),
        Wins("Ann", 2, "level:2", SPEC, 1),
    ]
    assert any_store.unaided_wins(LEVELS[:1]) == [Wins("", 1, "level:1", SPEC, 1)]
    assert any_store.unaided_wins(()) == []


def test_wins_can_be_asked_for_by_settings_and_before_a_game(any_store: Store) -> None:
    won(any_store)
    other = dataclasses.replace(SETUP, game=numduel.load("digit-stack"))
    won(any_store, other, tuple("2589"))
    assert any_store.unaided_wins(LEVELS, "digit-stack") == [Wins("Ann", 1, "level:2", "digit-stack", 1)]
    assert any_store.unaided_wins(LEVELS, before=2) == [Wins("Ann", 1, "level:2", SPEC, 1)]
    assert any_store.unaided_wins(LEVELS, SPEC, 1) == []


def test_in_a_match_each_seat_counts_by_itself(any_store: Store) -> None:
    journal = won(any_store, dataclasses.replace(SETUP, rounds=2))
    journal.submit(NextGame(1))
    play(journal, *SECOND_WINS)  # the contestants have changed seats
    assert [(win.person, win.seat) for win in any_store.unaided_wins(LEVELS)] == [("Ann", 1), ("Ann", 2)]


def test_a_game_with_help_does_not_count(any_store: Store) -> None:
    free = dataclasses.replace(SETUP, undo="free")
    hint(begin(any_store, free), 1)
    helped = begin(any_store, free)
    helped.submit(AskValues(1))
    play(helped, *FIRST_WINS)
    again = play(begin(any_store, free), "*2", "+1")
    again.submit(AskUndo(1))
    play(again, *FIRST_WINS)
    agreed = play(begin(any_store, SETUP), "*2", "+1")
    take_back(agreed, 0)
    play(agreed, *FIRST_WINS)
    assert any_store.unaided_wins(LEVELS) == []


def test_what_the_computer_was_told_is_no_help(any_store: Store) -> None:
    journal = begin(any_store, SETUP)
    hint(journal, 2)
    play(journal, *FIRST_WINS)
    assert len(any_store.unaided_wins(LEVELS)) == 1


def test_only_a_win_by_the_rules_counts(any_store: Store) -> None:
    for giving_up in (Resign(2), Leave(2)):
        play(begin(any_store, SETUP), "*2").submit(giving_up)
    won(any_store, moves=SECOND_WINS)  # the computer wins
    play(begin(any_store, SETUP), "*2")
    play(begin(any_store, dataclasses.replace(SETUP, max_turns=1)), "*2")
    assert any_store.unaided_wins(LEVELS) == []


@pytest.mark.parametrize(
    "players",
    [("human:Ann", "human:level:2"), ("random", "level:2"), ("level:1", "level:2"), ("human:Ann", "perfect")],
)
def test_only_people_against_the_computers_asked_for_count(
    players: tuple[str, str], any_store: Store
) -> None:
    won(any_store, dataclasses.replace(SETUP, players=players))
    assert any_store.unaided_wins(LEVELS) == []


def test_a_person_is_known_by_the_name_they_sat_down_with(any_store: Store) -> None:
    journal = begin(any_store, dataclasses.replace(SETUP, players=("human", "level:2")))
    journal.submit(Sit(1, "Eve"))
    play(journal, *FIRST_WINS)
    assert [win.person for win in any_store.unaided_wins(LEVELS)] == ["Eve"]


def test_a_game_from_outside_does_not_count(any_store: Store) -> None:
    record = parse(f'[spec "{SPEC}"] [player1 "Ann"] [player2 "level:2"] *2 +1 +1')
    assert any_store.add_records([record]) == [(1, "new")]
    assert any_store.unaided_wins(LEVELS) == []


def test_a_game_that_was_finished_outside_does_not_count(any_store: Store) -> None:
    number = number_of(play(begin(any_store, SETUP), "*2", "+1"))
    text = write(any_store.record(number)).replace("*2 +1", "*2 +1 2. +1 {so there}").replace('"*"', '"1"')
    copy = parse(text)
    assert any_store.add_records([copy]) == [(number, "longer")]
    assert any_store.record(number).result == copy.result
    assert any_store.record(number).comments == ((3, "so there"),)
    assert any_store.unaided_wins(LEVELS) == []


def test_a_game_that_was_deleted_does_not_count_any_more(any_store: Store) -> None:
    any_store.delete(number_of(won(any_store)))
    assert any_store.unaided_wins(LEVELS) == []


@pytest.mark.parametrize("spec", [None, SPEC])
@pytest.mark.parametrize("seat", [1, 2])
def test_wins_are_found_by_an_index(seat: int, spec: str | None, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.db")
    sql, values = queries.unaided_wins(seat, LEVELS, spec, None)
    plan = " ".join(row[-1] for row in store._file.all(f"EXPLAIN QUERY PLAN {sealed.SELECT}{sql}", values))
    assert f"USING INDEX games_won_by_{seat} (player{3 - seat}=?{' AND spec=?' if spec else ''})" in plan
    assert "SCAN games" not in plan
    store.close()
