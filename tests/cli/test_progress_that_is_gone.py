"""Attempts at puzzles and places in lessons that are gone from a store: whoever tells of them says so."""

import contextlib
from pathlib import Path

import pytest
from commandline import numduel
from stored import raw

from numduel.store.attempts import Attempt
from numduel.store.lessons import Place
from numduel.store.sqlite import SqliteStore

AT = "2026-01-02T03:04:05Z"


@pytest.fixture
def db(path: Path) -> Path:
    """A store in which Cy has tried two puzzles and begun two lessons."""
    with contextlib.closing(SqliteStore(path)) as store:
        store.attempts.add("Cy", [Attempt(puzzle=name, at=AT, right=True) for name in ("one", "other")])
        for spec in ("digit-stack", "operation-duel"):
            store.lessons.keep("Cy", Place(lesson=spec, seed=0, done=1, steps=3, at=AT))
    return path


@pytest.mark.parametrize(
    ("command", "what"),
    [("puzzle --progress", "attempts"), ("puzzle --json", "attempts"), ("learn", "lessons")],
)
def test_that_something_is_gone_is_told_by_who_tells_the_rest(command: str, what: str, db: Path) -> None:
    words = (*command.split(), "--player", "Cy", "--db", str(db))
    assert (numduel(*words).err, numduel(*words).code) == ("", 0)
    raw(db, f"DELETE FROM {what} WHERE seal = (SELECT min(seal) FROM {what})")
    said = numduel(*words)
    assert said.complaint == (
        f"numduel: 1 row that was counted is gone from the file: {what} may be missing here\n"
    )
    assert said.code == 0
    raw(db, f"DELETE FROM {what}")
    assert "2 rows that were counted are gone" in numduel(*words).complaint


def test_a_server_tells_it_to_who_starts_it(db: Path) -> None:
    raw(db, "DELETE FROM attempts")
    nowhere = numduel(
        "web", "--no-open", "--host", "192.0.2.1", "--db", str(db)
    )  # an address that nobody has
    assert nowhere.err.startswith(
        "numduel: the store is not in order: 2 rows that were counted are gone from the file\n"
    )
