"""Faults in the store: a kill at every system call, a full disk at every write, two writers, a wrong clock.

    .venv/bin/python benchmarks/store_faults.py [--every N] [--only WORK …] [--times N] [--seed N]

1. Each piece of work (playing, a new store, a match with a next game, an undo and a delete, importing,
   bringing an old file up to date, backing up, restoring, sealing with a key) is killed at its first system
   call, at its second, and so on to its last (or at every Nth). After each kill the file must be in order,
   and hold everything that was said to be safe, and not more than one thing that was not. Then another
   program must be able to play on.
2. In the same way the disk is full at the first write, at the second, and so on: the program must refuse in
   a sentence, and everything must be as after a kill.
3. One writer is killed at every Nth system call while another goes on writing into the same file.
4. The clock jumps by years, forward and back, before every game: games stay in the order they were begun in.

Prints counts, and exits 1 if any of this does not hold. Linux only.
"""

import argparse
import contextlib
import dataclasses
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from system_calls import CRASHED, DONE, REFUSED, Traced, Work

import numduel
from numduel.match.events import AskUndo, NextGame, Play
from numduel.match.reading import parse
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.store import journal as journal_module
from numduel.store.backup import back_up, checked_copy, replace_store
from numduel.store.journal import Journal, resume
from numduel.store.seals import Sealer
from numduel.store.sqlite import SqliteStore

KEY = b"what only its owner knows"
SETUP = Setup(
    game=numduel.load("digit-stack"), players=("human:Ann", "human:Ben"), rounds=2, undo="free", seed=7
)
FAR = dataclasses.replace(SETUP, game=numduel.load("operation-duel:target=1000"), rounds=None)
RECORDS = parse('[spec "operation-duel:target=9"] [player1 "Zoë"] *2 *2 +1 +1 +1 +1 +1')
OLD = Path(__file__).resolve().parent.parent / "tests" / "store" / "version_1.sql"
Safe = Callable[[], None]

failures: list[str] = []


def require(holds: bool, what: str) -> None:
    """Note what does not hold."""
    if not holds:
        failures.append(what)


@dataclasses.dataclass(frozen=True)
class Task:
    """Work on the file `games.db` of a folder, and what may be found there after each thing it calls safe."""

    do: Callable[[Path, Safe], None]
    states: list[object]  # what `look` finds at first, and after each thing that is safe
    prepare: Callable[[Path], None]
    look: Callable[[Path], object]


def opened(path: Path, key: bytes | None = None) -> "contextlib.closing[SqliteStore]":
    return contextlib.closing(SqliteStore(path, key=key))


def moves_in(path: Path, key: bytes | None = None) -> list[tuple[str, ...]]:
    """The moves of all games, which must be in order."""
    with opened(path, key) as store:
        require(not store.problems(), f"not in order: {store.problems()}")
        return [store.record(number).moves for number in sorted(number for number, _ in store.page(1000))]


# What is done


def one_game(path: Path) -> None:
    """A store with a game of one move."""
    with opened(path) as store:
        begin(store, FAR).submit(Play(1, "+1"))


def begin(store: SqliteStore, setup: Setup) -> Journal:
    journal = Journal(Session(setup), store)
    journal.submit(NextGame(1))
    return journal


def play_on(path: Path, safe: Safe) -> None:
    with opened(path) as store:
        journal = resume(store, 1)
        for seat in (2, 1):
            journal.submit(Play(seat, "+1"))
            safe()


def play_match(path: Path, safe: Safe) -> None:
    with opened(path) as store:
        journal = begin(store, SETUP)
        for move in "2589":
            journal.submit(Play(journal.session.to_move or 1, move))
            safe()
        journal.submit(NextGame(1))
        journal.submit(Play(1, "7"))
        safe()
        journal.submit(AskUndo(1))
        safe()
        store.delete(1)
        safe()


MATCH: list[object] = [
    [],
    *([tuple("2589"[:count])] for count in range(1, 5)),
    [tuple("2589"), ("7",)],
    [tuple("2589"), ()],
    [()],
]


def bring_in(path: Path, safe: Safe) -> None:
    with opened(path) as store:
        store.add_records([dataclasses.replace(RECORDS, uid=str(number)) for number in range(20)])
        safe()


