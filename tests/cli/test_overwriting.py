"""Files that exist are not overwritten without --force or a question."""

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from commandline import Run, Terminal, in_shell, numduel, play

from numduel.cli.main import main
from numduel.match.record import Record
from numduel.store.errors import NoSuchGame
from numduel.store.sqlite import SqliteStore

COMMANDS = [
    ("graph", "operation-duel:target=3"),
    ("review", "1"),
    ("prove", "operation-duel:target=3"),
    ("export", "1"),
]
OLD = "something dear"
QUESTION = "overwrite it? (yes or no): "
CTRL_D = "\x04"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a store that holds a game, and a file that somebody needs.

    Its name is short: after a long one the question would be folded.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        assert play("operation-duel:target=3", "1", "1", NUMDUEL_DB=str(folder / "games.db")).code == 0
        (folder / "x.svg").write_text(OLD)
        yield folder


def written(folder: Path, *command: str, **changes: str) -> Run:
    return numduel(*command, NUMDUEL_DB=str(folder / "games.db"), **changes)


@pytest.mark.parametrize("command", COMMANDS)
def test_in_a_pipe_a_file_that_exists_is_kept(command: tuple[str, ...], folder: Path) -> None:
    file = folder / "x.svg"
    before = sorted(os.listdir(folder))
    done = written(folder, *command, "-o", str(file), said="yes\n")
    assert (done.code, done.out) == (1, "")
    assert "exists, and nothing was written; --force overwrites it" in done.complaint
    assert file.read_text() == OLD
    assert sorted(os.listdir(folder)) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_with_force_it_is_overwritten_without_a_question(command: tuple[str, ...], folder: Path) -> None:
    done = written(folder, *command, "--force", "-o", str(folder / "x.svg"))
    assert (done.code, done.err) == (0, "")
    assert OLD not in (folder / "x.svg").read_text()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_new_file_needs_no_force(command: tuple[str, ...], folder: Path) -> None:
    assert written(folder, *command, "-o", str(folder / "new.svg")).code == 0
    assert (folder / "new.svg").stat().st_size > 0


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("answers", "agreed"), [(["yes"], True), (["perhaps", "", "no"], False), ([CTRL_D], False)]
)
def test_at_a_terminal_the_person_is_asked(
    command: tuple[str, ...], answers: list[str], agreed: bool, folder: Path
) -> None:
    file = folder / "x.svg"
    with Terminal(*command, "-o", str(file), NUMDUEL_DB=str(folder / "games.db")) as terminal:
        for answer in answers:
            terminal.expect(QUESTION)
            if answer == CTRL_D:
                terminal.type(answer)
            else:
                terminal.enter(answer)
        terminal.finish()
        assert terminal.code == (0 if agreed else 1)
        assert ("nothing was written" in terminal.seen) is not agreed
    assert (file.read_text() == OLD) is not agreed


def test_the_question_comes_before_the_work_and_after_a_misspelt_game(folder: Path) -> None:
    file = str(folder / "x.svg")
    assert written(folder, "prove", "operation-dual", "-o", file).code == 2
    assert written(folder, "graph", "operation-duel", "--moves", "+7", "-o", file).code == 3
    # Solved first, this would take minutes.
    assert written(folder, "prove", "operation-stack:max_stack=9,max_value=999", "-o", file).code == 1


def test_with_json_nobody_is_asked_even_at_a_terminal(folder: Path) -> None:
    file = folder / "x.svg"
    command = ("review", "1", "--json", "-o", str(file))
    with Terminal(*command, NUMDUEL_DB=str(folder / "games.db")) as terminal:
        terminal.finish()
        assert terminal.code == 1
    assert file.read_text() == OLD


def test_a_link_to_a_file_counts_as_the_file_and_a_broken_one_is_followed(folder: Path) -> None:
    (folder / "link.svg").symlink_to(folder / "x.svg")
    (folder / "broken.svg").symlink_to(folder / "y.svg")
    assert written(folder, "graph", "operation-duel", "-o", str(folder / "link.svg")).code == 1
    assert (folder / "x.svg").read_text() == OLD
    assert written(folder, "graph", "operation-duel", "-o", str(folder / "broken.svg")).code == 0
    assert (folder / "y.svg").exists()
    assert (folder / "broken.svg").is_symlink()


# What somebody else does between a question and its answer


def test_a_game_that_somebody_deletes_while_it_is_asked_for_is_gone_and_that_is_said(folder: Path) -> None:
    kept = str(folder / "games.db")
    with Terminal("delete", "1", NUMDUEL_DB=kept) as terminal:
        terminal.expect("(yes or no): ")
        assert written(folder, "delete", "1", "--yes").code == 0
        terminal.enter("yes")
        assert "numduel: there is no game 1 any more" in terminal.finish()
    assert terminal.code == 1


def test_another_game_that_has_come_in_its_place_meanwhile_is_not_deleted(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        other = Path(name, "games.db")
        assert play("operation-duel:target=3", "1", "1", NUMDUEL_DB=str(other)).code == 0
        with Terminal("delete", "1", NUMDUEL_DB=str(folder / "games.db")) as terminal:
            terminal.expect("(yes or no): ")
            assert written(folder, "restore", str(other), "--yes").code == 0
            terminal.enter("yes")
            assert "game 1 is another one now" in " ".join(terminal.finish().split())
    assert terminal.code == 1
    assert written(folder, "export", "1").code == 0


def test_a_game_that_is_deleted_while_all_are_exported_is_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play("operation-duel:target=4", "1", NUMDUEL_DB=str(folder / "games.db")).code == 1
    found = SqliteStore.record

    def record(store: SqliteStore, number: int) -> Record:
        if number == 1:
            raise NoSuchGame(1)
        return found(store, number)

    monkeypatch.setattr(SqliteStore, "record", record)
    assert main(["export", "--all", "--db", str(folder / "games.db")]) == 0
    shown = capsys.readouterr()
    assert ("target=4" in shown.out, "target=3" in shown.out, shown.err) == (True, False, "")


def test_standard_output_may_be_named_as_a_file_where_it_is_a_pipe(folder: Path) -> None:
    proof = in_shell("numduel prove digit-stack -o /dev/stdout | cat")
    certificate, _ = json.JSONDecoder().raw_decode(proof.out)
    assert (certificate["spec"], proof.err) == ("digit-stack", "")
    refused = in_shell(f"numduel backup /dev/stdout --db {folder / 'games.db'} | cat")
    assert refused.err == "numduel: '/dev/stdout' cannot be used: it is a device or a pipe, not a file\n"
