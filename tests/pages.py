"""Pages of documentation: the commands that they show with what those print, and files that readers write."""

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from doctest import ELLIPSIS, OutputChecker
from itertools import takewhile
from pathlib import Path

from commandline import PATIENCE, REPOSITORY, environment

PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (REPOSITORY / "docs").glob("*.md"))]

_BLOCK = re.compile(r"^    \$ .*\n(?:(?:    .*)?\n)*", re.MULTILINE)
# A paragraph that names a file and ends with a colon, and a listing without prompts below it.
_FILE = re.compile(r"`(\w+\.py)`(?:(?!\n\n).)*:\n\n^```python\n(?!>>>)(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """A command as it is typed, and what is shown below it; nothing, where the page leaves that out."""

    command: str
    shown: str


def read(page: str) -> str:
    """A page, by its path in the repo."""
    return (REPOSITORY / page).read_text(encoding="utf-8")


def examples(page: str) -> list[Example]:
    """The commands on a page, in order."""
    found = []
    for block in _BLOCK.findall(read(page)):
        for part in re.split(r"^\$ ", textwrap.dedent(block), flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append(Example(command, shown.strip("\n")))
    return found


def files(page: str) -> dict[str, str]:
    """The files that a page has its reader write, by name."""
    return dict(_FILE.findall(read(page)))


class Reader:
    """Someone who types what a page shows, in a folder in which there are `./numduel` and the pages."""

    def __init__(self, folder: Path, python_path: str | None = None) -> None:
        self.folder = folder
        self.games = folder / "games.db"
        self.python_path = python_path or os.environ.get("PYTHONPATH")
        (folder / "docs").symlink_to(REPOSITORY / "docs")
        script = folder / "numduel"
        script.write_text(f'#!/bin/sh\nNUMDUEL_COMMAND=$0 exec {sys.executable} -m numduel "$@"\n')
        script.chmod(0o755)

    def run(self, command: str, answers: str = "") -> tuple[str, int]:
        """What a command shows to someone who answers so, and its exit code."""
        done = subprocess.run(
            ("/bin/sh", "-c", command),
            input=answers,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(NUMDUEL_DB=str(self.games), PYTHONPATH=self.python_path),
            cwd=self.folder,
            timeout=PATIENCE,
        )
        return "\n".join(line.rstrip() for line in done.stdout.splitlines()), done.returncode

    def follow(self, example: Example) -> tuple[str, int]:
        """What is seen by someone who types the command, and the answers that the page shows.

        An answer is the rest of a line at which the program waits; it is found by trying without.
        """
        answers, known = "", -1
        while True:
            take_back = self._remember()
            seen, code = self.run(example.command, answers)
            alike = _alike(seen, example.shown)
            if matches(seen, example.shown) or alike <= known:
                return seen, code
            take_back()
            known = alike
            answers += example.shown[alike:].partition("\n")[0] + "\n"

    def _remember(self) -> Callable[[], None]:
        """What takes back whatever a command keeps or writes from now on."""
        kept = self.games.read_bytes() if self.games.exists() else None
        before = set(self.folder.iterdir())

        def take_back() -> None:
            for written in set(self.folder.iterdir()) - before:
                if written.is_file():
                    written.unlink()
            if kept is not None:
                self.games.write_bytes(kept)

        return take_back


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginnings."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def matches(seen: str, shown: str) -> bool:
    """Whether a page shows what is seen; `...` stands for anything."""
    return OutputChecker().check_output(shown + "\n", seen + "\n", ELLIPSIS)
