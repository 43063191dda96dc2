"""Files that a command writes: whole, or not at all."""

import contextlib
import os
import sys
import tempfile
from pathlib import Path

from .console import Console, Failed


def write_whole(console: Console, name: str, text: str) -> None:
    """Write `text` to a file beside it and rename that, so that nothing half-written is ever there.

    `-` is standard output.
    """
    if name == "-":
        console.say(text.removesuffix("\n"))
        return
    path = Path(os.path.realpath(name))  # what a link points to is written, not the link
    beside = None
    try:
        if path.is_dir():
            raise Failed(f"{name!a} is a folder; give the name of a file")
        if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
            path.write_text(text, encoding="utf-8")
            return
        descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:50]}.")
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
        beside = None
    except OSError as error:
        raise Failed(f"cannot write {name!a}: {error.strerror}") from None
    finally:
        if beside is not None:
            with contextlib.suppress(OSError):
                os.unlink(beside)


def read_whole(name: str) -> str:
    """The text of a file; `-` is standard input."""
    try:
        if name == "-":
            return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8", "replace")
        return Path(name).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Failed(f"cannot read {name!a}: {error.strerror}") from None
    except ValueError:
        raise Failed(f"cannot read {name!a}: no file can have this name") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