def bring_up_to_date(path: Path, safe: Safe) -> None:
    SqliteStore(path).close()
    safe()


def seal(path: Path, safe: Safe) -> None:
    with opened(path) as store:
        store.seal_anew(KEY)
        safe()


def copy_out(path: Path, safe: Safe) -> None:
    with opened(path) as store:
        back_up(store, path.with_name("copy.db"), replace=True)
        safe()


def put_back(path: Path, safe: Safe) -> None:
    with checked_copy(path.with_name("copy.db"), path, None) as (copy, _):
        replace_store(path, copy)
    safe()


# What was there before, and what is looked at


def nothing(path: Path) -> None:
    """No store at all."""


def an_old_file(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))


def a_game_and_its_copy(path: Path) -> None:
    one_game(path)
    copy_out(path, lambda: None)
    with opened(path) as store:
        resume(store, 1).submit(Play(2, "*2"))


def games(path: Path) -> object:
    return moves_in(path) if path.exists() else []


def number_of_old_games(path: Path) -> object:
    with opened(path) as store:
        require(not store.problems(), f"not in order: {store.problems()}")
        return len(list(store.page(100)))


def games_with_or_without_a_key(path: Path) -> object:
    key = None
    with contextlib.closing(sqlite3.connect(path)) as connection:
        if connection.execute("SELECT proof FROM census").fetchone() != (None,):
            key = KEY
    return key is not None, moves_in(path, key)


def the_copy(path: Path) -> object:
    copy = path.with_name("copy.db")
    moves_in(path)
    return moves_in(copy) if copy.exists() else None


TASKS = {
    "play": Task(play_on, [[("+1",) * count] for count in (1, 2, 3)], one_game, games),
    "match": Task(play_match, MATCH, nothing, games),
    "import": Task(bring_in, [[("+1",)], [("+1",), *[RECORDS.moves] * 20]], one_game, games),
    "upgrade": Task(bring_up_to_date, [16, 16], an_old_file, number_of_old_games),
    "seal": Task(seal, [(False, [("+1",)]), (True, [("+1",)])], one_game, games_with_or_without_a_key),
    "backup": Task(copy_out, [None, [("+1",)]], one_game, the_copy),
    "restore": Task(put_back, [[("+1", "*2")], [("+1",)]], a_game_and_its_copy, games),
}


class Places:
    """Folders in which a task starts from the same files each time."""

    def __init__(self, folder: Path, task: Task) -> None:
        self._origin, self._folder = folder / "origin", folder / "work"
        for each in (self._origin, self._folder):
            shutil.rmtree(each, ignore_errors=True)
        self._origin.mkdir()
        task.prepare(self._origin / "games.db")
        self.path = self._folder / "games.db"

    def anew(self) -> Path:
        """The file as it was at first."""
        shutil.rmtree(self._folder, ignore_errors=True)
        shutil.copytree(self._origin, self._folder)
        return self.path


def work_of(task: Task, path: Path) -> Work:
    return partial(task.do, path)


