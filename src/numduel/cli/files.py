"""Files that a command writes: whole, or not at all, and never over another unless that is wanted."""

import argparse
import os
import sys

from ..core.text import NoText, read_text, visible
from ..core.whole_files import replacing
from .console import Console, EndOfInput, Failed, NotLegal, agree

LARGEST = 268_435_456  # bytes of a file that is read; larger than any certificate that is written


class TooLarge(Failed):
    """A file has more bytes than are read; the message says so in one sentence."""


def add_output(
    parser: argparse.ArgumentParser, about: str, *, form: str = "FILE", required: bool = False
) -> None:
    """Let a command take the file that it writes."""
    parser.add_argument("-o", dest="output", required=required, metavar=form, help=about)
    parser.add_argument("--force", action="store_true", help="overwrite a file that is there already")


class Output:
    """The file that a command has been told to write; `-`, or none at all, is standard output.

    Whether an existing file may be overwritten is settled when this is made: before any long work.
    """

    def __init__(self, console: Console, name: str | None, force: bool, quiet: bool = False) -> None:
        self.name = "-" if name is None else name
        self._console = console
        self._replaces = force
        if self.is_stdout or force or not self._exists():
            return
        if quiet or not (console.typed and console.shown and self._agreed()):
            raise self._refusal()
        self._replaces = True

    @property
    def is_stdout(self) -> bool:
        """Whether it is standard output."""
        return self.name == "-"

    @property
    def replaces(self) -> bool:
        """Whether what is there already may be overwritten."""
        return self._replaces

    def write(self, content: str | bytes) -> None:
        """Write text, or bytes where this is a file, so that nothing half-written is ever there."""
        if self.is_stdout:
            text = content if isinstance(content, str) else content.decode()
            self._console.say_to_copy(text.removesuffix("\n"))
            return
        if not self._replaces and self._exists():
            raise self._refusal()  # it has come to be there in the meantime
        _write_whole(self.name, content if isinstance(content, bytes) else content.encode())

    def _exists(self) -> bool:
        """Whether there is a file whose contents would be lost."""
        return os.path.isfile(self.name)  # where it cannot be known, writing it says what is wrong

    def _agreed(self) -> bool:
        try:
            return agree(self._console.ask, f"{visible(self.name)} exists; overwrite it?")
        except EndOfInput:
            return False

    def _refusal(self) -> Failed:
        return Failed(f"{self.name!a} exists, and nothing was written; --force overwrites it")


def _write_whole(name: str, content: bytes) -> None:
    """Write a file whole, or not at all."""
    try:
        if os.path.isdir(name or os.curdir):
            raise Failed(f"{name!a} is a folder; give the name of a file")
        if os.path.exists(name) and not os.path.isfile(name):  # a device or a pipe cannot be replaced
            with open(name, "wb") as file:
                file.write(content)
            return
        with replacing(name) as file:
            file.write(content)
    except OSError as error:
        raise Failed(f"cannot write {name!a}: {error.strerror}") from None


def read_whole(name: str, most: int = LARGEST) -> str:
    """The text of a file of at most so many bytes; `-` is standard input. NotLegal if it is not UTF-8."""
    try:
        if name == "-":
            content = b"" if sys.stdin is None else sys.stdin.buffer.read(most + 1)
        else:
            with open(name, "rb") as file:
                content = file.read(most + 1)
    except OSError as error:
        raise Failed(f"cannot read {name!a}: {error.strerror}") from None
    except ValueError:
        raise Failed(f"cannot read {name!a}: no file can have this name") from None
    if len(content) > most:
        raise TooLarge(f"cannot read {name!a}: it has more than {most:,} bytes")
    try:
        return read_text(content)
    except NoText as error:
        raise NotLegal(f"{name!a}, {error}; save it as UTF-8") from None
