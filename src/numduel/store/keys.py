"""The key of seals: where somebody has put it, and what is refused as one."""

import contextlib
import os
import stat

from ..core.hints import TYPE_CHECKING
from .errors import StoreError
from .folders import NoFolder, settings_folder
from .private import make_private, sync_folder

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE, FILE_VARIABLE = "NUMDUEL_KEY", "NUMDUEL_KEY_FILE"
SHORTEST = 16  # characters: a key that can be guessed keeps nobody out
LONGEST = 10_000  # bytes: of a longer file, only so many are read
LARGEST = 1_000_000  # bytes: what is larger was named by mistake


def read_key() -> bytes | None:
    """The key that somebody has set or keeps in a file; None if there is none, StoreError if it is no good.

    `NUMDUEL_KEY` is the key; if it is empty, there is none. Else it is in the file that `NUMDUEL_KEY_FILE`
    names, or in the file `key` of the settings folder, if that is there.
    """
    given = os.environ.get(VARIABLE)
    if given is not None:
        return _checked(os.fsencode(given), f"in {VARIABLE}") if given else None
    path = key_file()
    if path is None or (not os.environ.get(FILE_VARIABLE) and not os.path.lexists(path)):
        return None
    return _checked(_read_private(path), f"in {path!a}")


def key_file() -> str | None:
    """The file in which a key may be; None where nobody knows where settings are."""
    named = os.environ.get(FILE_VARIABLE)
    if named:
        return named
    try:
        return os.path.join(settings_folder(), "key")
    except NoFolder:
        return None


def _read_private(path: str) -> bytes:
    """What is in a file, if nobody but its owner can have read or written it."""
    try:
        _check_kind(os.stat(path))
        # What has become a pipe since then must not let us wait for somebody to write.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            found = os.fstat(file.fileno())
            _check_kind(found)
            mode = stat.S_IMODE(found.st_mode)
            if mode & 0o077:
                raise StoreError(
                    f"the key file {path!a} is not used, since it is not for you alone "
                    f"(mode {mode:04o}): chmod 600 makes it so"
                )
            return file.read(LONGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"the key file {path!a} cannot be read: {reason}") from None


def _check_kind(found: os.stat_result) -> None:
    """Raise ValueError where no key can be in something."""
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("it is a folder, a device or a pipe, not a file")
    if found.st_size > LARGEST:
        raise ValueError(f"it has more than {LARGEST:,} bytes, and is no key")


def _checked(text: bytes, where: str) -> bytes:
    key = text.strip()
    if len(key.decode(errors="replace")) < SHORTEST:
        raise StoreError(f"the key {where} is too short: it must have at least {SHORTEST} characters")
    return key


def make_key_file() -> "Path":
    """Write a new key into the file where one may be; its path. StoreError if something is there already."""
    path = key_file()
    if path is None:
        raise StoreError(f"nobody knows where settings are: name a file by {FILE_VARIABLE}")
    if os.path.lexists(path):
        raise StoreError(f"the key file {path!a} is there already, and was not touched")
    try:
        make_private(path)
        with open(path, "wb") as file:
            file.write(os.urandom(32).hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())  # before anything is sealed with it
        sync_folder(os.path.dirname(path) or ".")
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(path)  # or the next key could not be written, either
        raise StoreError(f"the key file {path!a} cannot be written: {error.strerror}") from None
    from pathlib import Path  # only where a key is made

    return Path(path)
