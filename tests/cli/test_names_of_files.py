"""Names of files with signs that would change the terminal: they are spelled out where they are told."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest
from commandline import in_shell, numduel

from numduel.cli.invocation import typed


@pytest.mark.parametrize(
    ("command", "ending"),
    [("prove operation-duel", ".json"), ("learn operation-duel", ".html")],
)
def test_the_name_of_what_was_written_changes_no_terminal(command: str, ending: str, tmp_path: Path) -> None:
    name = tmp_path / f"\x1b[31m{ending}"
    done = numduel(*command.split(), "-o", str(name))
    assert done.code == 0
    assert name.exists()
    assert f"\\x1b[31m{ending}" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("prove operation-duel -o proof.json", "cannot write 'proof.json': No such file or directory"),
        ("backup copy.db", "'copy.db' cannot be used: No such file or directory"),
    ],
)
def test_a_file_in_a_folder_that_is_gone_is_refused_for_that(
    arguments: str, told: str, tmp_path: Path
) -> None:
    store = str(tmp_path / "games.db")
    numduel("play", "digit-stack", said="5\n", NUMDUEL_DB=store)
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"cd {shlex.quote(str(gone))} && rmdir {shlex.quote(str(gone))} && numduel {arguments}"
    done = in_shell(script, NUMDUEL_DB=store)
    assert (done.out, done.err, done.code) == ("", f"numduel: {told}\n", 1)


@pytest.mark.parametrize("word", ["a\x1b'b", "\\\n1", os.fsdecode(b"\xff\x07a"), "a'b c", "é\u202e"])
def test_a_command_is_shown_as_a_shell_reads_it(word: str) -> None:
    assert typed(word).isprintable()
    said = subprocess.run(["bash", "-c", f"printf %s {typed(word)}"], capture_output=True, check=True)
    assert os.fsdecode(said.stdout) == word
