"""The documents say what the program does."""

import runpy
import shlex
import subprocess
import sys
from pathlib import Path

from strategies import OURS

import numduel
from numduel.match.reading import parse
from numduel.match.record import write

ROOT = Path(__file__).resolve().parent.parent


def test_the_page_of_rulings_is_made_from_the_errata() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "write_rulings.py"))["page"]()
    assert (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8") == page


def test_the_readme_lists_every_game_of_ours_with_its_summary() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in OURS:
        assert f"| `{name}` | {numduel.games()[name].summary} |" in readme


def test_the_game_in_the_readme_is_what_the_program_prints() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.split("$ ./numduel play top-stack-twelve --plain\n", 1)[1].split("\n(Without", 1)[0]
    command = [sys.executable, "-m", "numduel", "play", "top-stack-twelve"]
    printed = subprocess.run(command, input="2\n5\n6\n", capture_output=True, text=True, check=True).stdout
    assert [line.strip() for line in shown.strip().splitlines()] == printed.strip().splitlines()


def test_the_answers_in_the_readme_are_what_the_program_prints() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.split("## Exact answers\n", 1)[1].split("\n| command", 1)[0]
    examples = [part.strip().splitlines() for part in shown.split("$ ./numduel ")[1:]]
    assert len(examples) == 2
    for command, *lines in examples:
        run = [sys.executable, "-m", "numduel", *shlex.split(command)]
        printed = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
        expected = [line.strip() for line in lines if line.strip() != "..."]
        assert printed[: len(expected)] == expected


def test_the_example_of_a_record_can_be_read() -> None:
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    record = parse(page.split("```text\n", 1)[1].split("```", 1)[0])
    assert record.result is not None
    assert record.result.winner == 1
    assert record.tags == (("occasion", "a rainy Sunday"),)
    assert [after for after, _ in record.comments] == [0, 2]
    assert parse(write(record)) == record


def test_the_pictures_in_the_documents_are_what_the_program_draws() -> None:
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    commands = [line.split("./numduel ")[1] for line in page.splitlines() if "$ ./numduel " in line]
    shown = [part.split(")")[0] for part in page.split("](pictures/")[1:]]
    assert len(commands) == len(shown) == 2
    for command, name in zip(commands, shown, strict=True):
        arguments = [*shlex.split(command)[:-1], "-"]  # to standard output, not into a file
        run = [sys.executable, "-m", "numduel", *arguments]
        printed = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT).stdout
        assert printed == (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
