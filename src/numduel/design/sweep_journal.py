"""The journal of a sweep: what is done, kept beside the file until that is whole.

A line for what the sweep is, then one for each stretch that is done. Whatever ends the program leaves a
journal that can be read: a line that was not finished is dropped.
"""

import contextlib
import dataclasses
import fcntl
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ..core.errors import NumduelError
from ..core.text import quoted
from .plan import Plan
from .work import Cells, Done, setup

BETWEEN_SYNCS = 1.0  # seconds of work that a loss of power may cost
Span = tuple[int, int]


class JournalError(NumduelError, RuntimeError):
    """A journal that cannot be gone on with, explained in one sentence."""


def journal_path(output: str) -> Path:
    """Where the journal of a sweep into this file lies."""
    path = Path(output)
    return path.with_name(f"{path.name}.journal")


def identity(plan: Plan) -> dict[str, Any]:
    """What a sweep is: the same everywhere that the same rows come out."""
    return {
        "made_by": setup(plan),
        "reading": plan.grid.game.reading,
        **{field.name: getattr(plan, field.name) for field in dataclasses.fields(plan)},
        "weights": dict(plan.weights),
    }


class SweepJournal:
    """What is done of a sweep; opened for one program at a time."""

    def __init__(self, output: str, plan: Plan, force: bool = False) -> None:
        """Open the journal, or begin it; JournalError if it is another sweep's and `force` is not set."""
        self.path, self._output = journal_path(output), output
        self._file: BinaryIO = self._opened()
        self._synced = time.monotonic()
        self._lines: dict[
            int, tuple[int, int]
        ] = {}  # by where a stretch starts: its end, and where it stands
        header = json.dumps(identity(plan), sort_keys=True).encode()
        try:
            if not self._begins_with(header, force):
                self._file.truncate(0)
                self._append(header)
            else:
                self._find_lines()
        except BaseException:
            self._file.close()
            raise

    def _opened(self) -> BinaryIO:
        try:
            file = open(self.path, "a+b", buffering=0)  # noqa: SIM115 - it stays open
        except OSError as error:
            raise JournalError(f"cannot write {quoted(str(self.path))}: {error.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise JournalError(f"another sweep is writing {quoted(self._output)} at the moment") from None
        return file

    def _begins_with(self, header: bytes, force: bool) -> bool:
        """Whether this is the sweep that was begun here; an empty or a forced one is not."""
        self._file.seek(0)
        first = _Lines(self._file).next()
        if first == header or (first is None and self._is_torn(header)):
            return first is not None
        if not force:
            raise JournalError(
                f"{quoted(str(self.path))} is of another sweep ({_difference(first or b'', header)}); "
                "--force begins anew, or delete it"
            )
        return False

    def _is_torn(self, header: bytes) -> bool:
        """Whether the file has nothing, or no more than the start of this header: an accident came early."""
        self._file.seek(0)
        return header.startswith(self._file.read(len(header) + 1))

    def _find_lines(self) -> None:
        """Note where each stretch stands, and cut off what was not finished."""
        self._file.seek(0)
        lines = _Lines(self._file)
        lines.next()
        while (line := lines.next()) is not None:
            try:
                start, stop, _ = json.loads(line)
                self._lines[start] = (stop, lines.start)
            except (ValueError, TypeError, RecursionError):
                break
            lines.accept()
        self._file.truncate(lines.accepted)
        self._file.seek(0, os.SEEK_END)

    def _append(self, line: bytes) -> int:
        """Where a line stands that is written now, in one piece."""
        at = os.fstat(self._file.fileno()).st_size
        data = line + b"\n"
        try:
            while data:
                data = data[self._file.write(data) :]
            if time.monotonic() - self._synced > BETWEEN_SYNCS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise JournalError(f"cannot write {quoted(str(self.path))}: {error.strerror}") from None
        return at

    def add(self, done: Done) -> bool:
        """Keep what is done; False where it was kept before."""
        if done.start in self._lines or done.stop == done.start:
            return False
        line = json.dumps([done.start, done.stop, done.rows], separators=(",", ":")).encode()
        self._lines[done.start] = (done.stop, self._append(line))
        return True

    @property
    def done(self) -> int:
        """How many settings are done."""
        return sum(stop - start for start, (stop, _) in self._lines.items())

    def missing(self, count: int) -> list[Span]:
        """What is still to be done of so many settings."""
        at, spans = 0, list[Span]()
        for start in sorted(self._lines):
            if at < start:
                spans.append((at, start))
            at = max(at, self._lines[start][0])
        return [*spans, (at, count)] if at < count else spans

    def rows(self) -> Iterator[Cells]:
        """Every row, in order."""
        lines = _Lines(self._file)
        for start in sorted(self._lines):
            lines.seek(self._lines[start][1])
            yield from json.loads(lines.next() or b"[0,0,[]]")[2]

    def close(self, finished: bool = False) -> None:
        """Let it go; once the file is whole, or where nothing was done, it is not needed any more."""
        with contextlib.suppress(OSError):
            if finished or not self._lines:
                self.path.unlink()
            else:
                os.fsync(self._file.fileno())
        self._file.close()


class _Lines:
    """Whole lines of a file, read in pieces, and where each began."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.accepted = 0
        self.seek(file.tell())

    def seek(self, at: int) -> None:
        self._file.seek(at)
        self.start = self._next = at
        self._buffer = b""

    def next(self) -> bytes | None:
        """The next line without its end; None where it has none, or there is none."""
        while (end := self._buffer.find(b"\n")) < 0:
            piece = self._file.read(1 << 16)
            if not piece:
                return None
            self._buffer += piece
        line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
        self.start, self._next = self._next, self._next + end + 1
        if self.start == 0:
            self.accept()
        return line

    def accept(self) -> None:
        """Take what was read for good."""
        self.accepted = self._next


def _difference(before: bytes, now: bytes) -> str:
    """What is not as it was, for a sentence."""
    try:
        old, new = json.loads(before), json.loads(now)
        names = [name for name in new if old.get(name) != new[name]]
    except (ValueError, AttributeError, RecursionError):
        return "it cannot be read"
    told = [f"{name} was {quoted(str(old.get(name)))}" for name in names]
    return ", ".join(told[:2]) or "it cannot be read"
