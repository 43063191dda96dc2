"""Pulls the plug: kill -9 in the middle of play, two programs on one file, and a full disk.

    .venv/bin/python benchmarks/durability.py [--kills N] [--rounds N] [--full N] [--seed N]

1. A game is played through pipes, each move sent when the last one has been shown (or, in half of the runs,
   many at once), and killed with SIGKILL at a random moment; every other run goes on with the game that was
   killed before it. Every move that was shown must be in the file, in order, once. One move more may be
   there, whose effect was not shown yet (with many sent at once: more of those that were sent).
2. Two programs play matches into one file at the same time, while a third checks the file again and again.
   Nothing may be lost or mixed, and nothing be taken for damage.
3. The disk fills up during play: a tmpfs of 256 KiB where one can be mounted, and a limit on the size of the
   file. The program must say so in a sentence and end with exit code 1; the moves shown must be there, and
   the game must go on once there is room.

Prints counts, and exits 1 if any of this does not hold.
"""

import argparse
import contextlib
import os
import re
import resource
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from numduel.store.connection import ROOM
from numduel.store.sqlite import SqliteStore

NUMDUEL = (sys.executable, "-m", "numduel")
SPEC = f"operation-duel:target=1{'0' * 300}"  # so far away that no game here comes to its end
SHORT = "operation-duel:target=12"
PROMPT = b"Enter your choice (1 or 2): "
PATIENCE = 60.0

failures: list[str] = []


def require(holds: bool, what: str) -> bool:
    """Note what does not hold."""
    if not holds:
        failures.append(what)
    return holds


