"""Write docs/numduel.1, the manual page, from the parsers of the command line.

.venv/bin/python tools/write_man.py
"""

from pathlib import Path

from numduel.cli.manual import manual

PAGE = Path(__file__).resolve().parent.parent / "docs" / "numduel.1"

if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8")
