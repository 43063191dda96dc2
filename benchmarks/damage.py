"""Flips bits in a store, cuts it short and takes rows away: every change is noticed, and intact games open.

    .venv/bin/python benchmarks/damage.py [--flips N] [--cuts N] [--removals N] [--games N] [--key] [--seed N]

Each flip of one random bit, each cut at a random length, and each removal of a game with its moves, of an
index or of a number from SQLite's own counters, is made on a fresh copy of a file with a few hundred games.
What the tables hold is read with plain sqlite3 and compared with what they held before. Where it differs, or
cannot be read, opening the file or checking it must say so; no game may be shown, counted or won otherwise
than it was played; a game whose rows are as they were must open (unless the file as a whole is refused, for
which it is told how often that happened). Where the data are as they were, so must be every answer that goes
by an index, or else the check must say so. No match may be gone on with that has lost a game. A sample goes
through the command line as well. With --key, everything is sealed with a key.

Unused bytes are no data. Prints counts, lists every miss, and exits 1 if there is one.
"""

import argparse
import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numduel
from numduel import Position
from numduel.core.frozen import replace
from numduel.match.events import AskHint, AskUndo, Leave, NextGame, Play, Resign, Sit
from numduel.match.record import Record
from numduel.match.round import Ending, result_at
from numduel.match.session import Refused, Session
from numduel.match.setup import Setup
from numduel.store.base import Filter, GameRow
from numduel.store.errors import Damaged, StoreError
from numduel.store.journal import Journal, resume
from numduel.store.keys import read_key
from numduel.store.sqlite import SqliteStore

TABLES = (
    "migrations",
    "matches",
    "games",
    "moves",
    "events",
    "rooms",
    "room_keys",
    "census",
    "sqlite_sequence",
)
SPECS = (
    "digit-stack",
    "operation-duel:target=31,add=1/2",
    "operation-obliteration",
    "operation-stack",
    "top-stack-twelve",
)
NAMES = ("Ann", "Ben", "Cem", "Zoë", "mcts:1000")
OURS = (StoreError, Damaged)
UNREADABLE = (sqlite3.Error, OverflowError, UnicodeError)  # the last where the name of a column is no text
KEY = "what only its owner knows"
KINDS_OF_DAMAGE = {"flip": "flips", "cut": "cuts", "removal": "removals"}
DECLARED = (Ending.RESIGNATION, Ending.TIMEOUT, Ending.ABANDONED, Ending.AGREEMENT)


def opened(path: Path) -> SqliteStore:
    """The store in a file, with the key that is set."""
    return SqliteStore(path, key=read_key())


def build(path: Path, games: int, chance: Random) -> None:
    """A file with games of every kind, kept as they were played or brought from elsewhere."""
    store = opened(path)
    while games > 0:
        spec, names = chance.choice(SPECS), (chance.choice(NAMES), chance.choice(NAMES))
        if chance.random() < 0.3:
            store.add_records([some_record(spec, names, chance)])
            games -= 1
        else:
            games -= play_match(store, spec, names, chance)
    if store.problems():
        sys.exit("the file that is to be damaged is not in order")
    store.close()


def play_match(store: SqliteStore, spec: str, names: tuple[str, str], chance: Random) -> int:
    """Play a match of random moves, undos, hints and endings; how many games it had."""
    rounds = chance.randint(1, 3)
    players = (f"human:{names[0]}", f"human:{names[1]}")
    setup = Setup(game=numduel.load(spec), players=players, rounds=rounds, undo="free", seed=7)
    journal = Journal(Session(setup), store)
    for _ in range(rounds):
        journal.submit(NextGame(1), hold=True)
        for _ in range(chance.choice((1, 5, 20, 60))):
            with contextlib.suppress(Refused):
                journal.submit(some_command(journal.session, chance), hold=True)
        if journal.session.under_way and chance.random() < 0.8:
            seat = chance.randint(1, 2)
            journal.submit(chance.choice((Resign, Leave))(seat), hold=True)
        if journal.session.under_way:
            break
    journal.commit()
    return rounds


