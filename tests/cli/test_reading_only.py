"""Commands that only read make no file and no folder; without a number they take the last game."""

from pathlib import Path

import pytest
from commandline import numduel, play


@pytest.fixture
def absent(tmp_path: Path) -> str:
    """Where a store might be, in a folder that is not there either."""
    return str(tmp_path / "folder" / "games.db")


@pytest.mark.parametrize(
    ("command", "said", "code"),
    [
        ("history", "No games are kept yet.", 0),
        ("history --summary", "No games are kept yet.", 0),
        ("history --check", "No games are kept yet.", 0),
        ("history --player Eve", "No games are kept that fit.", 0),
        ("history --json", "[]", 0),
        ("replay 3", "there is no game 3", 1),
        ("review 3", "there is no game 3", 1),
        ("export 3", "there is no game 3", 1),
        ("delete 3 --yes", "there is no game 3", 1),
        ("resume 3", "there is no game 3", 1),
        ("resume", "there is no unfinished game", 1),
    ],
)
@pytest.mark.parametrize("by", ["variable", "option", "default"])
def test_where_nothing_is_kept_nothing_is_made(
    command: str, said: str, code: int, by: str, absent: str, tmp_path: Path
) -> None:
    if by == "variable":
        done = numduel(*command.split(), NUMDUEL_DB=absent)
    elif by == "option":
        done = numduel(*command.split(), f"--db={absent}")
    else:
        done = numduel(*command.split(), NUMDUEL_DB=None, XDG_DATA_HOME=str(tmp_path / "data"))
    assert done.code == code
    assert said in (done.complaint if code else done.out)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_stays_empty_until_something_is_kept(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    assert numduel("history", "--db", str(tmp_path / "games.db")).out == "No games are kept yet.\n"
    assert (tmp_path / "games.db").stat().st_size == 0
    assert play("digit-stack", "5", options=("--db", str(tmp_path / "games.db"))).code == 1
    assert "digit-stack" in numduel("history", "--db", str(tmp_path / "games.db")).out


def test_playing_and_importing_make_the_store_and_its_folder(tmp_path: Path) -> None:
    for name, done in [
        ("played", play("digit-stack", "5", options=("--db", str(tmp_path / "played" / "games.db")))),
        (
            "imported",
            numduel("import", "-", "--db", f"{tmp_path}/imported/games.db", said='[spec "digit-stack"] 5'),
        ),
    ]:
        assert done.err == ""
        assert (tmp_path / name / "games.db").is_file()
