"""Commands that only read make no file and no folder; without a number they take the last game."""

import contextlib
import sqlite3
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
        ("replay", "no games are kept yet", 1),
        ("review", "no games are kept yet", 1),
        ("export", "no games are kept yet", 1),
        ("export --all", "no games are kept yet", 1),
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


@pytest.mark.parametrize("command", ["history", "puzzle --progress", "ladder"])
def test_what_the_system_makes_up_is_no_store_without_games(command: str) -> None:
    done = numduel(*command.split(), "--db", "/proc/self/mem")
    why = "it is made up by the system, and no file on a disk"
    assert done.code == 1
    assert done.complaint == f"numduel: the store '/proc/self/mem' cannot be used: {why}\n"


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


# The last game


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with three games."""
    db = str(tmp_path_factory.mktemp("three") / "games.db")
    for answers in ("2589", "999", "5"):
        play("digit-stack", *answers, options=("--db", db))
    return db


@pytest.mark.parametrize("command", ["replay", "review", "review --json", "export"])
def test_without_a_number_the_last_game_is_taken(command: str, three: str) -> None:
    name, *options = command.split()
    last = numduel(name, "3", *options, "--db", three)
    assert last.code == 0
    assert numduel(*command.split(), "--db", three) == last
    assert numduel(name, "1", *options, "--db", three) != last


def test_every_game_is_exported_from_the_first_on_and_can_be_imported(three: str, tmp_path: Path) -> None:
    everything = numduel("export", "--all", "--db", three)
    assert (everything.err, everything.code) == ("", 0)
    assert everything == numduel("export", "1", "2", "3", "--db", three)
    written = numduel("export", "--all", "-o", str(tmp_path / "all.txt"), "--db", three)
    assert (written.out, written.code) == ("", 0)
    assert (tmp_path / "all.txt").read_text() == everything.out
    other = str(tmp_path / "other.db")
    assert numduel("import", str(tmp_path / "all.txt"), "--db", other).lines[-1] == "Game 3 is kept."
    assert numduel("export", "--all", "--db", other) == everything


def test_all_and_a_number_exclude_each_other(three: str) -> None:
    refused = numduel("export", "--all", "1", "--db", three)
    assert "--all" in refused.complaint
    assert (refused.out, refused.code) == ("", 2)


def test_a_damaged_game_is_left_out_of_all_and_said_to_be(three: str, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    db.write_bytes(Path(three).read_bytes())
    with contextlib.closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute("UPDATE moves SET text = '7' WHERE game = 2 AND ply = 0")
    exported = numduel("export", "--all", "--db", str(db))
    assert exported.complaint.startswith("numduel: left out: game 2: ")
    assert exported.out == numduel("export", "1", "3", "--db", three).out
    assert exported.code == 4


@pytest.mark.parametrize("options", ["--player A", "--result 1", "--game digit-stack", "--most 1"])
def test_a_list_of_some_games_says_how_many_rows_are_gone(options: str, three: str, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    db.write_bytes(Path(three).read_bytes())
    assert numduel("history", *options.split(), "--db", str(db)).err == ""
    with contextlib.closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute("DELETE FROM matches WHERE id = (SELECT match FROM games WHERE id = 2)")
        for table, column in (("games", "id"), ("moves", "game"), ("events", "game")):
            connection.execute(f"DELETE FROM {table} WHERE {column} = 2")
    told = numduel("history", *options.split(), "--db", str(db))
    assert told.complaint == (
        "numduel: 2 rows that were counted are gone from the file: games may be missing here\n"
    )
    assert told.code == 0


@pytest.mark.parametrize("command", ["export --all", "history", "history --json"])
def test_that_a_match_is_gone_with_its_game_is_said_where_all_games_are_asked_for(
    command: str, three: str, tmp_path: Path
) -> None:
    db = tmp_path / "games.db"
    db.write_bytes(Path(three).read_bytes())
    with contextlib.closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute("DELETE FROM matches WHERE id = (SELECT match FROM games WHERE id = 2)")
        for table, column in (("games", "id"), ("moves", "game"), ("events", "game")):
            connection.execute(f"DELETE FROM {table} WHERE {column} = 2")
    told = numduel(*command.split(), "--db", str(db))
    assert told.complaint.startswith("numduel: the games in the file are not those that were counted")
    assert told.code == (4 if command == "export --all" else 0)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (
            ("UPDATE moves SET text = '7' WHERE ply = 0",),
            "left out: game 1: its move 1 is not as it was written",
        ),
        (
            ("DELETE FROM games", "DELETE FROM moves", "DELETE FROM events", "DELETE FROM matches"),
            "the games in the file are not those that were counted: some have gone, come or changed",
        ),
    ],
)
def test_that_no_game_is_left_to_be_exported_is_no_sign_that_none_was_kept(
    changes: tuple[str, ...], why: str, three: str, tmp_path: Path
) -> None:
    db = tmp_path / "games.db"
    db.write_bytes(Path(three).read_bytes())
    with contextlib.closing(sqlite3.connect(db, isolation_level=None)) as connection:
        for change in changes:
            connection.execute(change)
    told = numduel("export", "--all", "--db", str(db))
    assert told.err.startswith(f"numduel: {why}\n")
    assert told.err.endswith("numduel: none of the games can be written\n")
    assert (told.out, told.code) == ("", 4)