def some_command(session: Session, chance: Random) -> Play | AskHint | AskUndo | Sit:
    """A move, most of the time."""
    seat, luck = session.to_move or 1, chance.random()
    if luck < 0.04:
        return AskHint(chance.randint(1, 2))
    if luck < 0.08:
        return AskUndo(chance.randint(1, 2))
    if luck < 0.1:
        return Sit(chance.randint(1, 2), chance.choice(NAMES))
    moves = session.round.position.moves or session.setup.game.vocabulary()
    return Play(seat, session.setup.game.write(chance.choice(list(moves))))


def some_record(spec: str, names: tuple[str, str], chance: Random) -> Record:
    game = numduel.load(spec)
    position, moves = Position.start(game), list[str]()
    length = chance.choice((0, 1, 5, 20, 60))
    while position.outcome is None and len(moves) < length:
        move = chance.choice(list(position.moves))
        moves.append(game.write(move))
        position = position.play(move)
    ended = result_at(position, None) is not None
    ending = "" if ended else chance.choice(("", *(each.value for each in DECLARED)))
    comments = ((len(moves), "a note"),) if chance.random() < 0.3 else ()
    uid = f"{chance.getrandbits(64):x}"
    record = Record(spec, tuple(moves), players=names, date="2026-11-15", uid=uid, comments=comments)
    who = chance.randint(1, 2) if ending and ending != Ending.AGREEMENT.value else None
    return record.with_result(ending, who)


