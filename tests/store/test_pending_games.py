"""A game on its way into a store: what is to be written of it, worked out from its events."""

import dataclasses
from typing import Any

import pytest
from stored import SETUP

from numduel.match.events import Begun, Ended, Event, Hinted, Moved, Offered, Seated, TakenBack
from numduel.match.record import Record
from numduel.match.round import Ending, Result
from numduel.store.base import GameRow, MatchRef, WrittenGame
from numduel.store.pending_game import PendingGame
from numduel.store.rows import as_row

NEW = MatchRef(SETUP)
NAMELESS = dataclasses.replace(SETUP, players=("human", "human"))


def row_with(moves: int, **changes: Any) -> GameRow:
    return dataclasses.replace(as_row(Record("digit-stack", ("5",) * moves), "a"), **changes)


def pending(row: GameRow, *events: Event, **options: Any) -> PendingGame:
    given: dict[str, Any] = {"setup": SETUP, "seats": (0, 1)}
    game = PendingGame(row, **given | options)
    game.events += events
    return game


def made(number: int, text: str) -> Moved:
    return Moved(number, 1, 0, text)  # seat and ply do not matter here


def back(number: int, to_ply: int) -> TakenBack:
    return TakenBack(number, 1, to_ply, ())  # which moves they were does not matter either


@pytest.mark.parametrize(
    ("had", "events", "kept", "moves", "undos"),
    [
        (0, [made(1, "2")], 0, ("2",), 0),
        (2, [made(1, "2"), made(2, "3")], 2, ("2", "3"), 0),
        (2, [back(1, 2)], 2, (), 1),
        (2, [back(1, 1)], 1, (), 1),
        (2, [back(1, 0), made(2, "7")], 0, ("7",), 1),
        (2, [made(1, "2"), made(2, "3"), back(3, 3)], 2, ("2",), 1),
        (2, [made(1, "2"), made(2, "3"), back(3, 2), made(4, "4")], 2, ("4",), 1),
        (2, [made(1, "2"), back(2, 1), made(3, "3"), made(4, "4"), back(5, 2)], 1, ("3",), 2),
        (2, [back(1, 0), made(2, "3"), made(3, "4"), back(4, 1)], 0, ("3",), 2),
    ],
)
def test_moves_that_are_taken_back_are_not_written(
    had: int, events: list[Event], kept: int, moves: tuple[str, ...], undos: int
) -> None:
    row = row_with(had, match=4, undos=3)
    change = pending(row, *events, number=7).change(NEW)
    assert (change.kept, change.moves) == (kept, moves)
    assert change.after == dataclasses.replace(
        row, moves=kept + len(moves), undos=3 + undos, events=events[-1].number
    )
    assert (change.game, change.before, change.match, change.events) == (7, row, None, tuple(events))


def test_hints_are_counted_on_for_each_seat() -> None:
    row = row_with(1, hints1=2, hints2=5)
    hints = [Hinted(number, seat, "") for number, seat in enumerate((1, 2, 2), 1)]
    after = pending(row, *hints, number=7).change(NEW).after
    assert (after.hints1, after.hints2) == (3, 7)


def test_how_a_game_ended_is_written() -> None:
    result = Result(2, Ending.RESIGNATION, "", player=1)
    after = pending(row_with(1), Ended(3, result), number=7).change(NEW).after
    assert (after.ending, after.winner, after.player, after.attempt) == ("resignation", 2, 1, "")


@pytest.mark.parametrize(
    ("number", "match", "joins"), [(None, None, True), (7, None, True), (7, 4, False), (None, 4, True)]
)
def test_a_game_that_is_new_or_of_no_match_becomes_one_of_the_match(
    number: int | None, match: int | None, joins: bool
) -> None:
    row = row_with(0, match=match)
    change = pending(row, made(1, "2"), number=number).change(NEW)
    assert change.match == (NEW if joins else None)
    assert change.before == (None if number is None else row)


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
def test_a_name_goes_to_who_sits_in_the_seat(seats: tuple[int, int]) -> None:
    row = row_with(0, player1="?", player2="?")
    game = pending(row, Seated(1, 2, "Kim"), made(2, "2"), setup=NAMELESS, seats=seats)
    after = game.change(NEW).after
    assert (after.player1, after.player2) == ("AB"[seats[0]], "Kim")
    unnamed = pending(row, made(2, "2"), setup=NAMELESS).change(NEW).after
    assert (unnamed.player1, unnamed.player2) == ("?", "?")


BEGUN = Begun(1, 1, (0, 1))


@pytest.mark.parametrize(
    ("events", "options", "worth"),
    [
        ([], {}, False),
        ([BEGUN, Seated(2, 1, "Kim"), Offered(3, 1, "draw")], {}, False),
        ([BEGUN], {"from_beginning": True}, True),
        ([], {"from_beginning": True}, False),
        ([Offered(3, 1, "draw")], {"number": 7}, True),
        ([], {"number": 7}, False),
        ([BEGUN, made(2, "2")], {}, True),
        ([BEGUN, Hinted(2, 1, "")], {}, True),
    ],
)
def test_a_game_is_worth_writing_once_something_has_happened_in_it(
    events: list[Event], options: dict[str, Any], worth: bool
) -> None:
    assert pending(row_with(0), *events, **options).to_be_written is worth


def test_what_has_been_written_is_not_to_be_written_again() -> None:
    game = pending(row_with(0), Seated(1, 1, "Kim"), made(2, "2"), setup=NAMELESS, replayed=[BEGUN])
    change = game.change(NEW)
    assert change.events == (BEGUN, *game.events)
    game.mark_written(WrittenGame(7, 4), change)
    assert (game.number, game.row) == (7, dataclasses.replace(change.after, match=4))
    assert (game.events, tuple(game.replayed), game.to_be_written) == ([], (), False)
    assert game.setup.names == ("Kim", "B")
    game.events.append(made(3, "5"))
    again = game.change(NEW)
    assert (again.kept, again.moves, again.events) == (1, ("5",), (made(3, "5"),))
