"""Files that are our own: new ones are private, whatever the umask, and those of others are left alone."""

import contextlib
import os
import stat

from .errors import NotAStore
from .schema import APPLICATION

FILE_MODE, FOLDER_MODE = 0o600, 0o700
SIDE_FILES = ("-journal", "-wal", "-shm")  # what SQLite may have beside a file
_MAGIC = b"SQLite format 3\0"
# How a journal begins (one that is kept for the next commit, or not on the disk yet, with zeros), a
# write-ahead log, and its index, in the order of the machine's bytes (or with zeros, before it is used).
_BEGINNINGS = {
    "-journal": (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", bytes(12)),
    "-wal": (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"),
    "-shm": (b"\x18\xe2\x2d\x00", b"\x00\x2d\xe2\x18", bytes(4)),
}
_APPLICATION_AT = 68  # in the header of a SQLite file


def make_private(path: str) -> None:
    """Make a file, and the folders on the way to it, if they are not there: for nobody but their owner.

    SQLite makes what it needs beside a file as private as that.
    """
    path = os.path.realpath(path)  # what a link points to is made, not the link
    make_folder(os.path.dirname(path))
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
        try:
            os.fchmod(descriptor, FILE_MODE)  # the umask may have taken even that away
        finally:
            os.close(descriptor)


def make_folder(folder: str) -> None:
    """Make a folder, and those on the way to it, if they are not there: for nobody but their owner."""
    with contextlib.suppress(FileNotFoundError):
        os.stat(folder)  # one whose name is too long is not begun
    missing: list[str] = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for each in reversed(missing):
        with contextlib.suppress(FileExistsError):
            os.mkdir(each, FOLDER_MODE)
            os.chmod(each, FOLDER_MODE)


def sync_folder(folder: str) -> None:
    """See that the names of the files in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check_is_file(path: str) -> None:
    """Raise NotAStore where something is no file: nothing is kept in it, nor put in its place."""
    if path == ":memory:":  # by that name, SQLite opens none
        raise NotAStore("it is no file, and nothing in it would outlive the program")
    if os.path.islink(os.path.realpath(path)):
        raise NotAStore("it is a link that leads back to itself")
    if os.path.exists(path) and not os.path.isfile(path):
        kind = "folder" if os.path.isdir(path) else "device or a pipe"
        raise NotAStore(f"it is a {kind}, not a file")
    if os.path.isfile(path) and not os.stat(path).st_size and not is_empty(path):
        raise NotAStore("it is made up by the system, and no file on a disk")
    if os.path.isfile(path) and os.stat(path).st_size == 1:  # which SQLite takes for none
        raise NotAStore("it is a file of some other program")


def is_empty(path: str) -> bool:
    """Whether there is nothing in a file that has no bytes: the system makes some up when they are read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return True  # whoever wants to use it is told why
    try:
        return not os.read(descriptor, 1)
    except OSError:
        return False
    finally:
        os.close(descriptor)


def check_side_files(path: str) -> None:
    """Raise NotAStore where something beside a file has the name of a journal and is none.

    SQLite would wait for somebody to write into a pipe, would not say what is wrong with a folder, and would
    remove any other file without a word.
    """
    path = os.path.realpath(path)  # it looks for them where a link leads
    for suffix in SIDE_FILES:
        with contextlib.suppress(OSError):
            is_file = stat.S_ISREG(os.lstat(f"{path}{suffix}").st_mode)
            if not is_file or not _begins_as(f"{path}{suffix}", _BEGINNINGS[suffix]):
                name = os.path.basename(f"{path}{suffix}")
                raise NotAStore(f"{name!a} lies beside it, and is no file that SQLite has made")


def _begins_as(path: str, beginnings: tuple[bytes, ...]) -> bool:
    """Whether a file has no bytes, or its first ones are among these."""
    with open(path, "rb") as file:
        first = file.read(max(map(len, beginnings)))
    return not first or any(first.startswith(each) for each in beginnings)


def check_name(path: str) -> None:
    """Raise NotAStore where a store has the name that SQLite gives to what belongs to another file."""
    for suffix in SIDE_FILES:
        owner = path.removesuffix(suffix)
        if owner != path:
            raise NotAStore(f"SQLite would take it for a part of {os.path.basename(owner)!a}, and remove it")


def check_ours(path: str) -> None:
    """Raise NotAStore, before SQLite touches anything, where a file is a SQLite file of another program.

    Whatever its journal undoes, a file of ours says so from the first byte that was written into it.
    """
    if not os.path.isfile(path):
        return
    try:
        with open(path, "rb") as file:
            header = file.read(100)
    except OSError:
        return  # there is none, or opening it says what is wrong
    application = int.from_bytes(header[_APPLICATION_AT : _APPLICATION_AT + 4])
    if header.startswith(_MAGIC) and len(header) == 100 and application != APPLICATION:
        raise NotAStore("it is a file of some other program")
