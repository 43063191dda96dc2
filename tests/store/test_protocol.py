"""Games as they are played into a store, whatever it keeps them in."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stored import KINDS, SETUP, begin, hint, new_store, number_of, numbers_of, play, take_back

import numduel
from numduel.match.events import (
    Answer,
    AskUndo,
    Ended,
    Leave,
    Moved,
    NextGame,
    OfferDraw,
    Resign,
    RunOutOfTime,
    Say,
    TakenBack,
)
from numduel.match.record import Record
from numduel.match.round import Ending, Result, agreed_draw, lost_by
from numduel.store.base import Store
from numduel.store.journal import commit_all

EXCEEDED = Result(1, Ending.RULE, "the target was exceeded")


# As games are played


def test_a_game_is_kept_move_by_move(any_store: Store) -> None:
    journal = begin(any_store, dataclasses.replace(SETUP, first=1))
    for count, text in enumerate("2589", 1):
        play(journal, text)
        assert any_store.record(1).moves == tuple("2589"[:count])
    kept = any_store.record(1)
    assert kept == Record(
        "digit-stack", tuple("2589"), result=EXCEEDED, players=("Ben", "Ann"), date=kept.date, seed=7,
        round=1, undo_policy="agree", hint_limit=2, uid=kept.uid,
    )  # fmt: skip
    assert any_store.setup(any_store.row(1).match or 0) == dataclasses.replace(SETUP, first=1)
    assert any_store.problems() == []


def test_a_game_is_kept_from_its_first_move_on_and_not_before(any_store: Store) -> None:
    journal = begin(any_store)
    journal.submit(OfferDraw(2))
    assert (numbers_of(any_store), journal.last_saved) == ([], None)
    play(journal, "5")
    assert (numbers_of(any_store), journal.last_saved) == ([1], 1)
    assert [event.number for event in any_store.events(1)] == [1, 2, 3]  # nothing before it is lost


def test_the_games_of_a_match_belong_together(any_store: Store) -> None:
    journal = play(begin(any_store), *"2589")
    play(begin(any_store), "5")
    journal.submit(NextGame(1))
    play(journal, "7")
    assert any_store.row(1).match == any_store.row(3).match != any_store.row(2).match
    assert [number for number, _ in any_store.games_of_match(any_store.row(1).match or 0)] == [1, 3]
    assert [any_store.record(number).round for number in (1, 2, 3)] == [1, 1, 2]
    assert any_store.record(3).players == ("Ben", "Ann")


def test_hints_are_counted_for_each_player(any_store: Store) -> None:
    journal = play(begin(any_store), "5")
    for seat in (2, 1, 2):
        hint(journal, seat)
    assert any_store.record(1).hints == (1, 2)


def test_a_hint_alone_is_worth_keeping_a_game_for(any_store: Store) -> None:
    hint(begin(any_store), 1)
    assert any_store.record(1).hints == (1, 0)


def test_moves_taken_back_are_gone_from_the_record_and_counted_once_each_time(any_store: Store) -> None:
    journal = play(begin(any_store), *"258")
    take_back(journal, 2)
    assert any_store.record(1).moves == ("2", "5")
    take_back(journal, 0)
    assert (any_store.record(1).moves, any_store.record(1).undos) == ((), 2)
    play(journal, "9")
    assert any_store.record(1).moves == ("9",)
    assert any_store.problems() == []


def test_what_was_taken_back_stays_among_the_events(any_store: Store) -> None:
    journal = play(begin(any_store), *"258")
    take_back(journal, 1)
    play(journal, "7")
    events = any_store.events(1)
    assert [event.move for event in events if isinstance(event, Moved)] == ["2", "5", "8", "7"]
    assert [event.moves for event in events if isinstance(event, TakenBack)] == [("5", "8")]
    assert any_store.record(1).moves == ("2", "7")


def test_events_are_told_from_any_number_on(any_store: Store) -> None:
    journal = play(begin(any_store), *"258")
    journal.submit(OfferDraw(2))
    events = any_store.events(1)
    assert [event.number for event in events] == [1, 2, 3, 4, 5]
    for after in range(-1, 8):
        assert any_store.events(1, after) == [event for event in events if event.number > after]
    play(journal, "9")
    assert [type(event) for event in any_store.events(1, 5)] == [Moved, Ended]


def test_events_of_a_later_game_are_numbered_on(any_store: Store) -> None:
    journal = play(begin(any_store), *"2589")
    journal.submit(NextGame(2))
    play(journal, "1", "2")
    assert [event.number for event in any_store.events(1)] == [1, 2, 3, 4, 5, 6]
    assert [event.number for event in any_store.events(2)] == [7, 8, 9]
    assert [event.number for event in any_store.events(2, 7)] == [8, 9]


ENDINGS = {
    "by the rules": ("digit-stack", "2589", None, EXCEEDED),
    "resigned": ("digit-stack", "2", Resign(2), lost_by(2, Ending.RESIGNATION)),
    "resigned out of turn": ("digit-stack", "2", Resign(1), lost_by(1, Ending.RESIGNATION)),
    "resigned at once": ("digit-stack", "", Resign(1), lost_by(1, Ending.RESIGNATION)),
    "out of time": ("digit-stack", "25", RunOutOfTime(1), lost_by(1, Ending.TIMEOUT)),
    "out of time out of turn": ("digit-stack", "25", RunOutOfTime(2), lost_by(2, Ending.TIMEOUT)),
    "left": ("digit-stack", "25", Leave(2), lost_by(2, Ending.ABANDONED)),
    "left on the move": ("digit-stack", "25", Leave(1), lost_by(1, Ending.ABANDONED)),
    "forfeited": ("operation-stack", "5", Say(2, "operate /"), lost_by(2, Ending.FORFEIT, "operate /")),
    "at the limit": ("digit-stack", "258", None, Result(None, Ending.TURN_LIMIT, "3 turns were played")),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_is_kept_with_who_brought_it_about(ending: str, any_store: Store) -> None:
    spec, moves, command, result = ENDINGS[ending]
    max_turns = 3 if result.ending is Ending.TURN_LIMIT else None
    journal = begin(any_store, dataclasses.replace(SETUP, game=numduel.load(spec), max_turns=max_turns))
    play(journal, *moves)
    if command is not None:
        journal.submit(command)
    row = any_store.row(1)
    assert any_store.record(1).result == journal.session.round.result == result
    assert (row.ending, row.winner, row.player) == (result.ending.value, result.winner, result.player)
    assert any_store.problems() == []


def test_an_agreed_draw_is_kept(any_store: Store) -> None:
    journal = play(begin(any_store), *"25")
    (offer,) = journal.submit(OfferDraw(2))
    journal.submit(Answer(1, offer.number, True))
    assert any_store.record(1).result == agreed_draw()
    assert any_store.problems() == []


@pytest.mark.parametrize("kind", KINDS)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["1", "2", "3", "back", "back two", "hint"]))))
def test_games_that_go_on_side_by_side_do_not_touch_each_other(
    kind: str, tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, str]]
) -> None:
    store = new_store(kind, tmp_path_factory.mktemp("side"))
    game = numduel.load("top-stack-twelve:limit=99")
    setup = dataclasses.replace(SETUP, game=game, undo="free", hint_limit=None)
    journals = [play(begin(store, setup), "4") for _ in range(3)]
    moves: list[list[str]] = [["4"], ["4"], ["4"]]
    for which, step in steps:
        journal = journals[which]
        if step == "hint":
            hint(journal, 1)
        elif step.startswith("back") and len(moves[which]) > 1:
            del moves[which][-1 - ("two" in step) :]
            journal.submit(AskUndo(1, len(moves[which])), hold=True)
        elif not step.startswith("back"):
            play(journal, step, hold=True)
            moves[which].append(step)
    assert commit_all(journals) == [None] * 3
    assert [list(store.record(number_of(journal)).moves) for journal in journals] == moves
    assert store.problems() == []
    store.close()
