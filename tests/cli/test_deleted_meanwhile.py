"""Games that somebody deletes while a command is about to go on with them."""

import contextlib
from pathlib import Path

import pytest
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
