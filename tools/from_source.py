"""Runs numduel straight from src/, for a machine on which .venv cannot be made."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from numduel.__main__ import main  # src/ has to be on the path first

sys.exit(main())
