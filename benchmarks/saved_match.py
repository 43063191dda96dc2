"""What a whole saved match costs, beside an earlier checkout of numduel: the ratio of CPU time.

    git worktree add ../before f8e27ab
    .venv/bin/python benchmarks/saved_match.py --baseline ../before [--turns N] [--repeats N]

Piped games go through `play` into a new file, the whole process counted; and a game is played and
kept within a process, by the library alone, its moves committed one by one and a hundred at a time. Both
sides take turns. CPU time is that of the process, user and system; waiting for the disk does not count. The
goal is a ratio of at most 1.0 over all. What either side has kept must be the same moves.
"""

import argparse
import contextlib
import os
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import print_table, print_versions

GOAL = 1.0
HERE = Path(__file__).resolve().parents[1]


def matches(turns: int) -> dict[str, tuple[list[str], str]]:
    """What is played: arguments, and what is typed."""
    far = f"operation-duel:target=1{'0' * 300}"
    pushes = "\n".join("push\n5" if turn % 3 else "push 9" for turn in range(turns))
    return {
        "one move": (["digit-stack"], "5\nresign\n"),
        "operation-stack": (["operation-stack"], f"{pushes}\nresign\n"),
        "top-stack-twelve": (["top-stack-twelve"], "3\n" * turns + "resign\n"),
        "operation-duel": ([far], "1\n+1\n" * (turns // 2) + "resign\n"),
        "digit-stack, a match": (["digit-stack", "--rounds", "60"], "2\n5\n8\n9\n" * 60),
        "against a computer": (
            ["top-stack-twelve", "--p2", "random", "--seed", "1", "--rounds", "9"],
            "1\n" * turns,
        ),
    }


WITHIN = {
    "old": """
import sys, time
from pathlib import Path
import numduel
from numduel.match.round import Round
from numduel.store.rows import MatchRow
from numduel.store.store import Store
path, turns, together = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
game = numduel.load("operation-stack")
store = Store(path)
start = time.process_time()
bout, moves = Round(game), [5, 9, "+"]
store.hold()
match = store.begin_match(MatchRow(game.spec, "human", "human", 0, None, None, None, 0, "agree", None))
number = store.begin_game(match, 1, ("A", "B"))
for turn in range(turns):
    store.hold()
    move = bout.position.read(game.write(moves[turn % 3] if turn > 2 or turn % 3 < 2 else "+"))
    bout.play(move)
    assert bout.result is None
    store.add_move(number, turn, game.write(move))
    if turn % together == together - 1:
        store.commit()
store.commit()
print(time.process_time() - start)
""",
    "new": """
import sys, time
from pathlib import Path
import numduel
from numduel.match.events import NextGame, Say
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.store.journal import Journal
from numduel.store.sqlite import SqliteStore
path, turns, together = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
game = numduel.load("operation-stack")
store = SqliteStore(path)
start = time.process_time()
journal, moves = Journal(Session(Setup(game=game)), store), [5, 9, "+"]
journal.submit(NextGame(1), hold=True)
for turn in range(turns):
    move = game.write(moves[turn % 3] if turn > 2 or turn % 3 < 2 else "+")
    journal.submit(Say(1 + turn % 2, move), hold=turn % together != together - 1)
journal.commit()
print(time.process_time() - start)
""",
}


def run(source: Path, arguments: list[str], typed: str) -> tuple[float, str]:
    """The CPU time that a process took, and what it said."""
    environment = {**os.environ, "PYTHONPATH": str(source / "src"), "PYTHONDONTWRITEBYTECODE": ""}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments], input=typed, capture_output=True, text=True, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        sys.exit(f"{arguments}: {done.stderr}")
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return taken, done.stdout


def kept(path: Path) -> list[tuple[int, int, str]]:
    """The moves that a file has."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT game, ply, text FROM moves ORDER BY game, ply").fetchall()


def play(source: Path, name: str, turns: int, path: Path) -> float:
    """Play a match through the command line; the CPU time it took."""
    arguments, typed = matches(turns)[name]
    return run(source, ["-m", "numduel", "play", *arguments, "--db", str(path)], typed)[0]


def play_within(source: Path, together: int, turns: int, path: Path) -> float:
    """Play a game by the library; the CPU time it took."""
    side = "new" if source == HERE else "old"
    return float(run(source, ["-c", WITHIN[side], str(path), str(turns), str(together)], "")[1])


def measure(what: str, source: Path, turns: int, folder: Path) -> tuple[float, list[tuple[int, int, str]]]:
    """The CPU time, and what was kept."""
    path = folder / "games.db"
    path.unlink(missing_ok=True)
    if what.startswith("within"):
        taken = play_within(source, int(what.split()[-1]), turns, path)
    else:
        taken = play(source, what, turns, path)
    return taken, kept(path)


def compare(what: str, sides: dict[str, Path], turns: int, repeats: int) -> tuple[dict[str, float], int]:
    """The median CPU time of each side, and how many moves both have kept."""
    found: dict[str, list[float]] = {side: [] for side in sides}
    moves: dict[str, list[tuple[int, int, str]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(repeats + 1):
            for side, source in sides.items():
                taken, moves[side] = measure(what, source, turns, Path(folder))
                found[side] += [taken] * (number > 0)  # the first time only fills caches
            if moves["before"] != moves["now"] or not moves["now"]:
                sys.exit(f"{what}: the two have kept different moves")
    return {side: statistics.median(times) for side, times in found.items()}, len(moves["now"])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--baseline", type=Path, required=True, help="a checkout of commit f8e27ab")
    parser.add_argument("--turns", type=int, default=600)
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    sides = {"before": options.baseline.resolve(), "now": HERE}
    rows, before, now = list[list[str]](), 0.0, 0.0
    within = (f"within a process, commits of {count}" for count in (1, 100))
    for what in (*matches(options.turns), *within):
        taken, moves = compare(what, sides, options.turns, options.repeats)
        before, now = before + taken["before"], now + taken["now"]
        times = [f"{1000 * taken[side]:.1f}" for side in sides]
        rows.append([what, str(moves), *times, f"{taken['now'] / taken['before']:.2f}"])
    print_versions()
    print(f"CPU time of a saved match in milliseconds, medians of {options.repeats}\n")
    print_table(["match", "moves", "before", "now", "ratio"], rows)
    met = now / before <= GOAL
    print(f"Over all: {now / before:.2f} (goal: at most {GOAL}; {'met' if met else 'NOT met'})")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
