"""A store that goes away between two games of a match: what is said of either is true."""

import resource
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from commandline import Terminal

CHOICE = "Enter your choice (1 or 2): "


def delete(db: Path) -> None:
    db.unlink()


def empty(db: Path) -> None:
    db.write_bytes(b"")


def overwrite(db: Path) -> None:
    db.write_bytes(b"no store at all " * 500)


def take_the_folder_away(db: Path) -> None:
    shutil.rmtree(db.parent)


def left_between_games(accident: Callable[[Path], None], moves: tuple[str, ...], db: Path) -> str:
    """What is said to somebody whose move after an accident cannot be kept."""
    arguments = ("play", "operation-duel:target=3", "--rounds", "3", "--db", str(db))
    with Terminal(*arguments, columns="200") as terminal:
        for move in moves:
            terminal.expect(CHOICE)
            terminal.enter(move)
        terminal.expect(CHOICE)
        accident(db)
        terminal.enter("1")
        said = terminal.finish()
        assert terminal.code == 1
    return said


FIRST_GAME = ("2", "1")


@pytest.mark.parametrize(
    ("accident", "became"),
    [
        (delete, "is gone"),
        (empty, "is gone"),
        (take_the_folder_away, "is gone"),
        (overwrite, "cannot be read"),
    ],
)
def test_nothing_is_said_to_have_been_kept_of_a_game_without_a_move(
    accident: Callable[[Path], None], became: str, tmp_path: Path
) -> None:
    said = left_between_games(accident, FIRST_GAME, tmp_path / "kept" / "games.db")
    sentence = f"The game is unfinished; nothing of it is kept, and what was kept of the match {became}."
    assert sentence in said
    assert "To go on" not in said


@pytest.mark.parametrize("accident", [delete, overwrite])
def test_before_the_first_move_of_all_nothing_was_kept(
    accident: Callable[[Path], None], tmp_path: Path
) -> None:
    said = left_between_games(accident, (), tmp_path / "kept" / "games.db")
    assert "The game is unfinished; nothing of it is kept.\n" in said
    assert "To go on" not in said


def test_a_game_of_which_something_was_kept_is_told_of_as_before(tmp_path: Path) -> None:
    said = left_between_games(delete, (*FIRST_GAME, "1"), tmp_path / "kept" / "games.db")
    assert "The game is unfinished; what was kept of it is gone.\n" in said
    assert '[spec "operation-duel:target=3"] +1\n' in said


def test_where_only_writing_fails_the_match_can_be_gone_on_with(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with Terminal(
        "play", "operation-duel:target=3", "--rounds", "3", "--db", str(db), columns="200"
    ) as terminal:
        for move in FIRST_GAME:
            terminal.expect(CHOICE)
            terminal.enter(move)
        terminal.expect(CHOICE)
        resource.prlimit(terminal.process, resource.RLIMIT_FSIZE, (0, 0))
        terminal.enter("1")
        said = terminal.finish()
        assert terminal.code == 1
    kept = "nothing of it is kept, but the match is kept as far as it was before"
    assert f"The game is unfinished; {kept}.\n" in said
    assert "numduel resume 1 --db=" in said
