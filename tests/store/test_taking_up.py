"""What a game is begun with, and what it is taken up with from a store."""

import dataclasses
import re
from collections.abc import Sequence

import pytest
from stored import SETUP, begin, number_of, play

from numduel.match.events import Begun, Ended, Event, Moved, NextGame, Play, Resign, Sit
from numduel.match.record import Record
from numduel.match.round import Ending
from numduel.match.session import Session
from numduel.match.setup import MAX_NAME_LENGTH
from numduel.store.base import Batch, Change, GameRow, MatchRef, Store, Written
from numduel.store.errors import NoSuchGame, StoreError
from numduel.store.journal import Journal, commit_all, resume, setup_of
from numduel.store.memory import MemoryStore
from numduel.store.rows import as_row

LONGEST = "a" * MAX_NAME_LENGTH


def uid_of(journal: Journal) -> str:
    """What the last game that was kept is known by."""
    assert journal.last_row is not None
    return journal.last_row.uid


def test_a_game_is_told_from_all_others_by_32_digits() -> None:
    store = MemoryStore()
    journals = [play(begin(store), "2") for _ in range(2)]
    one, other = (uid_of(journal) for journal in journals)
    assert re.fullmatch("[0-9a-f]{32}", one)
    assert one != other
    assert [store.row(number_of(journal)).uid for journal in journals] == [one, other]


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("Ann", "human:Ann"),
        (LONGEST, f"human:{LONGEST}"),
        (f"{LONGEST}a", "human"),
        ("A\tB", "human"),
        (f"{LONGEST}\t", "human"),
    ],
)
def test_a_name_that_nobody_could_give_is_left_out_of_a_match(name: str, player: str) -> None:
    assert setup_of(Record("digit-stack", players=(name, "Ben"))).players == (player, "human:Ben")
    assert setup_of(Record("digit-stack", players=("Ben", name))).players == ("human:Ben", player)


def test_a_game_from_elsewhere_goes_on_as_it_was_set_up() -> None:
    record = Record("digit-stack", seed=5, max_turns=9, undo_policy="free", hint_limit=3)
    setup = setup_of(record)
    assert (setup.seed, setup.max_turns, setup.undo, setup.hint_limit) == (5, 9, "free", 3)
    assert setup.game.spec == "digit-stack"
    bare = setup_of(dataclasses.replace(record, seed=None, undo_policy="whatever"))
    assert (bare.seed, bare.undo) == (0, "agree")


class Overtaken(MemoryStore):
    """A store in which a game goes on while somebody takes it up."""

    journal: Journal

    def games_of_match(self, match: int) -> list[tuple[int, GameRow]]:
        found = super().games_of_match(match)
        play(self.journal, "5")
        return found


def test_a_game_that_goes_on_while_it_is_taken_up_is_not_taken_up() -> None:
    store = Overtaken()
    store.journal = play(begin(store), "2")
    with pytest.raises(StoreError, match="game 1 has gone on elsewhere in the meantime"):
        resume(store, 1)
    assert store.record(1).moves == ("2", "5")


class DeletedMeanwhile(MemoryStore):
    """A store from which a game is deleted while somebody takes it up."""

    def games_of_match(self, match: int) -> list[tuple[int, GameRow]]:
        self.delete(1)
        return super().games_of_match(match)


def test_a_game_that_is_deleted_while_it_is_taken_up_is_not_there() -> None:
    store = DeletedMeanwhile()
    play(begin(store), "2")
    with pytest.raises(NoSuchGame, match="there is no game 1"):
        resume(store, 1)


# Writing that is interrupted or fails


class Interrupted(Journal):
    """A journal that is interrupted just after everything has become durable."""

    def commit(self) -> None:
        super().commit()
        raise KeyboardInterrupt


def test_what_has_become_durable_has_happened_although_it_was_interrupted() -> None:
    store = MemoryStore()
    journal = Interrupted(Session(SETUP), store)
    journal.submit(NextGame(1), hold=True)
    with pytest.raises(KeyboardInterrupt):
        journal.submit(Play(1, "2"))
    assert store.record(1).moves == ("2",)
    assert ([str(move) for move in journal.session.round.moves], journal.session.number) == (["2"], 2)


class FailingOnce(MemoryStore):
    """A store that cannot write the first time."""

    failed = False

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        if self.failed:
            return super().write(batches)
        self.failed = True
        raise StoreError("the disk is full")


def test_a_game_whose_beginning_could_not_be_kept_begins_once() -> None:
    store = FailingOnce()
    journal = Journal(Session(SETUP), store, from_beginning=True)
    with pytest.raises(StoreError, match="the disk is full"):
        journal.submit(NextGame(1))
    assert journal.session.number == 0
    journal.submit(NextGame(1))
    play(journal, "2")
    assert [number for number, _ in store.games_of_match(1)] == [1]
    assert store.events(1) == [Begun(1, 1, (0, 1)), Moved(2, 1, 0, "2")]