@contextlib.contextmanager
def plain(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as sqlite3 reads it, text as marked bytes; nothing is written."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = lambda text: ("text", text)
    try:
        yield connection
    finally:
        connection.close()


def dump(path: Path) -> dict[str, list[str]] | None:
    """What every table holds, read without any index; None if it cannot be read."""
    try:
        with plain(path) as connection:
            return {
                table: sorted(map(repr, connection.execute(f"SELECT * FROM {table} NOT INDEXED")))
                for table in TABLES
            }
    except UNREADABLE:
        return None


def objects(path: Path) -> list[str] | None:
    """The names of all tables and indexes; None if they cannot be read."""
    try:
        with plain(path) as connection:
            return sorted(map(repr, connection.execute("SELECT type, name FROM sqlite_master")))
    except UNREADABLE:
        return None


def rows_of(path: Path, number: int) -> str | None:
    """What the tables hold of one game; None if it cannot be read."""
    try:
        with plain(path) as connection:
            row = connection.execute("SELECT * FROM games WHERE id = ?", (number,)).fetchall()
            moves = connection.execute("SELECT * FROM moves WHERE game = ? ORDER BY ply", (number,))
            events = connection.execute("SELECT * FROM events WHERE game = ? ORDER BY number", (number,))
            return repr((row, moves.fetchall(), events.fetchall()))
    except UNREADABLE:
        return None


def answers(store: SqliteStore, matches: int) -> Any:
    """What is found by going through an index."""
    return (
        store.last_unfinished(),
        [[number for number, _ in store.page(10_000, Filter(player=name))] for name in NAMES],
        [[number for number, _ in store.page(10_000, Filter(game=spec.partition(":")[0]))] for spec in SPECS],
        [number for number, _ in store.page(10_000, Filter(result="unfinished"))],
        [[number for number, _ in store.games_of_match(match)] for match in range(1, matches + 1)],
    )


class Original:
    """The file before it was damaged, and everything in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bytes = path.read_bytes()
        data = dump(path)
        assert data is not None
        self.data = data
        self.objects = objects(path)
        store = opened(path)
        self.numbers = sorted(number for number, row in store.page(10_000) if isinstance(row, GameRow))
        self.games = {number: (store.record(number), store.events(number)) for number in self.numbers}
        self.rows = {number: rows_of(path, number) for number in self.numbers}
        self.matches = len(data["matches"])
        self.answers = answers(store, self.matches)
        self.summary = set(store.tallies().tallies)
        self.wins = store.unaided_wins(NAMES)
        self.in_match = {number: store.row(number).match for number in self.numbers}
        store.close()


def look(original: Original, path: Path) -> tuple[Counter[str], list[str]]:
    """What becomes of a damaged copy: counts, and what should not be."""
    counts: Counter[str] = Counter()
    misses: list[str] = []
    data = dump(path)
    changed = data != original.data or objects(path) != original.objects
    counts["changed" if changed else "harmless"] += 1
    counts["unreadable"] += data is None
    try:
        store = opened(path)
    except StoreError:
        intact = [number for number in original.numbers if rows_of(path, number) == original.rows[number]]
        counts["noticed"] += changed
        counts["refused"] += 1
        counts["refused with intact games"] += bool(intact)
        return counts, misses
    try:
        noticed = has_problems(store)
        counts["noticed"] += changed and noticed
        if changed and not noticed:
            misses.append("a change to the data is not noticed")
        if not changed and not noticed and answers(store, original.matches) != original.answers:
            misses.append("an answer that goes by an index is wrong, and nothing is noticed")
        open_all(store, original, path, counts, misses)
        misses += wrong_counts(store, original)
        misses += wrongly_gone_on_with(store, original)
    finally:
        store.close()
    return counts, misses


def wrong_counts(store: SqliteStore, original: Original) -> list[str]:
    """What is counted otherwise than it was, and nothing is said."""
    misses = []
    with contextlib.suppress(StoreError):
        summary = store.tallies()
        if set(summary.tallies) != original.summary and not summary.aside:
            misses.append("the summary is wrong, and nothing is said")
    with contextlib.suppress(StoreError):
        known = {replace(win, games=0): win.games for win in original.wins}
        more = {replace(win, games=0): win.games for win in store.unaided_wins(NAMES)}
        if any(games > known.get(win, 0) for win, games in more.items()):
            misses.append("a win is counted that there never was")
    return misses


def wrongly_gone_on_with(store: SqliteStore, original: Original) -> list[str]:
    """Matches that have lost a game, and are gone on with all the same."""
    try:
        here = {number for number, _ in store.page(10_000)}
    except StoreError:
        return []
    short = {original.in_match[number] for number in original.numbers if number not in here} - {None}
    misses = []
    for number in here & {*original.numbers}:
        if original.in_match[number] in short:
            with contextlib.suppress(*OURS, KeyError):
                resume(store, number)
                misses.append(f"game {number} is gone on with, though its match has lost a game")
    return misses


def has_problems(store: SqliteStore) -> bool:
    try:
        return bool(store.problems())
    except OURS:
        return True


def open_all(
    store: SqliteStore, original: Original, path: Path, counts: Counter[str], misses: list[str]
) -> None:
    for number in original.numbers:
        try:
            game = store.record(number), store.events(number)
        except (*OURS, KeyError) as error:
            if rows_of(path, number) == original.rows[number]:
                misses.append(f"game {number} is intact and does not open: {error}")
            counts["set aside"] += 1
            continue
        counts["opened"] += 1
        if game != original.games[number]:
            misses.append(f"game {number} is shown otherwise than it was played")


def at_the_command_line(path: Path) -> list[str]:
    """What should not be, when the file is used from the command line."""
    misses = []
    before = path.read_bytes()
    for command in ("history --check", "history", "history --summary", "ladder", "resume", "backup -o"):
        path.write_bytes(before)
        command = command.replace("-o", f"{path}.backup --force")
        run = subprocess.run(
            [sys.executable, "-m", "numduel", *command.split(), "--db", str(path)],
            input=b"",
            capture_output=True,
        )
        said = (run.stdout + run.stderr).decode(errors="replace")
        if run.returncode not in (0, 1, 4) or "Traceback" in said or "inside numduel" in said:
            misses.append(f"numduel {command} ends with {run.returncode}: {said[-300:]}")
    return misses


def damage(original: Original, path: Path, kind: str, chance: Random) -> str:
    """Write a damaged copy; what was done to it."""
    content = original.bytes
    if kind == "flip":
        place, bit = chance.randrange(len(content)), chance.randrange(8)
        copy = bytearray(content)
        copy[place] ^= 1 << bit
        path.write_bytes(copy)
        return f"bit {bit} of byte {place} flipped"
    if kind == "cut":
        length = chance.randrange(len(content))
        path.write_bytes(content[:length])
        return f"cut after {length} bytes"
    path.write_bytes(content)
    return remove(path, original, chance)


def remove(path: Path, original: Original, chance: Random) -> str:
    """Take something out of a file, with all that belongs to it; what that was."""
    connection = sqlite3.connect(path, isolation_level=None)
    sql = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    indexes = [name for (name,) in connection.execute(sql)]
    what = chance.choice(("game", "game", "index", "counter", "table"))
    if what == "game":
        number = chance.choice(original.numbers)
        for table, column in (("moves", "game"), ("events", "game"), ("games", "id")):
            connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))
        what = f"game {number}"
    elif what == "index":
        what = f"index {chance.choice(indexes)}"
        connection.execute(f"DROP {what}")
    elif what == "counter":
        connection.execute("UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'games'")
    else:
        connection.execute("CREATE TABLE theirs (x)")
        what = "nothing, but a table added"
    connection.close()
    return f"removed: {what}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--removals", type=int, default=200)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--key", action="store_true", help="seal everything with a key")
    parser.add_argument("--sample", type=int, default=40, help="copies that go through the command line")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = Random(options.seed)
    os.environ["NUMDUEL_KEY"] = KEY if options.key else ""
    misses: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        build(Path(name) / "original.db", options.games, chance)
        original = Original(Path(name) / "original.db")
        print(f"{len(original.numbers)} games in {len(original.bytes):,} bytes, seed {options.seed}")
        for kind, name_of_many in KINDS_OF_DAMAGE.items():
            times = getattr(options, name_of_many)
            counts = one_kind(original, Path(name), kind, times, options.sample, chance, misses)
            tell(kind, times, counts)
    for miss in misses[:20]:
        print(f"MISSED: {miss}")
    print(f"{len(misses)} misses." if misses else "Every change was noticed; every intact game opened.")
    return 1 if misses else 0


def one_kind(
    original: Original, folder: Path, kind: str, times: int, sample: int, chance: Random, misses: list[str]
) -> Counter[str]:
    total: Counter[str] = Counter()
    path = folder / "copy.db"
    for number in range(times):
        for left_over in folder.glob("copy.db*"):
            left_over.unlink()
        done = damage(original, path, kind, chance)
        content = path.read_bytes()
        try:
            counts, found = look(original, path)
        except Exception:
            counts, found = Counter(), [traceback.format_exc(limit=-3)]
        if number % max(1, times // max(1, sample // 2)) == 0:
            path.write_bytes(content)
            found += at_the_command_line(path)
            total["at the command line"] += 1
        total += counts
        misses += [f"{done}: {miss}" for miss in found]
    return total


def tell(kind: str, times: int, counts: Counter[str]) -> None:
    print(f"{times:,} {KINDS_OF_DAMAGE[kind]}:")
    print(
        f"  the data changed {counts['changed']:,} (cannot be read as a whole {counts['unreadable']:,}), ",
        end="",
    )
    print(f"noticed {counts['noticed']:,}; harmless {counts['harmless']:,}")
    print(f"  games opened {counts['opened']:,}, set aside {counts['set aside']:,}; ", end="")
    print(f"files refused as a whole {counts['refused']:,}, ", end="")
    print(f"{counts['refused with intact games']:,} of them with games that could be read")
    print(f"  {counts['at the command line']} of them through the command line as well")


if __name__ == "__main__":
    sys.exit(main())
