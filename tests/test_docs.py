"""The documents say what the program does."""

import runpy
import subprocess
import sys
from pathlib import Path

import numduel

ROOT = Path(__file__).resolve().parent.parent


def test_the_page_of_rulings_is_made_from_the_errata() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "write_rulings.py"))["page"]()
    assert (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8") == page


def test_the_readme_lists_every_game_of_ours_with_its_summary() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, kind in numduel.games().items():
        if kind.__module__.startswith("numduel."):
            assert f"| `{name}` | {kind.summary} |" in readme


def test_the_game_in_the_readme_is_what_the_program_prints() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.split("$ ./numduel play top-stack-twelve\n", 1)[1].split("\nA move can be typed", 1)[0]
    command = [sys.executable, "-m", "numduel", "play", "top-stack-twelve"]
    printed = subprocess.run(command, input="2\n5\n6\n", capture_output=True, text=True, check=True).stdout
    assert [line.strip() for line in shown.strip().splitlines()] == printed.strip().splitlines()
