"""The journal: decided, then durable, then applied. Nothing is lost, doubled, or done before it is kept."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest
from stored import SETUP, begin, numbers_of, play
from table import looks

from numduel.match.events import (
    AskHint,
    AskUndo,
    Command,
    Moved,
    NextGame,
    Play,
    Resign,
)
from numduel.match.session import Refused, Session
from numduel.store.base import Batch, Store, Written
from numduel.store.errors import StoreError
from numduel.store.journal import Journal, commit_all, resume
from numduel.store.memory import MemoryStore


class Failing:
    """A store that passes everything on, but for the writes that are made to fail."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.before: list[BaseException] = []  # raised, one a write, with nothing written
        self.after: list[BaseException] = []  # raised, one a write, although everything was written
        self.writes = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        self.writes += 1
        if self.before:
            raise self.before.pop()
        written = self.store.write(batches)
        if self.after:
            raise self.after.pop()
        return written


@pytest.fixture
def failing(any_store: Store) -> Failing:
    return Failing(any_store)


# Decided, durable, applied


def test_nothing_is_applied_before_it_is_durable(failing: Failing) -> None:
    journal = play(begin(failing), "2")
    session, seen = journal.session, list[tuple[str, ...]]()
    written = failing.store.write

    def look(batches: Sequence[Batch]) -> list[Written]:
        seen.append(tuple(map(str, session.round.moves)))
        return written(batches)

    failing.store.write = look  # type: ignore[method-assign]
    play(journal, "5", "8")
    assert seen == [("2",), ("2", "5")]
    assert [str(move) for move in session.round.moves] == ["2", "5", "8"]


@pytest.mark.parametrize("error", [StoreError("the disk is full"), KeyboardInterrupt()], ids=["full", "^C"])
@pytest.mark.parametrize("command", [Play(2, "5"), Resign(1), AskHint(2)], ids=["move", "end", "hint"])
def test_what_cannot_be_kept_does_not_happen(
    command: Command, error: BaseException, failing: Failing
) -> None:
    journal = play(begin(failing), "2")
    before, events = looks(journal.session), failing.events(1)
    for _ in range(2):
        failing.before = [error]
        with pytest.raises(type(error)):
            journal.submit(command)
        assert looks(journal.session) == before
        assert failing.events(1) == events
    # Once there is room again, it happens, and once.
    happened = journal.submit(command)
    assert failing.events(1) == [*events, *happened]
    assert looks(resume(failing, 1).session) == looks(journal.session)
    assert failing.problems() == []


def test_a_first_move_that_cannot_be_kept_leaves_no_game(failing: Failing) -> None:
    failing.before = [StoreError("the disk is full")]
    journal = begin(failing)
    with pytest.raises(StoreError, match="full"):
        play(journal, "5")
    assert numbers_of(failing) == []
    play(journal, "7")
    assert failing.record(1).moves == ("7",)
    assert failing.setup(failing.row(1).match or 0) == SETUP
    assert failing.problems() == []


def test_the_next_game_that_cannot_be_kept_can_be_begun_again(failing: Failing) -> None:
    journal = play(begin(failing, dataclasses.replace(SETUP, rounds=None)), *"2589")
    journal.submit(NextGame(1))  # asks for a rematch
    before = looks(journal.session)
    failing.before = [StoreError("the disk is full")]
    with pytest.raises(StoreError, match="full"):
        journal.submit(NextGame(2))
    assert looks(journal.session) == before
    journal.submit(NextGame(2))
    play(journal, "5")
    assert [row.round for _, row in failing.games_of_match(1)] == [1, 2]
    assert looks(resume(failing, 2).session) == looks(journal.session)


@pytest.mark.parametrize("moves", ["", "2"], ids=["new", "known"])
def test_who_is_interrupted_after_the_commit_may_ask_again(moves: str, failing: Failing) -> None:
    journal = play(begin(failing), *moves)
    failing.after = [KeyboardInterrupt()]
    with pytest.raises(KeyboardInterrupt):
        play(journal, "5")
    play(journal, "5", "8")
    assert failing.record(1).moves == (*moves, "5", "8")
    assert numbers_of(failing) == [1]
    assert len(failing.games_of_match(1)) == 1
    assert looks(resume(failing, 1).session) == looks(journal.session)
    assert failing.problems() == []


def test_who_is_interrupted_after_the_commit_cannot_do_otherwise_unnoticed(failing: Failing) -> None:
    journal = play(begin(failing), "2")
    failing.after = [KeyboardInterrupt()]
    with pytest.raises(KeyboardInterrupt):
        play(journal, "5")
    with pytest.raises(StoreError, match="gone on elsewhere"):
        play(journal, "6")
    assert failing.record(1).moves == ("2", "5")


def test_a_refused_command_writes_nothing(failing: Failing) -> None:
    journal = play(begin(failing), "2")
    writes = failing.writes
    with pytest.raises(Refused):
        journal.submit(Play(1, "5"))
    assert failing.writes == writes


def test_a_journal_without_a_store_carries_out_commands() -> None:
    journal = play(begin(None), *"2589")
    journal.commit()
    assert journal.session.match.points == [1, 0]
    assert journal.last_saved is None


