"""Rows of a store: the result that was kept is compared with the one that follows from the moves."""

import dataclasses

import pytest

from numduel.match.events import Ended, Moved
from numduel.match.reading import parse
from numduel.match.record import Record
from numduel.match.round import Ending
from numduel.match.setup import Setup
from numduel.store.base import Score, Store
from numduel.store.errors import Damaged, EarlierReading
from numduel.store.rows import (
    as_record,
    as_row,
    extend_to,
    extends,
    given_names,
    is_of_earlier_reading,
    person_who_won,
    score_of,
)

WON = parse('[spec "digit-stack"] [uid "a"] 1 2 3 4')  # above 1000: player 2 has lost
RESIGNED = Record("digit-stack", ("1", "2"), uid="b").with_result(Ending.RESIGNATION.value, 2)
DRAWN = Record("digit-stack", ("1", "2"), uid="c", max_turns=2).with_result("")
GOES_ON = Record("digit-stack", ("1", "2"), uid="d")
EVERY = [WON, RESIGNED, DRAWN, GOES_ON]


@pytest.mark.parametrize("record", EVERY, ids=["won", "resigned", "drawn", "goes on"])
def test_a_row_has_all_of_a_record(record: Record) -> None:
    assert as_record(7, as_row(record, record.uid), record.moves) == record


@pytest.mark.parametrize(
    ("record", "winner"),
    [(WON, 2), (WON, None), (RESIGNED, 2), (RESIGNED, None), (DRAWN, 1), (DRAWN, 2)],
)
def test_a_winner_that_was_not_is_noticed(record: Record, winner: int | None) -> None:
    row = dataclasses.replace(as_row(record, record.uid), winner=winner)
    with pytest.raises(Damaged, match="game 7 cannot be replayed: its winner does not follow from its moves"):
        as_record(7, row, record.moves)


def test_an_ending_that_does_not_follow_is_noticed() -> None:
    row = dataclasses.replace(as_row(GOES_ON, "d"), ending="rule", winner=1)
    with pytest.raises(Damaged, match="the ending 'rule' does not follow from the moves"):
        as_record(7, row, GOES_ON.moves)


def test_a_copy_that_is_shorter_or_the_same_adds_nothing() -> None:
    shorter = dataclasses.replace(GOES_ON, moves=("1",))
    assert not extends(7, GOES_ON, GOES_ON)
    assert not extends(7, GOES_ON, shorter)
    assert not extends(7, WON, shorter)
    assert extends(7, shorter, GOES_ON)
    assert extends(7, GOES_ON, RESIGNED)


def test_a_game_that_can_still_be_replayed_is_of_no_earlier_reading(any_store: Store) -> None:
    record = Record("operation-stack", ("5",), uid="e")
    any_store.add_records([record])
    ((number, _),) = any_store.page(1)
    before = dataclasses.replace(as_row(record, "e"), reading=1)
    assert not is_of_earlier_reading(any_store, number, before)
    assert not is_of_earlier_reading(any_store, number + 1, before), "which there is not"
    assert not is_of_earlier_reading(any_store, number, as_row(record, "e"))


def test_a_game_of_a_session_goes_on_by_the_events_that_would_have_been() -> None:
    copy = Record("digit-stack", ("1", "2", "3", "4"), uid="d", comments=((4, "so"),)).with_result("")
    row = dataclasses.replace(as_row(GOES_ON, "d"), events=5, match=3)
    change = extend_to(7, row, copy)
    assert copy.result is not None
    assert change.events == (Moved(6, 1, 2, "3"), Moved(7, 2, 3, "4"), Ended(8, copy.result))
    assert (change.game, change.before, change.kept, change.moves) == (7, row, 2, ("3", "4"))
    after = change.after
    assert (after.events, after.moves, after.ending, after.winner, after.match) == (8, 4, "rule", 1, 3)
    assert '"so"' in after.extra


def test_a_game_that_no_session_played_goes_on_without_events() -> None:
    change = extend_to(7, as_row(GOES_ON, "d"), dataclasses.replace(GOES_ON, moves=("1", "2", "3")))
    assert (change.events, change.after.events, change.after.ending) == ((), 0, None)
    played = dataclasses.replace(as_row(GOES_ON, "d"), events=5)
    change = extend_to(7, played, dataclasses.replace(GOES_ON, moves=("1", "2", "3")))
    assert change.events == (Moved(6, 1, 2, "3"),)


