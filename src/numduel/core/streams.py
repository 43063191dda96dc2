"""Standard streams that may be closed, full, or without a reader."""

import contextlib
import os
import sys

from .hints import TextIO


def write_error(text: str) -> None:
    """Write text to standard error, if anyone listens there; whatever becomes of it, the work goes on.

    Every complaint, advice and sign of progress goes this way: `print` would write to standard output where
    standard error is closed, and fail where it is full.
    """
    if sys.stderr is None:
        return
    try:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except UnicodeError:  # some encodings have no signs for sentences; then it is plain ASCII
            os.write(sys.stderr.fileno(), text.encode("ascii", "backslashreplace"))
    except (OSError, ValueError):
        abandon(sys.stderr)


def abandon(stream: TextIO) -> None:
    """Point a stream nowhere, so that Python does not fail again when it closes it."""
    with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())
