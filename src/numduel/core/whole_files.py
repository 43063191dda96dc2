"""Files that are written whole or not at all: into a file beside them, which then takes their place."""

import contextlib
import os
from collections.abc import Iterator
from typing import BinaryIO


@contextlib.contextmanager
def replacing(name: str) -> Iterator[BinaryIO]:
    """A file to write into, which takes the place of `name` when all went well; OSError if it cannot."""
    import tempfile  # only where something is written: it brings along all that compresses

    path = os.path.realpath(name)  # what a link points to is written, not the link
    folder, file_name = os.path.split(path)
    descriptor, beside = tempfile.mkstemp(dir=folder, prefix=f".{file_name[:50]}.")
    try:
        with open(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
