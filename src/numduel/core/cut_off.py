"""Compiled code that was cut off: it is removed, and that is told in a sentence.

Python keeps what it has compiled, and does not look whether a full disk or a limit on files has let it write
all of that (CPython's issue 126606). Every later start would fail then. The command is loaded under this
watch, so nothing else of ours is imported here: it could be what was cut off.
"""

import contextlib
import os
import sys

TYPE_CHECKING = False  # and True for whoever checks types

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType, TracebackType


def cut_off_code(error: BaseException) -> str | None:
    """What to say where compiled code was cut off, once it is removed; None if something else has failed."""
    frames = list(frames_of(error))
    if len(frames) < 2 or frames[-1].f_code.co_name != "_compile_bytecode":
        return None
    path = str(frames[-2].f_locals.get("bytecode_path"))
    with contextlib.suppress(OSError):
        os.remove(path)
    if os.path.exists(path):
        return f"a file of compiled code is cut off: remove {path!a}, then run this again"
    return "a file of compiled code was cut off, by a full disk or a limit, and is removed: run this again"


def frames_of(error: BaseException) -> "Iterator[FrameType]":
    """What was being done when it failed, from the outside in."""
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def tell_uncaught(kind: type[BaseException], error: BaseException, traceback: "TracebackType | None") -> None:
    """Say in a sentence that compiled code was cut off, and show anything else as Python does."""
    if (sentence := cut_off_code(error)) is None:
        sys.__excepthook__(kind, error, traceback)
    elif sys.stderr is not None:
        with contextlib.suppress(OSError):
            os.write(2, f"numduel: {sentence}\n".encode())
