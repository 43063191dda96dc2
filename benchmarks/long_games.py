"""What long games take: reviewing 20,000 moves, and saving 20,000 turns beside playing them.

    .venv/bin/python benchmarks/long_games.py [--moves N] [--repeats N]

By CPU time. The goals: a review takes under two seconds and time with the length alone (at most 2.5 times as
long for twice the moves), and a saved game takes at most twice as long as one that is not saved, played by
`play` from a pipe and by the library, a thousand turns a commit.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from timing import print_goal, print_versions

import numduel
from numduel.analysis.review import review
from numduel.match.events import NextGame, Say
from numduel.match.record import Record
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.store.journal import Journal
from numduel.store.sqlite import SqliteStore

SECONDS, GROWTH, SAVING, TOGETHER = 2.0, 2.5, 2.0, 1_000
GAMES = {"operation-stack": "9", "top-stack-twelve": "3"}


def processor_seconds(work: Callable[[], object]) -> float:
    """The CPU time that something takes in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def play_by_library(spec: str, turns: int, folder: Path | None) -> None:
    """Play a game of so many turns, kept in a folder if there is one."""
    store = None if folder is None else SqliteStore(folder / "games.db")
    journal = Journal(Session(Setup(game=numduel.load(spec))), store)
    journal.submit(NextGame(1), hold=True)
    for turn in range(turns):
        journal.submit(Say(1 + turn % 2, GAMES[spec]), hold=turn % TOGETHER != TOGETHER - 1)
    journal.commit()
    if store is not None:
        store.close()


def play_by_command(spec: str, turns: int, folder: Path | None) -> float:
    """The CPU time of `play` with so many turns in a pipe."""
    saving = ["--no-save"] if folder is None else ["--db", str(folder / "games.db")]
    command = [sys.executable, "-m", "numduel", "play", spec, *saving]
    said = f"{GAMES[spec]}\n" * turns + "resign\n"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=said.encode(), stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def saved_and_not(play: Callable[[Path | None], float], repeats: int) -> tuple[float, float]:
    """The medians of what playing takes with saving and without, taken in turn."""
    saved, bare = list[float](), list[float]()
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            saved.append(play(Path(folder)))
        bare.append(play(None))
    return statistics.median(saved), statistics.median(bare)


def tell_saving(what: str, play: Callable[[Path | None], float], repeats: int) -> None:
    saved, bare = saved_and_not(play, repeats)
    figures = {"ours": f"{saved:.2f} s", "peer": f"{bare:.2f} s, not saved"}
    print_goal(what, saved / bare, SAVING, at_most=True, **figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--moves", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    moves, repeats = options.moves, options.repeats
    print_versions()
    print(f"Medians of {repeats}, load {os.getloadavg()[0]:.1f}\n")
    for spec, move in GAMES.items():
        long, half = (Record(spec, (move,) * count) for count in (moves, moves // 2))
        times = [
            [processor_seconds(lambda record=record: review(record)) for record in (long, half)]  # type: ignore[misc]
            for _ in range(repeats)
        ]
        whole, part = (statistics.median(some) for some in zip(*times, strict=True))
        print_goal(f"review of {moves:,} moves, {spec}: seconds", whole, SECONDS, at_most=True)
        print_goal(f"the same, times half as many: {spec}", whole / part, GROWTH, at_most=True)
    for spec in GAMES:
        tell_saving(
            f"play with {moves:,} turns, saved: {spec}",
            lambda folder, spec=spec: play_by_command(spec, moves, folder),  # type: ignore[misc]
            repeats,
        )
        tell_saving(
            f"the library with {moves:,} turns, saved: {spec}",
            lambda folder, spec=spec: processor_seconds(lambda: play_by_library(spec, moves, folder)),  # type: ignore[misc]
            repeats,
        )


if __name__ == "__main__":
    main()
