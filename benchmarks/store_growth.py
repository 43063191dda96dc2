"""How a store behaves with 100 games and with 300,000 in it, and how a game of 20,000 moves opens.

    .venv/bin/python benchmarks/store_growth.py [--many N] [--repeats N]

In both files the one unfinished game is the oldest, so that resume has to look furthest. The two are
measured in turn, so that a busy machine slows both alike. The goals: what takes a time with 100 games takes
at most twice that with 300,000, and a game of 20,000 moves opens in under a second. Exits 1 otherwise.
"""

import argparse
import dataclasses
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timing import print_goal

import numduel
from numduel.match.events import AskUndo, NextGame, Play
from numduel.match.reading import parse
from numduel.match.record import Record
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.store.base import Filter
from numduel.store.journal import Journal, resume
from numduel.store.sqlite import SqliteStore

FEW = 100
MOST, LONGEST = 2, 1  # the goals: times as long as with few games, and seconds
BATCH = 2_000
LENGTH = 20_000
GAMES = [
    parse('[spec "digit-stack"] [player1 "Ann"] [player2 "Ben"] 2 5 8 9'),
    parse('[spec "top-stack-twelve"] [player1 "Ben"] [player2 "Cem"] 2 5 6'),
    parse('[spec "operation-duel:target=9"] [player1 "Ann"] [player2 "Cem"] *2 *2 +1 +1 +1 +1 +1'),
    parse('[spec "operation-stack"] [player1 "Cem"] [player2 "Zoë"] [ending "resignation"] 5 6 * 7 8'),
]
LONG = {
    "top-stack-twelve": Record("top-stack-twelve", ("3",) * LENGTH),
    "operation-stack, pushed": Record("operation-stack", ("9",) * LENGTH),
    "operation-stack, multiplied": Record("operation-stack", ("9", *("9", "*") * (LENGTH // 2 - 1), "9")),
    "operation-duel": Record("operation-duel:target=100000", ("+1",) * LENGTH),
}


def build(path: Path, count: int) -> float:
    """A file with so many games, of which the first is unfinished; the seconds it took."""
    start = time.perf_counter()
    store = SqliteStore(path)
    setup = Setup(game=numduel.load("digit-stack"), players=("human:Ann", "human:Ben"), undo="free")
    journal = Journal(Session(setup), store)
    journal.submit(NextGame(1))
    journal.submit(Play(1, "5"))
    for first in range(1, count, BATCH):
        numbers = range(first, min(count, first + BATCH))
        store.add_records([dataclasses.replace(GAMES[n % len(GAMES)], uid=str(n)) for n in numbers])
    store.close()
    return time.perf_counter() - start


def seconds(action: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    action(*arguments)
    return time.perf_counter() - start


def command(path: Path, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "numduel", *arguments, "--db", str(path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"numduel {' '.join(arguments)}: {done.stderr.decode()}")


def first_page(path: Path) -> None:
    store = SqliteStore(path)
    assert len(list(store.page(20))) == 20
    store.close()


def filtered_page(path: Path, found: int, **wanted: Any) -> None:
    store = SqliteStore(path)
    assert len(list(store.page(20, Filter(**wanted)))) == found
    store.close()


def last_unfinished(path: Path) -> None:
    store = SqliteStore(path)
    assert store.last_unfinished() == 1
    store.close()


def compare(few: Path, many: Path, repeats: int) -> float:
    """Measure everything with both files, and tell; the largest ratio."""
    stores = {few: SqliteStore(few), many: SqliteStore(many)}
    journals = {path: resume(store, 1) for path, store in stores.items()}

    def add_move(path: Path) -> None:
        start = time.perf_counter()
        journals[path].submit(Play(2, "5"))
        moving[path].append(time.perf_counter() - start)
        journals[path].submit(AskUndo(2))  # so that no game grows

    moving: dict[Path, list[float]] = {few: [], many: []}
    actions: dict[str, tuple[Callable[[Path], object], int]] = {
        "history": (lambda path: command(path, "history"), repeats),
        "resume": (lambda path: command(path, "resume"), repeats),
        "the first page": (first_page, 20 * repeats),
        "the first page of a player": (lambda path: filtered_page(path, 20, player="Zoë"), 20 * repeats),
        "the first page of a result": (lambda path: filtered_page(path, 20, result="2"), 20 * repeats),
        "a result that no game has": (lambda path: filtered_page(path, 0, result="draw"), 20 * repeats),
        "a player's games of a kind that there are none of": (
            lambda path: filtered_page(path, 0, player="Zoë", game="digit-stack"),
            20 * repeats,
        ),
        "the last unfinished game": (last_unfinished, 20 * repeats),
    }
    ratios = []
    for name, (action, times) in actions.items():
        taken: dict[Path, list[float]] = {few: [], many: []}
        for _ in range(times):
            for path in taken:
                taken[path].append(seconds(action, path))
        ratios.append(tell(name, taken[few], taken[many]))
    for _ in range(10 * repeats):
        for path in stores:
            add_move(path)
    ratios.append(tell("one more move, durable", moving[few], moving[many]))
    for store in stores.values():
        store.close()
    return max(ratios)


def tell(name: str, few: list[float], many: list[float]) -> float:
    """Tell two medians; their ratio."""
    one, other = statistics.median(few), statistics.median(many)
    figures = {"ours": f"{1000 * other:.2f} ms", "peer": f"{1000 * one:.2f} ms with {FEW} games"}
    print_goal(f"many games: {name}", other / one, MOST, at_most=True, **figures)
    return other / one


def open_long_games(path: Path) -> float:
    """Open each long game; the longest time it took."""
    store = SqliteStore(path)
    worst = 0.0
    for name, record in LONG.items():
        [(number, _)] = store.add_records([record])
        taken = statistics.median(seconds(store.record, number) for _ in range(5))
        print_goal(f"{LENGTH:,} moves open in seconds: {name}", taken, LONGEST, at_most=True)
        worst = max(worst, taken)
    store.close()
    return worst


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--many", type=int, default=300_000)
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder) / "few.db", Path(folder) / "many.db"
        build(few, FEW)
        took = build(many, options.many)
        size = many.stat().st_size
        print(
            f"{options.many:,} games kept in {took:.0f} s, {size / 1e6:.0f} MB; "
            f"median times with {FEW} games and with these"
        )
        ratio = compare(few, many, options.repeats)
        longest = open_long_games(few)
    holds = ratio <= MOST and longest < LONGEST
    print("The goals are met." if holds else "The goals are not met.")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
