"""Standard streams that may be closed, full, or without a reader."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator

from .hints import TextIO


class _Writing:
    since: float | None = None


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Write something in a block, which may wait for ever for somebody to read it."""
    _Writing.since = time.monotonic()
    try:
        yield
    finally:
        _Writing.since = None


def writing_since() -> float | None:
    """Since when something is being written; for whoever has to end though nobody takes it."""
    return _Writing.since


def write_error(text: str) -> None:
    """Write text to standard error, if anyone listens there; whatever becomes of it, the work goes on.

    Every complaint, advice and sign of progress goes this way: `print` would write to standard output where
    standard error is closed, and fail where it is full.
    """
    if sys.stderr is None:
        return
    try:
        with writing():
            _write(sys.stderr, text)
    except (OSError, ValueError):
        abandon(sys.stderr)


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except UnicodeError:  # some encodings have no signs for sentences; then it is plain ASCII
        os.write(stream.fileno(), text.encode("ascii", "backslashreplace"))


def abandon(stream: TextIO) -> None:
    """Point a stream nowhere, so that Python does not fail again when it closes it."""
    with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())
