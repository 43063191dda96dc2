"""Packages that bring games along: a folder of them, as an installer would leave it.

The example is the one in docs/add-a-game.md, word for word.
"""

import os
import re
import tomllib
from pathlib import Path

from commandline import REPOSITORY, Run, numduel, play

GUIDE = (REPOSITORY / "docs" / "add-a-game.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks in the guide in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


EXAMPLE, ITS_TEST = blocks("python")
(_TOML,) = blocks("toml")
ENTRY_POINTS: dict[str, str] = tomllib.loads(_TOML)["project"]["entry-points"]["numduel.games"]


class Packages:
    """A folder of installed packages, as an installer would leave it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, module: str, code: str, games: dict[str, str] | None = None) -> None:
        """Install a package of that name that holds one module and announces `games`."""
        (self.folder / f"{module}.py").write_text(code, encoding="utf-8")
        info = self.folder / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        points = "".join(f"{name} = {value}\n" for name, value in (games or ENTRY_POINTS).items())
        (info / "entry_points.txt").write_text(f"[console_scripts]\n\n[numduel.games]\n{points}")

    @property
    def path(self) -> str:
        return os.pathsep.join([str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])])

    def play(self, spec: str, *answers: str) -> Run:
        return play(spec, *answers, PYTHONPATH=self.path)

    def numduel(self, *arguments: str) -> Run:
        return numduel(*arguments, PYTHONPATH=self.path)