def test_a_session_that_has_begun_is_taken_up_from_its_store(any_store: Store) -> None:
    with pytest.raises(ValueError, match="taken up"):
        Journal(begin(None).session, any_store)


# Held


def test_what_is_held_is_durable_together_and_not_before(failing: Failing) -> None:
    journal = play(begin(failing), "2")
    writes = failing.writes
    play(journal, "5", "8", hold=True)
    assert failing.record(1).moves == ("2",)
    assert [str(move) for move in journal.session.round.moves] == ["2", "5", "8"]
    journal.commit()
    assert failing.record(1).moves == ("2", "5", "8")
    assert failing.writes == writes + 1
    journal.commit()  # there is nothing left to do
    assert failing.writes == writes + 1


def test_several_games_of_a_match_may_be_held(any_store: Store) -> None:
    journal = Journal(Session(SETUP), any_store)
    for _ in range(2):
        journal.submit(NextGame(1), hold=True)
        play(journal, *"2589", hold=True)
    journal.submit(NextGame(1), hold=True)
    play(journal, "3", hold=True)
    assert numbers_of(any_store) == []
    journal.commit()
    assert [row.moves for _, row in any_store.games_of_match(1)] == [4, 4, 1]
    assert journal.last_saved == 3
    assert looks(resume(any_store, 3).session) == looks(journal.session)
    assert any_store.problems() == []


def test_what_was_held_and_taken_back_is_in_the_events_alone(any_store: Store) -> None:
    journal = begin(any_store, dataclasses.replace(SETUP, undo="free"))
    play(journal, *"25", hold=True)
    journal.submit(AskUndo(1, 1), hold=True)
    play(journal, *"78", hold=True)
    journal.submit(AskUndo(1, 0), hold=True)
    play(journal, "4", hold=True)
    journal.commit()
    assert (any_store.record(1).moves, any_store.record(1).undos) == (("4",), 2)
    assert [e.move for e in any_store.events(1) if isinstance(e, Moved)] == list("25784")
    assert any_store.problems() == []


@pytest.mark.parametrize("error", [StoreError("the disk is full"), KeyboardInterrupt()], ids=["full", "^C"])
def test_what_is_held_is_still_held_when_a_commit_fails(error: BaseException, failing: Failing) -> None:
    journal = play(begin(failing), "2", "5", hold=True)
    before = looks(journal.session)
    for do in (journal.commit, lambda: play(journal, "8")):
        failing.before = [error]
        with pytest.raises(type(error)):
            do()
        assert looks(journal.session) == before
        assert numbers_of(failing) == []
    play(journal, "7")
    assert failing.record(1).moves == ("2", "5", "7")
    assert failing.problems() == []


def test_a_program_that_ends_before_it_commits_leaves_what_was_there(any_store: Store) -> None:
    journal = play(begin(any_store), "2")
    play(journal, "5", hold=True)
    again = resume(any_store, 1)
    assert again.session.round.moves == [2]
    play(again, "8")
    assert any_store.record(1).moves == ("2", "8")
    with pytest.raises(StoreError, match="gone on elsewhere"):
        journal.commit()
    assert any_store.problems() == []


# Together


def test_journals_are_committed_together_and_one_that_conflicts_harms_no_other(failing: Failing) -> None:
    journals = [play(begin(failing), "2") for _ in range(4)]
    play(resume(failing, 2), "9")  # someone else goes on with the second game
    failing.delete(3)
    for journal in journals:
        play(journal, "5", "8", hold=True)
    writes = failing.writes
    errors = commit_all(journals)
    assert failing.writes == writes + 1
    assert [str(error) for error in errors] == [
        "None",
        "game 2 has gone on elsewhere in the meantime",
        "game 3 has been deleted in the meantime",
        "None",
    ]
    assert [failing.record(number).moves for number in (1, 2, 4)] == [tuple("258"), tuple("29"), tuple("258")]
    assert failing.problems() == []


def test_a_batch_of_several_games_is_written_whole_or_not_at_all(any_store: Store) -> None:
    journal = play(begin(any_store), "2")
    play(resume(any_store, 1), "7")
    play(journal, *"589", hold=True)
    journal.submit(NextGame(1), hold=True)
    play(journal, "3", hold=True)  # a second game, in the same batch as the end of the first
    other = play(begin(any_store), "4", hold=True)
    error, fine = commit_all([journal, other])
    assert (str(error), fine) == ("game 1 has gone on elsewhere in the meantime", None)
    assert [any_store.record(number).moves for number in sorted(numbers_of(any_store))] == [
        ("2", "7"),
        ("4",),
    ]
    assert any_store.problems() == []


def test_journals_of_different_stores_are_not_committed_together(any_store: Store) -> None:
    one, other = play(begin(any_store), "2", hold=True), play(begin(MemoryStore()), "2", hold=True)
    with pytest.raises(ValueError, match="same store"):
        commit_all([one, other])
    assert commit_all([]) == []
    assert commit_all([begin(None), one]) == [None, None]


def test_a_journal_knows_whether_the_store_has_anything_of_its_game() -> None:
    journal = Journal(Session(SETUP), MemoryStore())
    assert not journal.has_kept_some
    journal.submit(NextGame(1), True)
    assert not journal.has_kept_some
    play(journal, "2")
    assert journal.has_kept_some
