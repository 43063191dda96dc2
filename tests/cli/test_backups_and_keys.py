"""`backup`, `restore` and `seal`, and what the other commands say of a store that is not in order."""

import os
import stat
from pathlib import Path

import pytest
from commandline import Run, Terminal, in_shell, numduel, play
from stored import filled_file, raw

KEY = "what only its owner knows"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a store that holds a game."""
    assert play("digit-stack", *"2589", NUMDUEL_DB=str(tmp_path / "games.db")).code == 0
    return tmp_path


def run(folder: Path, *command: str, said: str = "", **changes: str | None) -> Run:
    settings = {"NUMDUEL_DB": str(folder / "games.db"), "XDG_CONFIG_HOME": str(folder / "settings")}
    return numduel(*command, said=said, **{**settings, "NUMDUEL_KEY": None, **changes})


# Backups


def test_a_store_is_backed_up_and_restored(folder: Path) -> None:
    copy = str(folder / "copy.db")
    assert run(folder, "backup", copy) == Run("1 game copied and checked.\n", "", 0)
    assert run(folder, "delete", "1", "--yes").code == 0
    done = run(folder, "restore", copy, "--yes")
    kept = folder / "games.db.replaced"
    assert done == Run(f"1 game put back.\nWhat was there before is now {kept}.\n", "", 0)
    assert "digit-stack" in run(folder, "history").out
    assert run(folder, "history", "--check").code == 0
    assert run(folder, "history", NUMDUEL_DB=str(kept)).out == "No games are kept yet.\n"


def test_a_backup_overwrites_nothing_without_force(folder: Path) -> None:
    (folder / "copy.db").write_text("something dear")
    refused = run(folder, "backup", str(folder / "copy.db"), said="yes\n")
    assert (refused.code, refused.out) == (1, "")
    assert "exists, and nothing was written; --force overwrites it" in refused.complaint
    assert (folder / "copy.db").read_text() == "something dear"
    assert run(folder, "backup", str(folder / "copy.db"), "--force").code == 0
    assert stat.S_IMODE((folder / "copy.db").stat().st_mode) == 0o600


def test_a_backup_of_nothing_is_refused_and_makes_nothing(tmp_path: Path) -> None:
    assert "no games are kept yet" in run(tmp_path, "backup", str(tmp_path / "copy.db")).complaint
    assert list(tmp_path.iterdir()) == []


def test_where_there_is_no_room_for_a_copy_that_is_said_of_the_copy(folder: Path) -> None:
    copy = folder / "elsewhere" / "copy.db"
    copy.parent.mkdir()
    command = f"ulimit -f 8; numduel backup '{copy}'"  # so many blocks of 512 bytes
    refused = in_shell(command, NUMDUEL_DB=str(folder / "games.db"))
    assert refused.code == 1
    why = "no file may have more than 4,096 bytes here (ulimit -f)"
    assert refused.complaint == f"numduel: there is no room for a copy at {str(copy)!a}: {why}\n"
    assert list(copy.parent.iterdir()) == []


def test_a_damaged_store_is_not_backed_up(folder: Path) -> None:
    raw(folder / "games.db", "UPDATE games SET player1 = 'x'")
    refused = run(folder, "backup", str(folder / "copy.db"))
    assert refused.code == 4
    assert "game 1: what is kept about it is not as it was written" in refused.complaint
    assert not (folder / "copy.db").exists()


@pytest.mark.parametrize(("said", "answer"), [("no\n", " no"), ("", "")])
def test_nothing_is_restored_without_a_yes(said: str, answer: str, folder: Path) -> None:
    assert run(folder, "backup", str(folder / "copy.db")).code == 0
    before = sorted(os.listdir(folder))
    done = run(folder, "restore", str(folder / "copy.db"), said=said)
    question = f"Replace what is in {folder / 'games.db'} by the 1 game of the copy? (yes or no):"
    assert done.out == f"{question} {answer.strip()}\nNothing was replaced.\n"
    assert (done.err, done.code) == ("", 1)
    assert sorted(os.listdir(folder)) == before


def test_a_person_at_a_terminal_is_asked_before_a_backup_is_put_back(folder: Path) -> None:
    db, copy = str(folder / "games.db"), str(folder / "copy.db")
    assert run(folder, "backup", copy).code == 0
    with Terminal("restore", copy, NUMDUEL_DB=db) as terminal:
        terminal.expect("(yes or no): ")
        terminal.enter("yes")
        assert "1 game put back." in terminal.finish()
        assert terminal.code == 0


def test_where_nothing_is_kept_a_backup_is_put_back_without_a_question(folder: Path) -> None:
    assert run(folder, "backup", str(folder / "copy.db")).code == 0
    new = folder / "new" / "games.db"
    assert run(folder, "restore", str(folder / "copy.db"), "--db", str(new)) == Run(
        "1 game put back.\n", "", 0
    )
    assert [stat.S_IMODE(each.stat().st_mode) for each in (new, new.parent)] == [0o600, 0o700]


def test_what_is_no_backup_is_refused(folder: Path) -> None:
    (folder / "text").write_text("no store")
    assert "is not a database" in run(folder, "restore", str(folder / "text"), "--yes").complaint
    missing = run(folder, "restore", str(folder / "nothing"), "--yes")
    assert (missing.code, "No such file" in missing.complaint) == (1, True)
    assert run(folder, "backup", str(folder / "copy.db")).code == 0
    raw(folder / "copy.db", "DELETE FROM moves")
    damaged = run(folder, "restore", str(folder / "copy.db"), "--yes")
    assert (damaged.code, "nothing was replaced" in damaged.complaint) == (4, True)
    assert run(folder, "history", "--check").code == 0


# Keys


def test_a_store_is_sealed_with_a_new_key_and_used_with_it(folder: Path) -> None:
    done = run(folder, "seal", "--new-key")
    key = folder / "settings" / "numduel" / "key"
    told = f"The key is in {key}: keep a copy, for without it no game can be read."
    assert done == Run(f"Every game is sealed with the key now.\n{told}\n", "", 0)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert run(folder, "history", "--check").code == 0
    assert run(folder, "play", "digit-stack", said="2\n5\n").err == ""
    assert run(folder, "resume", said="8\n9\n").code == 0
    assert run(folder, "seal").out == "Every game is sealed with the key already.\n"
    refused = run(folder, "history", NUMDUEL_KEY="")
    assert (refused.code, "sealed with a key, and none is given" in refused.complaint) == (1, True)
    assert "sealed with another key" in run(folder, "history", NUMDUEL_KEY=KEY).complaint
    assert run(folder, "seal", "--remove").out.startswith(
        "Every game is sealed without a key now. Take the key"
    )
    assert "one is given: the command seal" in run(folder, "history").complaint
    assert run(folder, "history", NUMDUEL_KEY="").code == 0


def test_a_store_that_is_begun_with_a_key_has_it_from_the_first_game_on(tmp_path: Path) -> None:
    assert run(tmp_path, "play", "digit-stack", said="5\n", NUMDUEL_KEY=KEY).err == ""
    assert run(tmp_path, "history", "--check", NUMDUEL_KEY=KEY).code == 0
    assert "sealed with a key" in run(tmp_path, "history").complaint


def test_a_game_is_played_unsaved_where_the_key_is_missing(folder: Path) -> None:
    assert run(folder, "seal", NUMDUEL_KEY=KEY).code == 0
    played = run(folder, "play", "digit-stack", said="5\n")
    assert "this game is not being saved: the store" in played.complaint
    assert "sealed with a key, and none is given" in played.complaint


def test_a_key_file_that_others_can_read_is_refused_in_a_sentence(folder: Path) -> None:
    assert run(folder, "seal", "--new-key").code == 0
    (folder / "settings" / "numduel" / "key").chmod(0o644)
    refused = run(folder, "history")
    assert (refused.code, "(mode 0644): chmod 600 makes it so" in refused.complaint) == (1, True)


def test_without_a_key_there_is_nothing_to_seal_with(folder: Path) -> None:
    for options in ((), ("--remove",)):
        refused = run(folder, "seal", *options)
        assert (refused.code, "there is no key: set NUMDUEL_KEY" in refused.complaint) == (1, True)
        assert ("--new-key" in refused.complaint) == (not options)  # a new key opens no store
    assert (
        "is set, and a key file would not be used"
        in run(folder, "seal", "--new-key", NUMDUEL_KEY=KEY).complaint
    )
    assert not (folder / "settings").exists()


def test_a_damaged_store_is_not_sealed_and_no_key_is_left_behind(folder: Path) -> None:
    raw(folder / "games.db", "UPDATE games SET player1 = 'x'")
    refused = run(folder, "seal", "--new-key")
    assert (refused.code, "nothing was sealed" in refused.complaint) == (4, True)
    assert not (folder / "settings" / "numduel" / "key").exists()
    assert run(folder, "history").code == 0


def test_where_there_is_no_store_but_text_no_key_is_left_behind(folder: Path) -> None:
    (folder / "games.db").write_text("no store, but long enough for one to be expected in it" * 99)
    for _ in range(2):  # the second time, nothing is in the way of another key
        refused = run(folder, "seal", "--new-key")
        assert (refused.code, "is not a database" in refused.complaint) == (1, True)
        assert not (folder / "settings" / "numduel" / "key").exists()


def test_where_a_store_is_sealed_with_another_key_no_new_one_is_left_behind(folder: Path) -> None:
    assert run(folder, "seal", NUMDUEL_KEY=KEY).code == 0
    refused = run(folder, "seal", "--new-key")
    assert (refused.code, "sealed with another key" in refused.complaint) == (1, True)
    assert not (folder / "settings" / "numduel" / "key").exists()
    assert run(folder, "history", NUMDUEL_KEY=KEY).code == 0


@pytest.mark.parametrize("blocks", [2, 40, 128])
def test_where_there_is_no_room_to_seal_a_store_no_key_is_left_behind(blocks: int, tmp_path: Path) -> None:
    settings = {"NUMDUEL_DB": str(tmp_path / "games.db"), "XDG_CONFIG_HOME": str(tmp_path / "settings")}
    filled_file(tmp_path / "games.db")
    refused = in_shell(f"ulimit -f {blocks}; numduel seal --new-key", NUMDUEL_KEY=None, **settings)
    assert (refused.code, f"more than {512 * blocks:,} bytes here" in refused.complaint) == (1, True)
    assert not (tmp_path / "settings" / "numduel" / "key").exists()
    assert run(tmp_path, "history", "--check").code == 0
    assert run(tmp_path, "seal", "--new-key").code == 0


def test_a_key_that_is_not_that_of_the_store_is_not_called_missing(folder: Path) -> None:
    assert run(folder, "seal", NUMDUEL_KEY=KEY).code == 0
    for options in ((), ("--remove",)):
        refused = run(folder, "seal", *options, NUMDUEL_KEY=f"not {KEY}")
        assert "it is sealed with another key than the one that is given" in refused.complaint
        assert (refused.out, refused.code) == ("", 1)


# What is not in order


def test_a_summary_of_what_was_changed_is_told_to_be_incomplete(folder: Path) -> None:
    assert play("digit-stack", *"2589", NUMDUEL_DB=str(folder / "games.db")).code == 0
    raw(folder / "games.db", "UPDATE games SET winner = 2 WHERE id = 1")
    told = run(folder, "history", "--summary")
    assert told.code == 4
    assert told.complaint == "numduel: set aside: game 1: what is kept about it is not as it was written\n"
    assert [line.split() for line in told.lines[1:]] == [
        ["A", "1", "1", "0", "0", "0"],
        ["B", "2", "0", "1", "0", "0"],
    ]


def test_a_match_that_has_lost_a_game_is_told_of_by_whatever_comes_across_it(tmp_path: Path) -> None:
    said = "".join(f"{move}\n" for move in "2589" * 2)
    assert run(tmp_path, "play", "digit-stack", "--rounds", "2", said=said).code == 0
    raw(tmp_path / "games.db", *(f"DELETE FROM {table} WHERE game = 1" for table in ("moves", "events")))
    raw(tmp_path / "games.db", "DELETE FROM games WHERE id = 1")
    gone = "match 1: its game 1 is gone"
    resumed = run(tmp_path, "resume", "2", said="5\n")
    assert (resumed.code, resumed.complaint) == (4, f"numduel: {gone}\n")
    assert gone in run(tmp_path, "resume", said="5\n").err
    assert run(tmp_path, "history").complaint == f"numduel: {gone}\n"
    assert gone in run(tmp_path, "history", "--check").out
    assert run(tmp_path, "history", "--summary").code == 4
    assert run(tmp_path, "replay", "2", said="q\n").code == 0  # what is intact is still shown


def test_no_game_more_is_played_in_a_finished_match_of_which_one_was_deleted(tmp_path: Path) -> None:
    said = "".join(f"{move}\n" for move in "2589" * 2)
    assert run(tmp_path, "play", "digit-stack", "--rounds", "2", said=said).code == 0
    assert run(tmp_path, "delete", "1", "--yes").code == 0
    assert "game 2 is finished" in run(tmp_path, "resume", "2", said="5\n").complaint
    assert run(tmp_path, "history", "--check").code == 0


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        ("DROP INDEX games_by_uid", "its index games_by_uid is gone"),
        (
            "DROP INDEX games_by_uid; CREATE INDEX games_by_uid ON games (uid) WHERE id > 9",
            "'games_by_uid' in it was made otherwise than numduel makes it",
        ),
        ("CREATE TABLE theirs (x)", "there is a table 'theirs' in it that numduel did not make"),
        (
            "DELETE FROM sqlite_sequence",
            "the numbers that it has given to games have been set back or forward",
        ),
    ],
)
def test_what_is_wrong_with_the_file_is_told_by_every_command(
    statement: str, flaw: str, folder: Path
) -> None:
    raw(folder / "games.db", *statement.split("; "))
    told = run(folder, "history")
    assert (told.code, len(told.lines)) == (0, 2)
    assert f"numduel: the store {str(folder / 'games.db')!a} is not in order: {flaw}" in told.complaint
    checked = run(folder, "history", "--check")
    assert (checked.code, flaw in checked.out) == (4, True)
