"""Rows with fitting seals that numduel would never have written: each is named as damaged."""

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from stored import begin, fill, play

from numduel.match.events import AskUndo, NextGame, Resign
from numduel.match.session import Refused
from numduel.store import seals
from numduel.store.attempts import Attempt
from numduel.store.census import Counted, read, replace
from numduel.store.errors import Damaged, StoreError
from numduel.store.journal import resume
from numduel.store.lessons import Place
from numduel.store.resealing import _new_seals
from numduel.store.seals import WITHOUT_KEY, SealedConnection
from numduel.store.sqlite import SqliteStore

AT = "2026-01-02T03:04:05Z"
NO_MOVE = '{"event":"moved","number":2,"seat":1,"ply":0,"move":"x"}'


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file in which there is something of every kind."""
    path = tmp_path_factory.mktemp("forged") / "games.db"
    with contextlib.closing(SqliteStore(path)) as store:
        fill(store)
        store.attempts.add("Cy", [Attempt(puzzle="p1", at=AT, right=True)])
        store.lessons.keep("Cy", Place(lesson="digit-stack", seed=7, done=1, steps=3, at=AT))
    return path


def forge(path: Path, statement: str) -> None:
    """Change a file, and make every link and every seal in it anew."""
    with contextlib.closing(sqlite3.connect(path, factory=SealedConnection)) as raw, raw:
        raw.execute(statement)
        for number, uid, spec in raw.execute("SELECT id, uid, spec FROM games").fetchall():
            for table, key, text, last in (
                ("moves", "ply", "text", "head"),
                ("events", "number", "event", "tail"),
            ):
                found = raw.execute(f"SELECT {key}, {text} FROM {table} WHERE game = {number} ORDER BY {key}")
                link = seals.first_link(uid, spec)
                for each, words in found.fetchall():
                    link = seals.next_link(link, words)
                    where = f"WHERE game = {number} AND {key} = {each}"
                    raw.execute(f"UPDATE {table} SET hash = ? {where}", (link,))
                raw.execute(f"UPDATE games SET {last} = ? WHERE id = {number}", (link,))
        rows = list(_new_seals(raw, WITHOUT_KEY))
        for table, condition, values, seal in rows:
            raw.execute(f"UPDATE {table} SET seal = ? WHERE {condition}", (seal, *values))
        old, _ = read(raw)
        total = WITHOUT_KEY.total(sum(WITHOUT_KEY.weight(seal) for *_, seal in rows))
        new = Counted(len(rows), total, old.last_game, old.last_match, None)
        replace(raw, new, new.seal(WITHOUT_KEY))


def complaint(use: Callable[[], object]) -> str:
    """What somebody is told; nothing if it can be done."""
    try:
        use()
    except (StoreError, Damaged, Refused) as error:
        return str(error)
    return ""


def test_a_forger_who_changes_nothing_is_not_noticed(whole: Path, path: Path) -> None:
    shutil.copy(whole, path)
    forge(path, "UPDATE games SET player1 = 'Eve' WHERE id = 1")
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.problems() == []
        assert store.record(1).players[0] == "Eve"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("matches SET deleted = 'x'", "match 1 is not as it was written"),
        ("matches SET deleted = '1 1 1 1'", "match 1 is not as it was written"),
        ("matches SET games = 'a b'", "match 1 is not as it was written"),
        ("matches SET seed = 'x'", "match 1 is not as it was written"),
        ("games SET max_turns = 'x'", "game 1: what is kept about it is not as it was written"),
        ("games SET reading = 'x'", "game 1: what is kept about it is not as it was written"),
        ("games SET round = 'x'", "game 1: what is kept about it is not as it was written"),
        ("games SET events = NULL", "game 1: what is kept about it is not as it was written"),
        ("games SET extra = 'null'", "game 1 cannot be replayed: its comments cannot be read"),
        ("games SET extra = '{\"tags\":[[1, 2]]}'", "game 1 cannot be replayed: its comments cannot be read"),
        ("attempts SET right = 'x'", "attempt '1' is not as it was written"),
        ("attempts SET at = 'yesterday'", "attempt '1' is not as it was written"),
        ("lessons SET missed = 'x'", "place in the lesson 'digit-stack' is not as it was written"),
        ("lessons SET done = -1", "place in the lesson 'digit-stack' is not as it was written"),
        ("lessons SET done = steps + 1", "place in the lesson 'digit-stack' is not as it was written"),
        ("rooms SET match = 'x'", "table 'abc2345xyz' is not as it was written"),
    ],
)
def test_what_is_never_written_is_damaged_though_its_seal_fits(
    change: str, named: str, whole: Path, path: Path
) -> None:
    shutil.copy(whole, path)
    forge(path, f"UPDATE {change}")
    with contextlib.closing(SqliteStore(path)) as store:
        assert named in store.problems()
        for use in (
            store.tallies,
            lambda: store.record(1),
            lambda: resume(store, 1).submit(NextGame(1)),
            lambda: resume(store, 2).submit(Resign(1)),
            lambda: list(store.page(9)),
            lambda: store.attempts.of("Cy"),
            lambda: store.lessons.of("Cy"),
            lambda: store.delete(2),
        ):
            complaint(use)  # no other error than ours


def test_a_game_whose_events_cannot_have_happened_is_not_gone_on_with(whole: Path, path: Path) -> None:
    shutil.copy(whole, path)
    forge(path, f"UPDATE events SET event = '{NO_MOVE}' WHERE game = 4 AND number = 2")
    with contextlib.closing(SqliteStore(path)) as store:
        assert complaint(lambda: play(resume(store, 4), "5")) == "game 4: its events lead to no game"


@pytest.mark.parametrize("ply", ["null", "-1", "2", "9"])
def test_an_offer_to_take_back_what_was_never_played_is_not_gone_on_with(ply: str, path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "2", "5").submit(AskUndo(2, 1))
    forge(path, f"""UPDATE events SET event = replace(event, '"to_ply":1', '"to_ply":{ply}')""")
    with contextlib.closing(SqliteStore(path)) as store:
        assert complaint(lambda: resume(store, 1)) == "game 1: its events lead to no game"
