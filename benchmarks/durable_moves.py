"""How many durable moves a second a store takes, with 1, 10 and 100 games under way.

    .venv/bin/python benchmarks/durable_moves.py [--seconds N] [--repeats N] [--db FOLDER]

A move is durable when it is on the disk (SQLite, synchronous = EXTRA). Three ways: each move of each game is
committed by itself; all games make a move, and those are committed together (`commit_all`), as one thread
that serves many tables would; or each game has a thread of its own that submits its moves one after another,
and those that wait at the same moment share a commit by themselves. The ways take turns. Ratios are to one
game whose moves are committed one by one. What was written is read again and must be everything.
"""

import argparse
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from timing import print_table, print_versions

import numduel
from numduel.match.events import NextGame, Play
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.store.journal import Journal, commit_all
from numduel.store.sqlite import SqliteStore

GAME = numduel.load(f"operation-duel:target=1{'0' * 300}")  # so far away that no game here ends
COUNTS = (1, 10, 100)


def begin(store: SqliteStore) -> Journal:
    """A game that has begun, and is in the store."""
    journal = Journal(Session(Setup(game=GAME)), store)
    journal.submit(NextGame(1))
    move(journal)
    return journal


def move(journal: Journal, hold: bool = False) -> None:
    seat = journal.session.to_move
    assert seat is not None
    journal.submit(Play(seat, "+1"), hold)


def one_by_one(journals: list[Journal], end: float) -> int:
    """Make moves in turn, each committed by itself; how many."""
    made = 0
    while time.perf_counter() < end:
        move(journals[made % len(journals)])
        made += 1
    return made


def all_at_once(journals: list[Journal], end: float) -> int:
    """Make a move in each game and commit all of them together, again and again; how many."""
    made = 0
    while time.perf_counter() < end:
        for journal in journals:
            move(journal, hold=True)
        if any(commit_all(journals)):
            raise SystemExit("a game could not be written")
        made += len(journals)
    return made


def by_threads(journals: list[Journal], end: float) -> int:
    """Let a thread for each game make its moves, each committed before the next; how many."""
    made = [0] * len(journals)

    def run(index: int) -> None:
        while time.perf_counter() < end:
            move(journals[index])
            made[index] += 1

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(journals))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(made)


WAYS: dict[str, Callable[[list[Journal], float], int]] = {
    "one by one": one_by_one,
    "commit_all": all_at_once,
    "a thread each": by_threads,
}


def measure(way: str, count: int, seconds: float, folder: Path) -> float:
    """Durable moves a second."""
    store = SqliteStore(folder / f"{time.monotonic_ns()}.db")
    journals = [begin(store) for _ in range(count)]
    start = time.perf_counter()
    made = WAYS[way](journals, start + seconds)
    taken = time.perf_counter() - start
    kept = sum(len(store.record(journal.last_saved or 0).moves) for journal in journals)
    if kept != made + count or store.problems():
        raise SystemExit(f"{way}, {count} games: {made + count} moves were made, {kept} are in the store")
    store.close()
    return made / taken


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="a measurement")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--db", type=Path, help="a folder on the disk to be measured")
    options = parser.parse_args()
    rates: dict[tuple[str, int], list[float]] = {(way, count): [] for way in WAYS for count in COUNTS}
    with tempfile.TemporaryDirectory(dir=options.db) as folder:
        for _ in range(options.repeats):
            for (way, count), found in rates.items():
                found.append(measure(way, count, options.seconds, Path(folder)))
    print_versions()
    print(f"Durable moves a second, medians of {options.repeats}; in brackets, times one game one by one\n")
    medians = {key: statistics.median(found) for key, found in rates.items()}
    base = medians["one by one", 1]
    rows = [
        [way, *(f"{medians[way, count]:,.0f} ({medians[way, count] / base:.1f})" for count in COUNTS)]
        for way in WAYS
    ]
    print_table(["", *(f"{count} game{'s' * (count > 1)}" for count in COUNTS)], rows)


if __name__ == "__main__":
    main()