def test_who_gave_no_name_has_none_in_a_single_game_and_a_letter_in_a_match() -> None:
    game, people = GOES_ON.game, ("human", "human:Ben")
    assert given_names(("A", "Ben"), Setup(game=game, players=people)) == ("", "Ben")
    assert given_names(("Ben", "A"), Setup(game=game, players=people)) == ("Ben", "")
    assert given_names(("A", "Ben"), Setup(game=game, players=people, rounds=2)) == ("A", "Ben")
    assert given_names(("A", "B"), Setup(game=game)) == ("", "")
    assert given_names(("A", "B"), None) == ("A", "B")


@pytest.mark.parametrize(
    ("name", "opponent", "players", "person"),
    [
        ("Ann", "level:3", ("human:Ann", "level:3"), "Ann"),
        ("Ann", "level:3", ("level:3", "human:Ann"), "Ann"),
        ("A", "level:3", ("human", "level:3"), ""),
        ("B", "level:3", ("level:3", "human"), ""),
        ("B", "level:3", ("human", "level:3"), "B"),  # they have sat down since
        ("Zoë", "level:3", ("human:Ann", "level:3"), "Zoë"),
        ("Ann", "level:4", ("human:Ann", "level:3"), None),
        ("Ann", "Ben", ("human:Ann", "human:Ben"), None),
        ("level:3", "random", ("level:3", "random"), None),
    ],
)
def test_a_person_has_won_only_against_a_computer(
    name: str, opponent: str, players: tuple[str, str], person: str | None
) -> None:
    assert person_who_won(name, opponent, players) == person


def test_a_game_that_went_on_by_an_earlier_reading_says_so() -> None:
    over = Record("operation-stack:target=5", ("5",), uid="f")  # in the first reading no push could win
    row = as_row(over, "f")
    assert as_record(7, row, over.moves) == over.with_result("")
    goes_on = dataclasses.replace(over, moves=("4",))
    earlier = dataclasses.replace(row, reading=1)
    assert as_record(7, earlier, goes_on.moves) == goes_on
    with pytest.raises(
        EarlierReading, match=r"game 7 was played under an earlier .*: it is over after move 1"
    ):
        as_record(7, earlier, over.moves)


@pytest.mark.parametrize(
    ("first", "number", "winner", "score"),
    [
        (0, 1, 1, Score(one=1)),
        (0, 1, 2, Score(other=1)),
        (0, 2, 1, Score(other=1)),
        (0, 3, 1, Score(one=1)),
        (1, 1, 1, Score(other=1)),
        (1, 2, 1, Score(one=1)),
        (1, 3, 2, Score(one=1)),
        (1, None, 2, Score(one=1)),
        (0, 2, None, Score(draws=1)),
    ],
)
def test_a_game_without_events_counts_for_who_began_every_other_one(
    first: int, number: int | None, winner: int | None, score: Score
) -> None:
    row = dataclasses.replace(as_row(WON, "a"), round=number, winner=winner)
    assert score_of(row, [], first) == score
    assert score_of(dataclasses.replace(row, ending=None), [], first) == Score()


def test_a_row_that_says_nothing_of_it_is_of_the_first_reading_and_was_played_without_help() -> None:
    row = as_row(GOES_ON, "d")
    assert (row.reading, row.events, row.undos, row.hints1, row.hints2, row.attempt) == (1, 0, 0, 0, 0, "")


def test_only_a_game_that_was_begun_at_a_table_can_be_untouched() -> None:
    imported = as_row(dataclasses.replace(GOES_ON, moves=()), "d")
    assert not imported.untouched
    begun = dataclasses.replace(imported, events=1)
    assert begun.untouched
    for change in ({"moves": 1}, {"hints1": 1}, {"hints2": 1}, {"undos": 1}, {"ending": "resignation"}):
        assert not dataclasses.replace(begun, **change).untouched


def test_scores_are_added_up_side_by_side() -> None:
    assert Score(1, 2, 3).plus(Score(10, 20, 30)) == Score(11, 22, 33)
