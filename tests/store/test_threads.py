"""Several threads on one store: nothing is lost, and each game is its own transaction."""

import contextlib
import dataclasses
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from stored import SETUP, begin, number_of, numbers_of, play

import numduel
from numduel.match.events import NextGame, Resign
from numduel.match.session import Session
from numduel.store.base import Batch, Store, Written, WrittenGame
from numduel.store.errors import StoreError
from numduel.store.group_commit import GroupCommit
from numduel.store.journal import Journal, resume
from numduel.store.sqlite import SqliteStore

THREADS = 10


def together(work: Callable[[int], None], threads: int = THREADS) -> None:
    """Let several threads do the same, each by its number; whatever one of them raises is raised here."""
    errors: list[BaseException] = []
    start = threading.Barrier(threads)

    def run(number: int) -> None:
        try:
            start.wait()
            work(number)
        except BaseException as error:
            errors.append(error)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if errors:
        raise errors[0]


def test_games_that_several_threads_play_are_all_there(any_store: Store) -> None:
    played: dict[int, tuple[str, ...]] = {}

    def work(number: int) -> None:
        for count in range(4):
            moves = (str(1 + number % 9), str(1 + count), "8", "9")
            journal = play(begin(any_store), *moves)
            played[number_of(journal)] = moves
            assert any_store.record(number_of(journal)).moves == moves
            assert len(list(any_store.page(5))) >= 1

    together(work)
    assert len(played) == 4 * THREADS
    assert {number: any_store.record(number).moves for number in numbers_of(any_store, 1000)} == played
    assert len({any_store.row(number).match for number in played}) == len(played)
    assert any_store.problems() == []


def test_each_match_is_kept_whole_when_threads_write_several_games_at_once(any_store: Store) -> None:
    def work(number: int) -> None:
        journal = Journal(Session(SETUP), any_store)
        for _ in range(3):
            journal.submit(NextGame(1), hold=True)
            play(journal, *"2589", hold=True)
        journal.commit()
        assert looks_whole(any_store, number_of(journal))

    together(work)
    assert len(numbers_of(any_store, 1000)) == 3 * THREADS
    assert any_store.problems() == []


def looks_whole(store: Store, number: int) -> bool:
    games = store.games_of_match(store.row(number).match or 0)
    return [(row.round, row.moves, row.ending) for _, row in games] == [(n, 4, "rule") for n in (1, 2, 3)]


def test_a_thread_that_conflicts_harms_no_other(any_store: Store) -> None:
    journals = [play(begin(any_store), "2") for _ in range(THREADS)]
    for journal in journals[::2]:
        resume(any_store, number_of(journal)).submit(Resign(1))
    refused = []

    def work(number: int) -> None:
        try:
            play(journals[number], "5", "8")
        except StoreError as error:
            refused.append((number, str(error).partition(" has ")[2]))

    together(work)
    assert sorted(refused) == [
        (number, "gone on elsewhere in the meantime") for number in range(0, THREADS, 2)
    ]
    moves = [any_store.record(number_of(journal)).moves for journal in journals]
    assert moves == [("2",), ("2", "5", "8")] * (THREADS // 2)
    assert any_store.problems() == []


def test_readers_never_see_half_of_what_is_written(any_store: Store) -> None:
    setup = dataclasses.replace(SETUP, game=numduel.load("top-stack-twelve:limit=99"))
    journal = play(begin(any_store, setup), "1")
    over = threading.Event()

    def work(number: int) -> None:
        if number == 0:
            for _ in range(40):
                play(journal, "2", "3", hold=True)
                journal.commit()
            over.set()
        while not over.is_set():
            assert len(any_store.record(1).moves) % 2 == 1
            assert len(any_store.events(1)) % 2 == 0
            assert any_store.problems() == []

    together(work, 3)
    assert len(any_store.record(1).moves) == 81


def test_threads_that_wait_share_a_commit(tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(tmp_path / "games.db")) as store:
        journals = [play(begin(store), "2") for _ in range(THREADS)]
        statements: list[str] = []
        store._file.raw.set_trace_callback(statements.append)
        with store._file.lock:  # the first gets no further, until all of them wait
            threads = [threading.Thread(target=play, args=(journal, "5")) for journal in journals]
            for thread in threads:
                thread.start()
            while len(store._commits._waiting) < THREADS - 1:
                time.sleep(0.001)
        for thread in threads:
            thread.join()
        assert statements.count("COMMIT") == 2
        assert [len(store.record(number_of(journal)).moves) for journal in journals] == [2] * THREADS


# Sharing a commit


class Writer:
    """Writes batches, or fails to, once it is let."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.may = threading.Event()
        self.commits = GroupCommit(self.write)

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        self.may.wait()
        if self.error is not None:
            raise self.error
        return [[WrittenGame(id(batch), None)] for batch in batches]


@pytest.mark.parametrize(
    ("error", "told"),
    [(StoreError("the disk is full"), "the disk is full"), (KeyboardInterrupt(), "was interrupted")],
    ids=["full", "^C"],
)
def test_nobody_is_told_that_something_was_written_which_was_not(error: BaseException, told: str) -> None:
    writer = Writer(error)
    answers: list[object] = []

    def work() -> None:
        try:
            answers.append(writer.commits.write([[]]))
        except (StoreError, KeyboardInterrupt) as failure:
            answers.append(failure)

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    while len(writer.commits._waiting) < THREADS - 1:
        time.sleep(0.001)
    writer.may.set()
    for thread in threads:
        thread.join()
    assert len(answers) == THREADS
    assert all(isinstance(answer, StoreError | KeyboardInterrupt) for answer in answers)
    assert sum(told in str(answer) for answer in answers) >= THREADS - 2  # two were those who wrote
    writer.error = None
    assert writer.commits.write([]) == []  # and nobody waits for ever


def test_everybody_gets_the_answers_to_their_own_orders() -> None:
    writer = Writer()
    writer.may.set()
    batches: list[list[Batch]] = [[[] for _ in range(number)] for number in range(THREADS)]

    def work(number: int) -> None:
        assert writer.commits.write(batches[number]) == [
            [WrittenGame(id(batch), None)] for batch in batches[number]
        ]

    together(work)
