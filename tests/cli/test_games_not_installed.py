"""Games of a package that is not installed any more: listed, checked and copied, never called damaged."""

from pathlib import Path

import pytest
from commandline import numduel, play
from packages import GRID, Packages
from stored import raw

OURS, FINISHED, UNFINISHED = 1, 2, 3
WHY = "cannot be replayed: its game 'tic-tac-toe' is not installed"


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A store with games of a package that was there when they were played."""
    packages = Packages(tmp_path / "packages")
    packages.folder.mkdir()
    packages.install("three_in_a_row", GRID, {"tic-tac-toe": "three_in_a_row:TicTacToe"})
    path = str(tmp_path / "games.db")
    assert play("digit-stack", "2", NUMDUEL_DB=path).code == 1
    for moves, code in ((("a1", "b1", "a2", "b2", "a3"), 0), (("a1",), 1)):
        assert play("tic-tac-toe", *moves, installed=packages.folder, NUMDUEL_DB=path).code == code
    return path


def test_a_check_of_the_whole_file_finds_nothing_wrong_with_them(db: str) -> None:
    checked = numduel("history", "--check", NUMDUEL_DB=db)
    assert (checked.out, checked.code) == ("Every game in the file is as it was written.\n", 0)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (f"UPDATE games SET player1 = 'x' WHERE id = {FINISHED}", "what is kept about it is not as it was"),
        (f"UPDATE moves SET text = 'c3' WHERE game = {FINISHED} AND ply = 1", "its move 2 is not as it was"),
        (f"DELETE FROM events WHERE game = {FINISHED} AND number = 3", "is not as it was written"),
    ],
)
def test_their_seals_are_checked_all_the_same(change: str, found: str, db: str) -> None:
    raw(Path(db), change)
    checked = numduel("history", "--check", NUMDUEL_DB=db)
    assert checked.code == 4
    assert f"game {FINISHED}: " in checked.out
    assert found in checked.out


def test_they_are_backed_up_with_the_others_and_put_back(db: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    copied = numduel("backup", copy, NUMDUEL_DB=db)
    assert (copied.out, copied.err, copied.code) == ("3 games copied and checked.\n", "", 0)
    assert numduel("restore", copy, "--yes", NUMDUEL_DB=db).code == 0


def test_they_are_listed_with_their_results_and_why_they_cannot_be_replayed(db: str) -> None:
    listed = numduel("history", "--plain", NUMDUEL_DB=db)
    assert (listed.err, listed.code) == ("", 0)
    lines = {int(line.split()[0]): line for line in listed.lines[1:]}
    assert lines[FINISHED].endswith("A won (its game is not installed)")
    assert lines[UNFINISHED].endswith("unfinished (its game is not installed)")
    assert lines[OURS].endswith("unfinished")


@pytest.mark.parametrize("command", ["resume", "review", "replay", "export"])
@pytest.mark.parametrize("number", [FINISHED, UNFINISHED])
def test_what_would_have_to_replay_them_is_refused_with_exit_code_3(
    command: str, number: int, db: str
) -> None:
    refused = numduel(command, str(number), NUMDUEL_DB=db)
    assert refused.complaint == f"numduel: game {number} {WHY}\n"
    assert (refused.out, refused.code) == ("", 3)


def test_the_newest_game_that_can_go_on_is_gone_on_with_and_the_others_are_named(db: str) -> None:
    gone_on = numduel("resume", said="quit\nyes\n", NUMDUEL_DB=db)
    assert gone_on.code == 0
    assert "This is Digit Stack" in gone_on.out
    assert f"set aside: game {UNFINISHED} {WHY}" in gone_on.err


def test_all_others_are_written_as_text(db: str) -> None:
    written = numduel("export", "--all", NUMDUEL_DB=db)
    assert written.code == 3
    assert written.out.count("[spec ") == 1
    assert f"left out: game {FINISHED} {WHY}" in written.err


def test_they_can_be_deleted(db: str) -> None:
    assert numduel("delete", str(FINISHED), "--yes", NUMDUEL_DB=db).code == 0
    assert numduel("history", "--check", NUMDUEL_DB=db).code == 0
