"""Writes docs/rulings.md from the errata in the games' files.

.venv/bin/python tools/write_rulings.py
"""

from pathlib import Path

import numduel

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rulings.md"
INTRODUCTION = """\
# Rulings

Where a rulebook's numbered rules and its own examples disagree, the rules win; where it says what is not so,
we say so. The other reading, where there is one, is a setting; where a rulebook promises more than its rules
keep, there are settings that do. The rulebooks themselves are not part of numduel: each entry says in short
what stands there, and `./numduel rules GAME` tells the rules. `./numduel errata` shows the same at the
command line. This page is made by `tools/write_rulings.py`.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for kind in numduel.games().values():
        if not kind.__module__.startswith("numduel.games."):
            continue  # another package's rulebook
        parts.append(f"## {kind.title}\n")
        for erratum in kind.errata:
            other = f"\n  *Otherwise:* `{kind.name}:{erratum.setting}`" if erratum.setting else ""
            parts.append(
                f"- **{erratum.place}.** *The rulebook:* {erratum.says}\n  *Here:* {erratum.ruling}{other}\n"
            )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
