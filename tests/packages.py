"""Packages that bring games or players along: a folder of them, as an installer would leave it.

The examples are those in docs/add-a-game.md and docs/opponents.md, word for word.
"""

import os
import re
import shutil
import tomllib
from pathlib import Path

from commandline import REPOSITORY, Run, numduel, play

GUIDE = (REPOSITORY / "docs" / "add-a-game.md").read_text(encoding="utf-8")


OPPONENTS = (REPOSITORY / "docs" / "opponents.md").read_text(encoding="utf-8")


def blocks(language: str, page: str) -> list[str]:
    """The code blocks on the page in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def announced(page: str) -> dict[str, dict[str, str]]:
    """The entry points that the page has a package announce, by their groups."""
    (toml,) = blocks("toml", page)
    found: dict[str, dict[str, str]] = tomllib.loads(toml)["project"]["entry-points"]
    return found


GRID = (REPOSITORY / "tests" / "three_in_a_row.py").read_text(encoding="utf-8")  # tic-tac-toe
EXAMPLE, ITS_BOARD, ITS_TEST = blocks("python", GUIDE)
ENTRY_POINTS = announced(GUIDE)["numduel.games"]
(PLAYER,) = blocks("python", OPPONENTS)
PLAYERS = announced(OPPONENTS)["numduel.players"]


class Packages:
    """A folder of installed packages, as an installer would leave it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, module: str, code: str, games: dict[str, str] | None = None) -> None:
        """Install a package of that name that holds one module and announces `games`."""
        self._install(module, code, "numduel.games", games or ENTRY_POINTS)

    def install_player(self, module: str, code: str, players: dict[str, str] | None = None) -> None:
        """Install a package of that name that holds one module and announces `players`."""
        self._install(module, code, "numduel.players", players or PLAYERS)

    def change(self, module: str, code: str) -> None:
        """Put other code into an installed module."""
        (self.folder / f"{module}.py").write_text(code, encoding="utf-8")
        # Two versions within a second may be alike in time and size, and what was compiled would be taken.
        shutil.rmtree(self.folder / "__pycache__", ignore_errors=True)

    def uninstall(self, module: str) -> None:
        """Remove a package and all that belongs to it."""
        (self.folder / f"{module}.py").unlink()
        shutil.rmtree(self.folder / f"{module}-1.0.dist-info")

    def _install(self, module: str, code: str, group: str, announced: dict[str, str]) -> None:
        self.change(module, code)
        info = self.folder / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        points = "".join(f"{name} = {value}\n" for name, value in announced.items())
        (info / "entry_points.txt").write_text(f"[console_scripts]\n\n[{group}]\n{points}")

    @property
    def path(self) -> str:
        return os.pathsep.join([str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])])

    def play(self, spec: str, *answers: str, options: tuple[str, ...] = ()) -> Run:
        return play(spec, *answers, options=options, installed=self.folder)

    def numduel(self, *arguments: str, said: str = "") -> Run:
        return numduel(*arguments, said=said, installed=self.folder)
