"""Streams and stores that cannot be used: the true reason in one sentence, and no advice that cannot work."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from commandline import COMMAND, PATIENCE, Terminal, environment, in_shell, numduel, play
from stored import raw

DIGIT = "please choose a digit (1-9): "


@pytest.fixture
def no_numba(tmp_path: Path) -> str:
    """A PYTHONPATH with which numba cannot be loaded."""
    (tmp_path / "numba.py").write_text("raise ImportError('no numba here')")
    return os.pathsep.join([str(tmp_path), *filter(None, [environment().get("PYTHONPATH")])])


# Standard error

LARGE = "solve digit-stack:target=999999,repeats=no --json"


def test_advice_goes_to_standard_error(no_numba: str) -> None:
    solved = in_shell(f"numduel {LARGE}", PYTHONPATH=no_numba)
    assert json.loads(solved.out)["positions"] == 79_210
    assert "so plain Python does it" in solved.err
    assert solved.code == 0


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_advice_that_nobody_can_hear_harms_no_answer(redirection: str, no_numba: str) -> None:
    solved = in_shell(f"numduel {LARGE} {redirection}", PYTHONPATH=no_numba)
    assert json.loads(solved.out)["positions"] == 79_210
    assert (solved.err, solved.code) == ("", 0)


# Standard input


def test_input_without_a_line_end_is_not_read_for_ever() -> None:
    refused = in_shell("numduel play digit-stack --no-save </dev/zero")
    assert refused.complaint == "numduel: a line of standard input has more than 16,777,216 bytes\n"
    assert refused.lines[-2:] == [f"Player 1, {DIGIT}", "The game is left unfinished, after 0 turns."]
    assert refused.code == 1


@pytest.mark.parametrize("words", ["puzzle --seed 1", "daily 2026-01-01", "learn operation-obliteration"])
def test_input_without_a_line_end_is_not_called_ended(words: str) -> None:
    refused = in_shell(f"numduel {words} --no-save </dev/zero")
    assert refused.complaint == "numduel: a line of standard input has more than 16,777,216 bytes\n"
    assert "The input cannot be read" in refused.out
    assert "The input has ended" not in refused.out
    assert refused.code == 1


def test_input_that_cannot_be_read_is_not_called_ended() -> None:
    refused = in_shell("numduel play digit-stack --no-save 0>/dev/null")
    assert refused.complaint == "numduel: standard input cannot be read: Bad file descriptor\n"
    assert refused.lines[-1] == "The game is left unfinished, after 0 turns."
    assert refused.code == 1


@pytest.mark.parametrize(
    "command", ["replay -", "verify -", "import -", "replay /dev/zero", "verify /dev/zero"]
)
def test_a_file_without_end_is_refused_for_its_size(command: str) -> None:
    refused = in_shell(f"numduel {command} </dev/zero")
    certificate = "8,000,000 bytes; --whole checks one of up to 268,435,456"
    most = certificate if command.startswith("verify") else "64,000,000 bytes"
    assert refused.complaint.endswith(f": it has more than {most}\n")
    assert (refused.out, refused.code) == ("", 1)


# Encodings and numbers


def test_answers_in_an_encoding_without_ascii_lines_are_refused() -> None:
    played = subprocess.run(
        (*COMMAND, "play", "digit-stack", "--no-save"),
        input="2\n5\n8\n9\n".encode("utf-16"),
        capture_output=True,
        env=environment(PYTHONIOENCODING="utf-16"),
        timeout=PATIENCE,
    )
    told = b"numduel: answers cannot be read as utf-16; PYTHONIOENCODING=utf-8 would do\n"
    assert (played.stderr, played.returncode) == (told, 1)
    assert played.stdout.decode("utf-16").endswith("The game is left unfinished, after 0 turns.\n")


@pytest.mark.parametrize("encoding", ["utf-7", "iso2022_jp", "hz"])
def test_answers_that_an_encoding_does_not_know_are_taken_as_they_are(encoding: str) -> None:
    played = subprocess.run(
        [*COMMAND, "play", "operation-duel:target=3", "--no-save"],
        input=b"\xe9~\x1b$\n+1\n+1\n",
        capture_output=True,
        env=environment(PYTHONIOENCODING=encoding),
        check=False,
    )
    assert b"inside numduel" not in played.stderr
    assert b"wins" in played.stdout
    assert played.returncode == 0


def test_complaints_are_readable_whatever_the_encoding_of_data() -> None:
    assert "did you mean digit-stack?" in numduel("rules", "digit-stak", PYTHONIOENCODING="utf-16").complaint


@pytest.mark.parametrize("digits", ["0", "640", "4300"])
def test_a_limit_on_digits_changes_no_answer(digits: str) -> None:
    target = "9" * 700
    solved = numduel("solve", f"operation-duel:target={target}", "--json", PYTHONINTMAXSTRDIGITS=digits)
    assert json.loads(solved.out)["settings"]["target"] == int(target)
    assert (solved.err, solved.code) == ("", 0)
    options = ("--p1", "random", "--p2", "random", "--max-turns", "3")
    played = play(f"operation-duel:target={target}", options=options, PYTHONINTMAXSTRDIGITS=digits)
    assert (played.err, played.code) == ("", 0)
    exported = numduel("export", PYTHONINTMAXSTRDIGITS=digits)
    assert f"target={target}" in exported.out


# A store that is no file, or may not grow


def null(_: Path) -> str:
    return "/dev/null"


def pipe(folder: Path) -> str:
    os.mkfifo(folder / "pipe")
    return str(folder / "pipe")


def a_folder(folder: Path) -> str:
    return str(folder)


def memory(_: Path) -> str:
    return ":memory:"


NO_FILES = [
    (null, "it is a device or a pipe, not a file"),
    (pipe, "it is a device or a pipe, not a file"),
    (a_folder, "it is a folder, not a file"),
    (memory, "it is no file, and nothing in it would outlive the program"),
]


@pytest.mark.parametrize(("place", "reason"), NO_FILES)
def test_a_store_that_is_no_file_is_refused_for_that(
    place: Callable[[Path], str], reason: str, tmp_path: Path
) -> None:
    named = place(tmp_path)
    played = play("digit-stack", *"2589", NUMDUEL_DB=named)
    told = f"numduel: this game is not being saved: the store {named!a} cannot be used: {reason}\n"
    assert (played.err, played.lines[-1], played.code) == (told, "Player 1 wins!", 0)
    kept = numduel("import", "-", said='[spec "digit-stack"] 2 5 8 9', NUMDUEL_DB=named)
    shown = numduel("history", NUMDUEL_DB=named)
    for refused in (kept, shown):
        assert (refused.err, refused.code) == (f"numduel: the store {named!a} cannot be used: {reason}\n", 1)


def test_a_limit_on_files_is_named_where_a_store_cannot_grow(tmp_path: Path) -> None:
    command = "ulimit -f 8; numduel import -"  # so many blocks of 512 bytes
    refused = in_shell(command, said='[spec "digit-stack"] 2 5 8 9', NUMDUEL_DB=str(tmp_path / "games.db"))
    assert refused.complaint.endswith("no file may have more than 4,096 bytes here (ulimit -f)\n")
    assert refused.code == 1


# A store that goes away during play


def deleted(db: Path) -> None:
    db.unlink()


def swapped(db: Path) -> None:
    shutil.copy(db, db.with_name("copy"))
    db.with_name("copy").replace(db)


def emptied(db: Path) -> None:
    os.truncate(db, 0)


def without_its_folder(db: Path) -> None:
    shutil.rmtree(db.parent)


def overwritten(db: Path) -> None:
    with db.open("r+b") as file:  # in its place, as no other program should
        file.write(b"no store at all " * 500)


# So that what was played is not lost with what was kept.
RECORD = 'As a record, which the command import keeps:\n[spec "digit-stack"] 2'


def left_after(accident: Callable[[Path], None], leaving: str, db: Path) -> tuple[str, str]:
    """What is said to somebody who leaves a game after an accident to its store."""
    with subprocess.Popen(
        (*COMMAND, "play", "digit-stack", "--db", str(db)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"2\n")
        process.stdin.flush()
        shown = b""
        while not shown.endswith(f"Player 2, {DIGIT}".encode()):
            shown += os.read(process.stdout.fileno(), 4096) or pytest.fail(f"no prompt in {shown!r}")
        accident(db)
        if leaving == "^C":
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(leaving.encode() if leaving != "^C" else None, timeout=PATIENCE)
    assert process.returncode == (130 if leaving == "^C" else 1)
    return out.decode(), err.decode()


@pytest.mark.parametrize("leaving", ["5\n", "", "^C"], ids=["a move", "the end of input", "Ctrl-C"])
@pytest.mark.parametrize("accident", [deleted, swapped, emptied, without_its_folder])
def test_a_store_that_goes_away_during_play_is_no_store_to_go_on_from(
    accident: Callable[[Path], None], leaving: str, tmp_path: Path
) -> None:
    db = tmp_path / "kept" / "games.db"
    out, err = left_after(accident, leaving, db)
    assert err == f"numduel: the store {str(db)!a} cannot be used: the file has been deleted or replaced\n"
    assert f"The game is unfinished; what was kept of it is gone.\n{RECORD}" in out


def test_a_store_that_is_overwritten_during_play_cannot_be_gone_on_from(tmp_path: Path) -> None:
    out, err = left_after(overwritten, "5\n", tmp_path / "games.db")
    assert err.endswith(" cannot be used: file is not a database\n")
    assert f"The game is unfinished; what was kept of it cannot be read.\n{RECORD}" in out


@pytest.mark.parametrize(
    "leaving", ["5\n", "", "quit\nyes\n", "^C"], ids=["a move", "the end", "quit", "Ctrl-C"]
)
def test_a_store_that_another_one_is_copied_over_during_play_is_not_gone_on_from(
    leaving: str, tmp_path: Path
) -> None:
    another = tmp_path / "another.db"
    play("digit-stack", "3", "4", NUMDUEL_DB=str(another))
    content = another.read_bytes()

    def copied(db: Path) -> None:
        db.write_bytes(content)

    out, err = left_after(copied, leaving, tmp_path / "games.db")
    assert err == "numduel: game 1 is another one now: the store was restored, or its file overwritten\n"
    assert f"The game is unfinished; what was kept of it is gone.\n{RECORD}" in out
    assert (tmp_path / "games.db").read_bytes() == content


def test_a_game_that_is_deleted_during_play_is_said_to_be_gone(tmp_path: Path) -> None:
    def forgotten(db: Path) -> None:
        assert numduel("delete", "1", "--yes", NUMDUEL_DB=str(db)).code == 0

    out, err = left_after(forgotten, "", tmp_path / "games.db")
    assert err == "numduel: there is no game 1 any more\n"
    assert f"The game is unfinished; what was kept of it is gone.\n{RECORD}" in out


def test_a_store_that_is_sealed_during_play_is_called_sealed(tmp_path: Path) -> None:
    def sealed(db: Path) -> None:
        key = str(tmp_path / "key")
        assert (
            numduel("seal", "--new-key", NUMDUEL_DB=str(db), NUMDUEL_KEY=None, NUMDUEL_KEY_FILE=key).code == 0
        )

    out, err = left_after(sealed, "5\n", tmp_path / "games.db")
    assert "cannot be used: it has been sealed anew in the meantime" in err
    assert f"The game is unfinished; what was kept of it cannot be read.\n{RECORD}" in out


@pytest.mark.parametrize(
    "leaving", ["5\n", "", "quit\nyes\n", "^C"], ids=["a move", "the end", "quit", "Ctrl-C"]
)
def test_a_store_that_gets_a_trigger_during_play_is_not_gone_on_from(leaving: str, tmp_path: Path) -> None:
    def meddled_with(db: Path) -> None:
        raw(db, "CREATE TRIGGER theirs BEFORE INSERT ON moves BEGIN SELECT raise(ignore); END")

    db = tmp_path / "games.db"
    out, err = left_after(meddled_with, leaving, db)
    why = "there is a trigger 'theirs' in it that could change what is written"
    assert err == f"numduel: the store {str(db)!a} cannot be used: {why}\n"
    assert f"The game is unfinished; what was kept of it cannot be gone on with there.\n{RECORD}" in out


@pytest.mark.parametrize("leaving", ["", "quit\nyes\n", "^C"], ids=["the end", "quit", "Ctrl-C"])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DELETE FROM moves", "game 1: some of its moves are missing"),
        ("DELETE FROM events WHERE number = 2", "game 1: some of its events are missing"),
        ("UPDATE matches SET first = 1 - first", "match 1 is not as it was written"),
        ("DELETE FROM matches", "match 1 is not as it was written"),
    ],
)
def test_a_game_of_which_not_all_is_kept_is_not_said_to_be(
    change: str, why: str, leaving: str, tmp_path: Path
) -> None:
    out, err = left_after(lambda db: raw(db, change), leaving, tmp_path / "games.db")
    assert err == f"numduel: {why}\n"
    assert f"The game is unfinished; what was kept of it cannot be read.\n{RECORD}" in out


@pytest.mark.parametrize("last", ["quit", "8"])
def test_a_game_that_is_put_back_to_an_earlier_move_during_play_is_not_said_to_be_kept(
    last: str, tmp_path: Path
) -> None:
    db = tmp_path / "games.db"
    with Terminal("play", "digit-stack", NUMDUEL_DB=str(db)) as terminal:
        terminal.expect(DIGIT)
        terminal.enter("2")
        terminal.expect(DIGIT)
        earlier = db.read_bytes()
        terminal.enter("5")
        terminal.expect(DIGIT)
        db.write_bytes(earlier)
        terminal.enter(last)
        if last == "quit":
            terminal.expect("(yes or no): ")
            terminal.enter("yes")
        terminal.expect("The game is unfinished; what was kept of it is gone.")
        terminal.expect('[spec "digit-stack"] 2 5')
        assert "To go on" not in terminal.finish()
        assert terminal.code == 1


@pytest.mark.parametrize(
    ("encoding", "words"),
    [("idna", "solve operation-duel"), ("idna", "play operation-duel --no-save"), ("undefined", "list")],
)
def test_an_encoding_that_has_no_signs_for_sentences_is_named(encoding: str, words: str) -> None:
    asked = numduel(*words.split(), PYTHONIOENCODING=encoding)
    assert asked.code == 1
    assert asked.err == f"numduel: nothing can be written as {encoding}; PYTHONIOENCODING=utf-8 would do\n"


def test_a_game_that_was_overwritten_when_it_was_over_is_not_reviewed_as_another(tmp_path: Path) -> None:
    mine, another = tmp_path / "games.db", tmp_path / "another.db"
    play("digit-stack", "3", "4", NUMDUEL_DB=str(another))
    with Terminal("play", "digit-stack", NUMDUEL_DB=str(mine)) as terminal:
        for digit in "2589":
            terminal.expect(DIGIT)
            terminal.enter(digit)
        terminal.expect("Press a key: ")
        mine.write_bytes(another.read_bytes())
        terminal.type("r")
        terminal.expect("game 1 is another one now")
        terminal.expect("Press a key: ")
        terminal.type("b")
    assert mine.read_bytes() == another.read_bytes()


def test_who_has_nothing_to_say_does_not_mind_that_the_disk_is_full(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    # So that even nothing would be written.
    refused = in_shell(f"numduel verify '{tmp_path}/empty' >/dev/full", PYTHONUNBUFFERED="1")
    said = "numduel: the certificate does not hold: it cannot be read, because it is empty\n"
    assert (refused.err, refused.code) == (said, 4)