def test_journals_may_come_one_by_one_to_be_made_durable() -> None:
    store = MemoryStore()
    journals = [play(begin(store), "2", hold=True) for _ in range(2)]
    assert commit_all(iter(journals)) == [None, None]
    assert [journal.last_saved for journal in journals] == [1, 2]


# Games of which a store has no events, or not all


def kept(record: Record, *events: Event) -> Change:
    """A new game of a new match, of which a store has only these events."""
    row = dataclasses.replace(as_row(record, record.uid), events=len(events))
    return Change(
        match=MatchRef(SETUP), game=None, before=None, after=row, kept=0, moves=record.moves, events=events
    )


def test_a_journal_has_nothing_in_the_store_at_first() -> None:
    journal = begin(MemoryStore())
    assert (journal.last_saved, journal.last_row, journal.match) == (None, None, None)


def test_a_record_becomes_the_events_that_would_have_been(any_store: Store) -> None:
    any_store.add_records([Record("digit-stack", ("2", "5"))])
    play(resume(any_store, 1), "8")
    assert any_store.events(1) == [
        Begun(1, 1, (0, 1)), Moved(2, 1, 0, "2"), Moved(3, 2, 1, "5"), Moved(4, 1, 2, "8"),
    ]  # fmt: skip


def test_a_finished_record_becomes_events_with_its_end(any_store: Store) -> None:
    record = Record("digit-stack", ("2", "5")).with_result(Ending.RESIGNATION.value, 2)
    any_store.add_records([record])
    journal = resume(any_store, 1)
    assert record.result is not None
    replayed = [Begun(1, 1, (0, 1)), Moved(2, 1, 0, "2"), Moved(3, 2, 1, "5"), Ended(4, record.result)]
    happened = journal.submit(NextGame(1))
    assert any_store.events(1) == [*replayed, *happened]
    assert [event.number for event in happened] == [5]


def test_finished_games_without_events_count_in_their_match(any_store: Store) -> None:
    won = Record("digit-stack", ("2",), round=1, uid="a").with_result(Ending.RESIGNATION.value, 2)
    any_store.write([[kept(won), kept(Record("digit-stack", ("5", "7"), round=2, uid="b"))]])
    session = resume(any_store, 2).session
    assert (session.match.points, session.match.draws, session.game) == ([1, 0], 0, 2)
    assert session.seats == (1, 0)
    # Begun and ended; begun again and two moves.
    assert session.number == 5


def test_a_game_whose_end_was_not_kept_ends_as_its_last_move_ended_it(any_store: Store) -> None:
    over = Record("digit-stack", tuple("2589"), uid="a")
    moves = [Moved(2 + ply, 1 + ply % 2, ply, text) for ply, text in enumerate(over.moves)]
    any_store.write([[kept(over, Begun(1, 1, (0, 1)), *moves)]])
    journal = resume(any_store, 1)
    assert any_store.row(1).ending is None, "it is held"
    journal.commit()
    result = over.with_result("").result
    assert result is not None
    assert any_store.events(1, 5) == [Ended(6, result)]
    assert (any_store.row(1).ending, any_store.row(1).winner) == ("rule", result.winner)
    assert resume(any_store, 1).session.number == 6


def test_the_game_that_is_not_finished_is_gone_on_with_wherever_it_stands(any_store: Store) -> None:
    goes_on = Record("digit-stack", ("5", "7"), round=2, uid="b")
    won = Record("digit-stack", ("2",), round=1, uid="a").with_result(Ending.RESIGNATION.value, 2)
    any_store.write([[kept(goes_on), kept(won)]])
    session = resume(any_store, 2).session
    assert ([str(move) for move in session.round.moves], session.round.result) == (["5", "7"], None)
    assert session.match.points == [1, 0]


def test_whoever_sat_down_before_the_first_game_keeps_the_seat_when_a_later_game_is_deleted(
    any_store: Store,
) -> None:
    nameless = dataclasses.replace(SETUP, players=("human", "human"), rounds=5)
    journal = Journal(Session(nameless), any_store)
    journal.submit(Sit(1, "Kim"))
    for _ in range(2):
        journal.submit(NextGame(1))
        play(journal, "2").submit(Resign(1))
    journal.submit(NextGame(1))
    play(journal, "2")
    any_store.delete(2)
    assert resume(any_store, 3).session.setup.names == ("Kim", "B")
    assert resume(any_store, 3).session.seats == journal.session.seats