class Play:
    """A running program, and whoever types at it."""

    def __init__(self, db: Path, *arguments: str, before: Callable[[], None] | None = None) -> None:
        self.sent: list[str] = []
        self.out = b""
        self.process = subprocess.Popen(
            (*NUMDUEL, *arguments, "--db", str(db)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=before,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._input, self._output = self.process.stdin.fileno(), self.process.stdout.fileno()

    def read(self, seconds: float) -> bool:
        """Take in what is shown within so many seconds; whether there was anything, and not the end."""
        if not select.select([self._output], [], [], max(seconds, 0))[0]:
            return False
        piece = os.read(self._output, 1 << 16)
        self.out += piece
        return bool(piece)

    def send(self, moves: list[str]) -> None:
        """Type moves."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self._input, "".join(f"{move}\n" for move in moves).encode())
            self.sent += moves

    @property
    def asked(self) -> bool:
        """Whether there are more prompts than answers."""
        return self.out.count(PROMPT) > len(self.sent)

    @property
    def shown(self) -> int:
        """How many moves have been shown with what they led to."""
        return len(re.findall(rb"New Current Number is \S.*\n", self.out))

    def until_asked(self) -> bool:
        """Wait for a prompt; whether there is one."""
        end = time.monotonic() + PATIENCE
        while not self.asked and time.monotonic() < end:
            if not self.read(end - time.monotonic()):
                break
        return self.asked

    def kill(self) -> None:
        """Pull the plug, and take in what was shown until then."""
        self.process.kill()
        self.end()

    def end(self) -> tuple[int, str]:
        """Wait for the end; the exit code, and what was complained of."""
        with contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        while self.read(PATIENCE):
            pass
        assert self.process.stderr is not None
        complaint = self.process.stderr.read().decode()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(PATIENCE), complaint


@contextlib.contextmanager
def opened(db: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(db)
    try:
        yield store
    finally:
        store.close()


def kept(db: Path, number: int) -> list[str]:
    """The moves of a game that are in the file; none if there is no such game."""
    with opened(db) as store:
        try:
            return list(store.record(number).moves)
        except KeyError:
            return []


# 1. Kill


def kills(folder: Path, count: int, chance: Random) -> None:
    db = folder / "kills.db"
    tally = {"shown": 0, "exactly": 0, "one more": 0, "in bulk": 0, "resumed": 0, "before a move": 0}
    number, moves = 0, list[str]()
    for run in range(count):
        resumed = run % 2 == 1 and bool(moves)
        bulk = run % 4 >= 2
        if not resumed:
            with opened(db) as store:
                number = next((n for n, _ in store.page(1)), 0) + 1
            moves = []
        play = Play(db, *(("resume", str(number)) if resumed else ("play", SPEC)))
        until_killed(play, chance, bulk)
        now = kept(db, number)
        told = f"run {run}: shown {play.shown}, kept {len(now) - len(moves)}, sent {len(play.sent)}"
        require(now[: len(moves)] == moves, f"{told}: earlier moves have changed")
        new = now[len(moves) :]
        require(new == play.sent[: len(new)], f"{told}: not the moves that were sent, in order")
        require(len(new) >= play.shown, f"{told}: a move that was shown is lost")
        require(bulk or len(new) <= play.shown + 1, f"{told}: more moves than the one that was under way")
        tally["shown"] += play.shown
        tally["exactly" if len(new) == play.shown else "in bulk" if bulk else "one more"] += 1
        tally["resumed"] += resumed
        tally["before a move"] += play.shown == 0
        moves = now
    with opened(db) as store:
        require(not store.problems(), "after all kills the file is not in order")
    print(f"killed {count} times ({tally['resumed']} in games gone on with), {tally['shown']:,} moves shown")
    print(
        f"  in the file exactly what was shown {tally['exactly']}, one move more {tally['one more']}, ",
        end="",
    )
    print(f"more of those sent at once {tally['in bulk']}; killed before any move {tally['before a move']}")


def until_killed(play: Play, chance: Random, bulk: bool) -> None:
    """Play, and pull the plug at some moment after the program has begun to ask."""
    if not require(play.until_asked(), f"no prompt: {play.out[-200:]!r}"):
        return play.kill()
    end = time.monotonic() + chance.uniform(0, 0.5)
    while (left := end - time.monotonic()) > 0:
        if play.asked:
            some = chance.choices(("+1", "*2"), (9, 1), k=chance.randint(2, 60) if bulk else 1)
            play.send(some)
            if bulk:  # and answer nothing more until all of it was shown
                continue
        play.read(left)
    return play.kill()


# 2. Two programs


def two_programs(folder: Path, rounds: int, chance: Random) -> None:
    games = checks = 0
    for number in range(rounds):
        db = folder / f"two {number}.db"
        scripts = {name: [script(chance) for _ in range(4)] for name in ("Left", "Right")}
        checks += play_both(db, scripts)
        found = played_by_each(db)
        games += sum(map(len, found.values()))
        require(found == scripts, f"two programs, time {number}: lost or mixed: {found}, not {scripts}")
    print(f"two programs at once, {rounds} times: {games} games in the files, ", end="")
    print(f"which were checked {checks} times meanwhile")


def play_both(db: Path, scripts: dict[str, list[list[str]]]) -> int:
    """Let two programs play, and a third check the file meanwhile; how often it did."""
    players = [threading.Thread(target=play_match, args=(db, *item)) for item in scripts.items()]
    for thread in players:
        thread.start()
    checks = 0
    while any(thread.is_alive() for thread in players):
        command = (*NUMDUEL, "history", "--check", "--db", str(db))
        check = subprocess.run(command, capture_output=True, text=True)
        require(check.returncode == 0, f"a check meanwhile: {check.stdout}{check.stderr}")
        checks += 1
    for thread in players:
        thread.join()
    return checks


def played_by_each(db: Path) -> dict[str, list[list[str]]]:
    """The games of each program in the order they were begun, by the names of those who played."""
    found: dict[str, list[list[str]]] = {}
    with opened(db) as store:
        require(not store.problems(), f"{db.name}: the file is not in order")
        for number in sorted(number for number, _ in store.page(1000)):
            record = store.record(number)
            owner = "/".join(sorted({name.split()[0] for name in record.players}))
            found.setdefault(owner, []).append(list(record.moves))
    return dict(sorted(found.items()))


def script(chance: Random) -> list[str]:
    """The moves of a game to its end."""
    number, moves = 1, list[str]()
    while number < 12:
        moves.append(chance.choice(("+1", "*2", "+1")))
        number = number + 1 if moves[-1] == "+1" else number * 2
    return moves


def play_match(db: Path, name: str, games: list[list[str]]) -> None:
    """Play a match, each move when it is asked for."""
    who = ("--p1", f"human:{name} A", "--p2", f"human:{name} B")
    play = Play(db, "play", SHORT, *who, "--rounds", str(len(games)))
    for move in (move for moves in games for move in moves):
        if not require(play.until_asked(), f"{name} was not asked for {move}"):
            break
        play.send([move])
    code, complaint = play.end()
    require((code, complaint) == (0, ""), f"{name} ended with {code}: {complaint}")


# 3. A full disk


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A disk of 256 KiB, or None where nobody lets us have one."""
    place = folder / "disk"
    place.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place))
    try:
        mounted = subprocess.run(mount, capture_output=True).returncode == 0
    except OSError:
        mounted = False
    try:
        yield place if mounted else None
    finally:
        if mounted:
            subprocess.run(("umount", str(place)), check=True)


