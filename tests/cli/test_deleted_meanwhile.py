"""Games that somebody deletes while a command is about to go on with them."""

import contextlib
import os
import subprocess
from pathlib import Path

import pytest
from commandline import COMMAND, PATIENCE, environment
from stored import begin, play

from numduel.cli.main import main
from numduel.store.base import GameRow, Store
from numduel.store.sqlite import SqliteStore


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A store with one unfinished game."""
    path = tmp_path / "games.db"
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "5")
    return str(path)


def test_resume_passes_over_a_game_that_was_deleted_after_it_was_listed(
    db: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(SqliteStore, "last_of_matches", lambda *_: [14])
    monkeypatch.setattr(SqliteStore, "last_unfinished", lambda _: None)
    assert main(["resume", "--db", db]) == 1
    assert capsys.readouterr().err == "numduel: there is no unfinished game\n"


def test_resume_says_in_a_sentence_that_the_game_it_was_given_is_gone(
    db: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find_and_delete(store: Store, number: int) -> GameRow:
        row = store.row(number)
        store.delete(number)
        return row

    monkeypatch.setattr("numduel.cli.commands.resume.find_row", find_and_delete)
    assert main(["resume", "1", "--db", db]) == 1
    assert capsys.readouterr().err == "numduel: there is no game 1\n"


def told_after_deleting(shown_moves: int, db: Path, *, then: str) -> str:
    """What is said, through pipes, after the question that follows some moves, when the game is gone."""
    with subprocess.Popen(
        (*COMMAND, "play", "operation-duel:target=6", "--rounds", "3", "--db", str(db)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1\n" * shown_moves)
        process.stdin.flush()
        shown = b""
        while shown.count(b"(1 or 2): ") <= shown_moves:
            shown += os.read(process.stdout.fileno(), 4096) or pytest.fail(f"no prompt in {shown!r}")
        assert main(["delete", "1", "--yes", "--db", str(db)]) == 0
        return process.communicate(then.encode(), timeout=PATIENCE)[0].decode()


@pytest.mark.parametrize("then", ["2\n", "2\n1\n1\n", "resign\n", "undo\nyes\n", ""])
def test_after_a_game_is_deleted_only_what_was_shown_of_it_is_told(then: str, tmp_path: Path) -> None:
    told = told_after_deleting(2, tmp_path / "games.db", then=then)
    assert told == (
        "The game is unfinished; what was kept of it is gone.\n"
        "As a record, which the command import keeps:\n"
        '[spec "operation-duel:target=6"] +1 +1\n'
        "The match is unfinished. Score: A 0, B 0.\n"
    )
