"""Rows of a store: the result that was kept is compared with the one that follows from the moves."""

import dataclasses

import pytest

from numduel.match.reading import parse
from numduel.match.record import Record
from numduel.match.round import Ending
from numduel.store.base import Store
from numduel.store.errors import Damaged
from numduel.store.rows import as_record, as_row, extends, is_of_earlier_reading

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
