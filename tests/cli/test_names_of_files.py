"""Names of files with signs that would change the terminal: they are spelled out where they are told."""

import os
import subprocess
from pathlib import Path

import pytest
from commandline import numduel

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


@pytest.mark.parametrize("word", ["a\x1b'b", "\\\n1", os.fsdecode(b"\xff\x07a"), "a'b c", "é\u202e"])
def test_a_command_is_shown_as_a_shell_reads_it(word: str) -> None:
    assert typed(word).isprintable()
    said = subprocess.run(["bash", "-c", f"printf %s {typed(word)}"], capture_output=True, check=True)
    assert os.fsdecode(said.stdout) == word