def full_disk(folder: Path, count: int, chance: Random) -> None:
    with small_disk(folder) as disk:
        if disk is None:
            print("no tmpfs can be mounted here: only a limit on the size of files is tried")
        else:
            shown = [until_full(disk, chance) for _ in range(count)]
            print(f"a full disk (tmpfs of 256 KiB) {count} times: {sum(shown):,} moves shown until then")
    shown = [until_limit(folder / f"limit {number}", chance) for number in range(count)]
    print(f"a limit on the size of files {count} times: {sum(shown):,} moves shown until then")


def until_full(disk: Path, chance: Random) -> int:
    """Play until the disk is full; how many moves were shown."""
    db, ballast = disk / "games.db", disk / "ballast"
    SqliteStore(db).close()
    room = os.statvfs(disk)
    ballast.write_bytes(bytes(room.f_bavail * room.f_bsize - ROOM - chance.randrange(20, 60) * 1024))
    shown = play_until_it_fails(db, None, ballast.unlink)
    db.unlink()
    return shown


def until_limit(place: Path, chance: Random) -> int:
    """Play until the file may not grow any more; how many moves were shown."""
    place.mkdir()
    SqliteStore(place / "games.db").close()
    most = (place / "games.db").stat().st_size + ROOM + chance.randrange(6) * 4096

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    return play_until_it_fails(place / "games.db", limit, lambda: None)


def play_until_it_fails(db: Path, before: Callable[[], None] | None, make_room: Callable[[], None]) -> int:
    play = Play(db, "play", SPEC, before=before)
    while play.until_asked() and len(play.sent) < 5_000:
        play.send(["+1"])
    code, complaint = play.end()
    told = f"after {play.shown} moves on a full disk, exit code {code}: {complaint!r}"
    require(code == 1, told)
    require("Traceback" not in complaint and "inside numduel" not in complaint, told)
    require(complaint.startswith("numduel: the store ") and complaint.count("numduel: ") == 1, told)
    make_room()
    now = kept(db, 1)
    require(len(now) in (play.shown, play.shown + 1) and set(now) <= {"+1"}, f"{told}; kept {len(now)}")
    with opened(db) as store:
        require(not store.problems(), f"{told}; the file is not in order")
    if play.shown:
        again = Play(db, "resume", "1")
        require(again.until_asked(), f"{told}; it cannot be gone on with")
        again.send(["*2"])
        require(again.until_asked(), f"{told}; it cannot be gone on with")
        again.kill()
        require(kept(db, 1) == [*now, "*2"], f"{told}; going on is not kept")
    return play.shown


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=10, help="of two programs at once")
    parser.add_argument("--full", type=int, default=10, help="full disks of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        kills(Path(name), options.kills, chance)
        two_programs(Path(name), options.rounds, chance)
        full_disk(Path(name), options.full, chance)
    for failure in failures[:20]:
        print(f"FAILED: {failure}")
    print(f"{len(failures)} things did not hold." if failures else "Nothing was lost.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
