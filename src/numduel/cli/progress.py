"""Progress of an exploration, on standard error, for a person who waits."""

import os
import sys
import time

from ..solver.explore import Progress


def progress(plain: bool = False) -> Progress | None:
    """Something that shows how far an exploration is, or None where nobody would see it."""
    if not _seen(plain):
        return None
    started = time.monotonic()

    def show(found: int, looked_at: int) -> None:
        if time.monotonic() - started > 0.5:
            print(f"\rexploring: {looked_at:,} of {found:,} positions", end="\x1b[K", file=sys.stderr)

    return show


def clear_progress(plain: bool = False) -> None:
    """Take the progress line away."""
    if _seen(plain):
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _seen(plain: bool) -> bool:
    return not plain and sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
