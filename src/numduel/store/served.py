"""Served: one server at a time has the tables of a store.

Who has a page open, and who is about to sit down, a server knows alone: two of them would each take the
other's visitors for absent. Programs at a terminal may use the store meanwhile.
"""

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from .errors import StoreError
from .private import FILE_MODE

ANOTHER = "another server has this store already: stop it first, or serve another one (--db)"
_SUFFIX = "-server"  # of the file that is locked, beside the store
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK


@contextlib.contextmanager
def served(store: Path) -> Iterator[None]:
    """Be the only server of a store while this lasts; StoreError if another one is.

    However this process ends, the system gives the lock back.
    """
    path = os.path.realpath(store) + _SUFFIX
    lock = _lock(path)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if not os.fstat(lock).st_size:  # else it is somebody's
                os.unlink(path)
        os.close(lock)


def _lock(path: str) -> int:
    """The descriptor of the locked file."""
    try:
        while True:
            lock = os.open(path, _FLAGS, FILE_MODE)
            if _is_locked(lock, path):
                return lock
            os.close(lock)
    except OSError as error:
        name = os.path.basename(path)
        raise StoreError(f"{name!a} beside the store cannot be used: {error.strerror}") from None


def _is_locked(lock: int, path: str) -> bool:
    """Whether the lock is ours now; not where whoever had it has just taken the file away."""
    try:
        if not stat.S_ISREG(os.fstat(lock).st_mode):
            raise OSError(errno.EINVAL, "it is no file")
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # which processes that we start do not inherit
        return os.path.samestat(os.fstat(lock), os.stat(path))
    except FileNotFoundError:
        return False
    except OSError as error:
        os.close(lock)
        if isinstance(error, (BlockingIOError, PermissionError)):  # systems differ in which they raise
            raise StoreError(ANOTHER) from None
        raise
