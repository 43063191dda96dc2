"""Taking up: a session stands as it was left, whatever had happened at its table."""

import contextlib
import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import records
from stored import IMPORTED, KINDS, SETUP, begin, new_store, number_of, play, take_back
from strategies import GAMES, some_games
from table import looks

from numduel.match.events import (
    Answer,
    AskHint,
    AskUndo,
    AskValues,
    AskWarning,
    AskWhy,
    Begun,
    Command,
    Declined,
    Event,
    Leave,
    Moved,
    NextGame,
    OfferDraw,
    Offered,
    Play,
    Rematched,
    Resign,
    RunOutOfTime,
    Seated,
    Sit,
)
from numduel.match.reading import parse
from numduel.match.record import Record
from numduel.match.session import Refused, Session
from numduel.match.setup import Setup
from numduel.store.base import Store
from numduel.store.errors import StoreError
from numduel.store.journal import Journal, resume

# By any way

seats = st.sampled_from((1, 2))
wishes = st.tuples(
    st.sampled_from(
        ["play"] * 6
        + ["next"] * 2
        + [
            "undo",
            "answer",
            "answer",
            "draw",
            "hint",
            "why",
            "values",
            "warning",
            "resign",
            "sit",
            "time",
            "leave",
        ]
    ),
    seats,
    st.integers(0, 99),
    st.booleans(),
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """What anyone could agree on."""
    length = draw(st.sampled_from([{}, {"rounds": 2}, {"rounds": 3}, {"points": 1}, {"points": 2}]))
    return Setup(
        game=draw(st.sampled_from(GAMES).flatmap(some_games)),
        players=draw(
            st.sampled_from([("human", "human"), ("human:Ann", "human:Ann"), ("human:Ann", "random")])
        ),
        first=draw(st.integers(0, 1)),
        max_turns=draw(st.sampled_from([None, 1, 3])),
        undo=draw(st.sampled_from(["none", "agree", "free"])),
        hint_limit=draw(st.sampled_from([None, 0, 2])),
        **length,
    )


def command(session: Session, wish: str, seat: int, pick: int) -> Command:
    """A command to a session, as it stands."""
    moves = session.round.position.moves or session.setup.game.vocabulary()
    offers = sorted(session.offers) or [1]
    match wish:
        case "play":
            return Play(session.to_move or seat, session.setup.game.write(moves[pick % len(moves)]))
        case "answer":
            return Answer(seat, offers[pick % len(offers)], pick % 3 > 0)
        case "undo":
            return AskUndo(seat, [None, 0, 1, 2][pick % 4])
        case "sit":
            return Sit(seat, ["", "Ann", "Eve"][pick % 3])
    kinds: dict[str, Callable[[int], Command]] = {
        "next": NextGame, "draw": OfferDraw, "hint": AskHint, "why": AskWhy, "resign": Resign,
        "values": AskValues, "warning": AskWarning, "time": RunOutOfTime, "leave": Leave,
    }  # fmt: skip
    return kinds[wish](seat)


def as_kept(store: Store, journal: Journal, setup: Setup, events: list[Event]) -> Session:
    """The session by all events that the store has; it must have all but those before anything was played."""
    kept = 0 if journal.last_saved is None else store.events(journal.last_saved)[-1].number
    missing = [event for event in events if event.number > kept]
    assert all(isinstance(event, Begun | Seated | Offered | Declined | Rematched) for event in missing)
    return Session.replay(setup, [event for event in events if event.number <= kept])


@pytest.mark.parametrize("kind", KINDS)
@given(setup=setups(), steps=st.lists(wishes, min_size=5, max_size=40))
def test_a_session_that_is_taken_up_at_any_moment_is_the_one_that_was_left(
    kind: str,
    tmp_path_factory: pytest.TempPathFactory,
    setup: Setup,
    steps: list[tuple[str, int, int, bool]],
) -> None:
    with contextlib.closing(new_store(kind, tmp_path_factory.mktemp("any"))) as store:
        journal, events = Journal(Session(setup), store), list[Event]()
        for wish, seat, pick, again in [("next", 1, 0, False), *steps]:
            with contextlib.suppress(Refused):
                hold = pick % 3 == 0
                events += journal.submit(command(journal.session, wish, seat, pick), hold)
                if hold or journal.last_saved is None:
                    continue
                taken_up = resume(store, journal.last_saved)
                assert looks(taken_up.session) == looks(as_kept(store, journal, setup, events))
                if again and taken_up.session.number == journal.session.number:
                    journal = taken_up  # and everything goes on from there
        journal.commit()
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert all_events(store)[: len(events)] == events[: len(all_events(store))]
        assert store.problems() == []


def all_events(store: Store) -> list[Event]:
    """Every event in a store with one match, in order."""
    return [event for number, _ in store.games_of_match(1) for event in store.events(number)]


@pytest.mark.parametrize("kind", KINDS)
@given(record=records(st.text("abc \n", max_size=5)), picks=st.lists(st.integers(0, 99), max_size=4))
def test_any_record_that_was_imported_can_be_gone_on_with(
    kind: str, tmp_path_factory: pytest.TempPathFactory, record: Record, picks: list[int]
) -> None:
    with contextlib.closing(new_store(kind, tmp_path_factory.mktemp("import"))) as store:
        [(number, _)] = store.add_records([record])
        journal = resume(store, number)
        game, session = record.game, journal.session
        assert tuple(map(game.write, session.round.moves)) == record.moves
        assert session.round.result == record.result
        assert tuple(session.round.hints) == record.hints
        made = list(record.moves)
        for pick in picks:
            moves = [] if session.round.result is not None else session.round.position.moves
            if moves:
                made.append(game.write(moves[pick % len(moves)]))
                play(journal, made[-1])
                assert looks(resume(store, number).session) == looks(session)
        kept = store.record(number)
        assert (list(kept.moves), kept.comments, kept.tags) == (made, record.comments, record.tags)
        assert store.problems() == []


# By example


def test_a_game_goes_on_where_it_was_left(any_store: Store) -> None:
    journal = play(begin(any_store), *"287")
    take_back(journal, 1)
    journal.submit(AskHint(2))
    journal.submit(AskHint(1))
    again = resume(any_store, 1)
    assert looks(again.session) == looks(journal.session)
    assert again.last_saved == 1
    play(again, *"589")
    assert again.session.match.points == [1, 0]
    assert (any_store.record(1).moves, any_store.record(1).hints) == (tuple("2589"), (1, 1))
    assert any_store.problems() == []


def test_a_match_goes_on_by_the_number_of_any_of_its_games(any_store: Store) -> None:
    journal = play(begin(any_store), *"2589")
    journal.submit(NextGame(1))
    play(journal, *"25")
    for number in (1, 2):
        assert looks(resume(any_store, number).session) == looks(journal.session)


def test_a_match_between_two_games_goes_on_with_the_next(any_store: Store) -> None:
    journal = play(begin(any_store), *"2589")
    again = resume(any_store, 1)
    assert looks(again.session) == looks(journal.session)
    (begun,) = again.submit(NextGame(1))
    assert begun == Begun(7, 2, (1, 0))
    play(again, "5")
    assert any_store.row(2).match == any_store.row(1).match


def test_a_rematch_that_was_offered_can_be_answered_later(any_store: Store) -> None:
    journal = play(begin(any_store, dataclasses.replace(SETUP, rounds=None)), *"2589")
    journal.submit(NextGame(2))
    again = resume(any_store, 1)
    assert [offer.what for offer in again.session.offers.values()] == ["rematch"]
    again.submit(NextGame(1))
    assert again.session.seats == (1, 0)
    play(again, "5")
    assert looks(resume(any_store, 2).session) == looks(again.session)


def test_names_that_were_taken_at_the_table_are_kept(any_store: Store) -> None:
    journal = Journal(Session(dataclasses.replace(SETUP, players=("human", "human"))), any_store)
    journal.submit(Sit(2, "Eve"))
    journal.submit(NextGame(1))
    play(journal, "2")
    assert (any_store.row(1).player1, any_store.row(1).player2) == ("A", "Eve")
    journal.submit(Sit(1, "Eve"))
    assert any_store.record(1).players == ("Eve (A)", "Eve (B)")
    journal.submit(Sit(2, "Kim"))
    assert any_store.record(1).players == ("Eve", "Kim")
    journal.submit(Sit(1, ""))
    assert any_store.record(1).players == ("A", "Kim")
    journal.submit(Sit(1, "Dan"))
    play(journal, *"589")
    assert any_store.record(1).players == ("Dan", "Kim")
    again = resume(any_store, 1)
    assert looks(again.session) == looks(journal.session)
    assert [type(event) for event in any_store.events(1)][:3] == [Seated, Begun, Moved]
    again.submit(NextGame(1))
    play(again, "2")
    assert any_store.record(2).players == ("Kim", "Dan")
    assert any_store.problems() == []


def test_an_imported_game_goes_on_and_becomes_a_match_of_its_own(any_store: Store) -> None:
    text = '[spec "digit-stack"] [player1 "Zoë"] [undo "free"] [hints "1 2"] [seed "9"] {a} 2 5'
    any_store.add_records([parse(text)])
    journal = resume(any_store, 1)
    assert journal.session.setup.names == ("Zoë", "B")
    assert (journal.session.setup.undo, journal.session.setup.seed) == ("free", 9)
    assert (journal.session.round.moves, journal.session.round.hints) == ([2, 5], [1, 2])
    journal.commit()
    assert any_store.events(1) == []  # nothing has happened yet
    play(journal, "8")
    assert looks(resume(any_store, 1).session) == looks(journal.session)
    assert [event.number for event in any_store.events(1)] == [1, 2, 3, 4]
    play(resume(any_store, 1), "9")
    kept = any_store.record(1)
    assert (kept.moves, kept.hints, kept.comments) == (tuple("2589"), (1, 2), ((0, "a"),))
    assert any_store.row(1).match is not None
    assert any_store.problems() == []


def test_an_imported_game_that_is_finished_stands_as_it_ended_and_may_be_followed_by_a_rematch(
    any_store: Store,
) -> None:
    any_store.add_records([IMPORTED])
    journal = resume(any_store, 1)
    assert journal.session.round.result == IMPORTED.result
    assert journal.session.match.over
    journal.submit(NextGame(1))
    journal.submit(NextGame(2))
    play(journal, "+1")
    assert looks(resume(any_store, 2).session) == looks(journal.session)
    assert any_store.row(1).match == any_store.row(2).match
    assert any_store.problems() == []


def test_a_game_that_is_not_there_cannot_be_taken_up(any_store: Store) -> None:
    with pytest.raises(KeyError):
        resume(any_store, 1)


@pytest.mark.parametrize(
    "change",
    [lambda journal: play(journal, "8"), lambda journal: journal.submit(AskHint(2)),
     lambda journal: take_back(journal, 0), lambda journal: journal.submit(Resign(2))],
    ids=["move", "hint", "undo", "end"],
)  # fmt: skip
def test_a_game_is_played_by_one_at_a_time(change: Callable[[Journal], object], any_store: Store) -> None:
    one = play(begin(any_store), "2")
    other = resume(any_store, number_of(one))
    play(other, "5")
    # The first does not know of the second move, and cannot go on as if it had not been made.
    before = looks(one.session)
    with pytest.raises(StoreError, match="game 1 has gone on elsewhere"):
        change(one)
    assert looks(one.session) == before
    assert any_store.record(1).moves == ("2", "5")
    any_store.delete(1)
    with pytest.raises(StoreError, match="game 1 has been deleted"):
        play(other, "8")


@pytest.mark.parametrize("from_beginning", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_games_that_follow_are_kept_from_their_first_move_unless_from_their_beginning(
    kind: str, from_beginning: bool, tmp_path: Path
) -> None:
    with contextlib.closing(new_store(kind, tmp_path)) as store:
        begun = begin(store)
        play(begun, "2").submit(Resign(2))
        options = {"from_beginning": True} if from_beginning else {}
        journal = resume(store, number_of(begun), **options)
        journal.submit(NextGame(1))
        assert len(store.games_of_match(1)) == 1 + from_beginning
        play(journal, "5")
        assert len(store.games_of_match(1)) == 2
