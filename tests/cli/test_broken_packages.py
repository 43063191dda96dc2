"""Games of a package that is installed and broken: set aside with the reason, and no others with them."""

import json
import shutil
from pathlib import Path

import pytest
from commandline import Run, numduel, play
from packages import GRID, Packages

OURS, FINISHED, UNFINISHED = 1, 2, 3
POINT = "the game tic-tac-toe cannot be loaded from grid_games:TicTacToe"
FAILS = """

def fail(*given, **named):
    raise RuntimeError("broken")


TicTacToe.__init__ = fail
"""
BROKEN = {
    "raises when it is imported": ("raise RuntimeError('broken')", f"{POINT}: RuntimeError('broken')"),
    "has no such class": ("", f"{POINT}: AttributeError("),
    "ends the program": ("raise SystemExit(7)", f"{POINT}: SystemExit(7)"),
    "is gone": (None, f"{POINT}: ModuleNotFoundError("),
    "raises when a game is made": (
        GRID + FAILS,
        "the game tic-tac-toe cannot be made: RuntimeError(",
    ),
    "ends the program when a game is made": (
        GRID + FAILS.replace("RuntimeError", "SystemExit"),
        "the game tic-tac-toe cannot be made: SystemExit(",
    ),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store, and the package as it was when they were played."""
    folder = tmp_path_factory.mktemp("played")
    packages = Packages(folder / "packages")
    packages.folder.mkdir()
    packages.install("grid_games", GRID, {"tic-tac-toe": "grid_games:TicTacToe"})
    db = str(folder / "games.db")
    assert play("digit-stack", "2", NUMDUEL_DB=db).code == 1
    for moves, code in ((("a1", "b1", "a2", "b2", "a3"), 0), (("a1",), 1)):
        assert play("tic-tac-toe", *moves, installed=packages.folder, NUMDUEL_DB=db).code == code
    return folder


class Broken:
    """A store with games of a package that is broken by now."""

    def __init__(self, played: Path, folder: Path, code: str | None, why: str) -> None:
        shutil.copytree(played, folder / "here")
        self.why = why
        self.db = str(folder / "here" / "games.db")
        self.packages = Packages(folder / "here" / "packages")
        self.packages.change("grid_games", code or "")
        if code is None:
            (self.packages.folder / "grid_games.py").unlink()

    def numduel(self, *arguments: str, said: str = "") -> Run:
        return numduel(*arguments, said=said, installed=self.packages.folder, NUMDUEL_DB=self.db)


@pytest.fixture(params=BROKEN.values(), ids=list(BROKEN))
def broken(request: pytest.FixtureRequest, played: Path, tmp_path: Path) -> Broken:
    return Broken(played, tmp_path, *request.param)


def test_a_check_finds_nothing_wrong_with_what_is_kept(broken: Broken) -> None:
    checked = broken.numduel("history", "--check")
    assert (checked.out, checked.err) == ("Every game in the file is as it was written.\n", "")
    assert checked.code == 0


def test_they_are_listed_with_why_they_cannot_be_replayed(broken: Broken) -> None:
    listed = broken.numduel("history", "--plain")
    assert (listed.err, listed.code) == ("", 0)
    lines = {int(line.split()[0]): line for line in listed.lines[1:]}
    assert lines[FINISHED].endswith("A won (its game cannot be loaded)")
    assert lines[UNFINISHED].endswith("unfinished (its game cannot be loaded)")
    assert lines[OURS].endswith("unfinished")
    assert [game["id"] for game in json.loads(broken.numduel("history", "--json").out)] == [3, 2, 1]


@pytest.mark.parametrize("command", ["resume", "review", "replay", "export"])
def test_what_would_have_to_replay_one_is_refused_with_the_reason(command: str, broken: Broken) -> None:
    refused = broken.numduel(command, str(FINISHED))
    assert refused.complaint.startswith(f"numduel: game {FINISHED} cannot be replayed: {broken.why}")
    assert (refused.out, refused.code) == ("", 3)


def test_they_are_backed_up_with_the_others(broken: Broken, tmp_path: Path) -> None:
    copied = broken.numduel("backup", str(tmp_path / "copy.db"))
    assert (copied.out, copied.err, copied.code) == ("3 games copied and checked.\n", "", 0)


def test_all_others_are_written_as_text_and_gone_on_with(broken: Broken) -> None:
    written = broken.numduel("export", "--all")
    assert (written.code, written.out.count("[spec ")) == (3, 1)
    assert f"left out: game {FINISHED} cannot be replayed: {broken.why}" in written.err
    gone_on = broken.numduel("resume", said="quit\nyes\n")
    assert (gone_on.code, "This is Digit Stack" in gone_on.out) == (0, True)


def test_it_cannot_be_played_and_that_is_a_failure(broken: Broken) -> None:
    refused = broken.numduel("play", "tic-tac-toe")
    assert refused.complaint.startswith(f"numduel: {broken.why}")
    assert (refused.out, refused.code) == ("", 1)


@pytest.mark.parametrize("command", ["list", "ladder", "errata", "learn"])
def test_whatever_tells_of_all_games_tells_of_the_others(command: str, broken: Broken) -> None:
    told = broken.numduel(command)
    assert told.code == 0
    assert "operation-duel" in told.out.lower().replace(" ", "-")


def test_a_list_of_games_names_the_one_that_is_left_out(played: Path, tmp_path: Path) -> None:
    code, why = BROKEN["raises when it is imported"]
    broken = Broken(played, tmp_path, code, why)
    listed, as_json = broken.numduel("list"), broken.numduel("list", "--json")
    assert listed.complaint == as_json.complaint == f"numduel: left out: {why}\n"
    assert "tic-tac-toe" not in listed.out
    assert "digit-stack" in {game["game"] for game in json.loads(as_json.out)}