def every_call(folder: Path, name: str, every: int, chance: Random) -> None:
    """Kill a task at every system call, and let it find the disk full at every write."""
    task = TASKS[name]
    places = Places(folder, task)
    whole = Traced(work_of(task, places.anew())).run()
    require(whole.code == DONE, f"{name} does not come to its end")
    require(task.look(places.path) == task.states[-1], f"{name} does not do what it should")
    kills = 0
    for at in range(1 + chance.randrange(every), whole.calls + 1, every):
        run = Traced(work_of(task, places.anew())).run(kill_at=at)
        # Python asks for memory in its own time: a run may make fewer calls than the first one did.
        is_killed, is_over = run.code == -signal.SIGKILL, run.code == DONE and run.calls < at
        require(is_killed or is_over, f"{name}, call {at}: not killed")
        check(task, places.path, run.safe, f"{name}, killed at call {at}")
        kills += is_killed
    codes = {DONE: 0, REFUSED: 0, CRASHED: 0}
    step = max(1, every // 4)
    for at in range(1 + chance.randrange(min(step, whole.writes)), whole.writes + 1, step):
        full = Traced(work_of(task, places.anew())).run(full_at=at)
        codes[full.code or 0] += 1
        require(full.code in (DONE, REFUSED), f"{name}, full at write {at}: ended with {full.code}")
        check(task, places.path, full.safe, f"{name}, full at write {at}")
    print(
        f"{name}: killed at {kills} of {whole.calls} system calls; "
        f"the disk full at {sum(codes.values())} of {whole.writes} writes, refused {codes[REFUSED]} times"
    )


def check(task: Task, path: Path, safe: int, told: str) -> None:
    """Require that what was safe is there, that all is in order, and that somebody else can play on."""
    before = len(failures)
    try:
        found = task.look(path)
        require(found in task.states[safe : safe + 2], f"safe {safe}, found {found}")
        if task.look is games:
            play_elsewhere(path)
    except Exception as error:
        failures.append(f"{type(error).__name__}: {error}")
    failures[before:] = [f"{told}: {failure}" for failure in failures[before:]]


def play_elsewhere(path: Path) -> None:
    with opened(path) as store:
        journal = begin(store, FAR)
        journal.submit(Play(1, "*2"))
        require(store.record(journal.last_saved or 0).moves == ("*2",), "nobody can play on")
        require(not store.problems(), f"not in order after playing on: {store.problems()}")


# Two writers


def two_writers(folder: Path, times: int, chance: Random) -> None:
    """Kill one writer at some system call while another writes on."""
    path, written = folder / "two.db", 0
    for _ in range(times):
        for left in folder.glob("two.db*"):
            left.unlink()
        SqliteStore(path).close()
        kill_at = chance.randrange(1, 600)
        killer = os.fork()
        if killer == 0:
            Traced(partial(write_many, path, 40)).run(kill_at=kill_at)
            os._exit(0)
        other = Traced(partial(write_many, path, 12)).run()
        os.waitpid(killer, 0)
        require(other.code == DONE, f"two writers: the one that was not killed ended with {other.code}")
        games = moves_in(path)
        require(("+1",) * 12 in games, f"two writers: not every move is there: {games}")
        written += sum(map(len, games))
    print(f"two writers, one of them killed, {times} times: {written:,} moves in the files")


def write_many(path: Path, moves: int, safe: Safe) -> None:
    with opened(path) as store:
        journal = begin(store, FAR)
        for _ in range(moves):
            journal.submit(Play(journal.session.to_move or 1, "+1"))
            safe()


# A clock that jumps


def wrong_clock(folder: Path, times: int, chance: Random) -> None:
    """Play games, each dated by a clock that has jumped."""
    true = vars(journal_module)["now"]
    try:
        with opened(folder / "clock.db") as store:
            for number in range(1, times + 1):
                moment = f"{chance.randrange(1, 9999):04}-0{chance.randrange(1, 9)}-01T00:00:00Z"
                vars(journal_module)["now"] = partial(str, moment)
                play_at(store, number, moment)
            listed = [number for number, _ in store.page(times)]
            require(listed == list(range(times, 0, -1)), f"the clock: listed as {listed}")
            require(not store.problems(), "the clock: not in order")
    finally:
        vars(journal_module)["now"] = true
    print(f"a clock that jumps by years: {times} games in the order they were begun in")


def play_at(store: SqliteStore, number: int, moment: str) -> None:
    journal = begin(store, FAR)
    journal.submit(Play(1, "+1"))
    require(journal.last_saved == number, f"the clock: game {journal.last_saved}, not {number}")
    require(store.row(number).date == moment, "the clock: the date is not what the clock says")
    require(store.last_unfinished() == number, "the clock: not the last game is gone on with")
    resume(store, number).submit(Play(2, "+1"))


@contextlib.contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory, if there is one: whether a kill loses anything does not depend on the disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only at every Nth system call")
    parser.add_argument("--only", nargs="+", choices=TASKS, default=list(TASKS))
    parser.add_argument("--times", type=int, default=50, help="of two writers, and games by a wrong clock")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = Random(options.seed)
    Sealer(KEY).weight(b"any")  # loads what only a key needs, or the first run would make more calls
    with quick_folder() as folder:
        for name in options.only:
            every_call(folder, name, options.every, chance)
        two_writers(folder, options.times, chance)
        wrong_clock(folder, options.times, chance)
    for failure in failures[:20]:
        print(f"FAILED: {failure}")
    print(f"{len(failures)} things did not hold." if failures else "Nothing was lost.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
