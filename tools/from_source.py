"""Runs numduel straight from src/, for a machine on which .venv cannot be made."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src"))

from numduel.__main__ import main  # src/ has to be on the path first

sys.exit(main())
