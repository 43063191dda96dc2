"""Files of a solve on disk: arrays that are mapped into memory, in a folder that one process works in.

A killed process leaves its arrays as they were at that moment. After a loss of power parts of them may be
older, which is noticed by the boot that is noted.
"""

import json
import mmap
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from ..core.errors import DamagedFile, NumduelError
from ..core.whole_files import replacing

Array = NDArray[Any]
PLAN, LOCK = "plan.json", "lock"
PAGE = mmap.PAGESIZE


class DiskError(NumduelError, ValueError):
    """A solve on disk that cannot go on, explained in one sentence."""


class DamagedFolder(DiskError, DamagedFile):
    """What lies in the folder is not what was written there, explained in one sentence."""

    def __init__(self, path: Path) -> None:
        anew = "delete it, or name another folder, and the same command begins anew"
        super().__init__(f"{path} is damaged: what lies in it is not what was written there; {anew}")


class Folder:
    """The arrays of one solve; `plan` says of which. DiskError where there are those of another."""

    def __init__(self, path: Path, plan: dict[str, Any]) -> None:
        self.path, self._plan = path, plan
        # By it sums differ from those of any other solve, whose files might have come here.
        self.mark = zlib.crc32(json.dumps(plan, sort_keys=True).encode())
        self._maps: dict[str, mmap.mmap] = {}
        with _explained(path):
            path.mkdir(parents=True, exist_ok=True)
            # It ends with this object, or with the process however that ends.
            self.close = finalize(self, os.close, _locked(path))
            self.same_boot = self._read_plan()

    def _read_plan(self) -> bool:
        """Compare the plan with what is there; whether the machine has run ever since that was written."""
        file = self.path / PLAN
        if not file.exists():
            names = (one.name for one in self.path.iterdir())
            if not all(name == LOCK or name.startswith(f".{PLAN}.") for name in names):
                raise DiskError(f"{self.path} has other files; name an empty folder, or a new one")
            self.note_boot()
            return True
        try:
            if not file.is_file():  # another kind might never come to an end
                raise ValueError
            there = dict(json.loads(file.read_text(encoding="utf-8")))
            boot = there.pop("boot")
        except (ValueError, KeyError, TypeError, RecursionError):
            raise DamagedFolder(self.path) from None
        if there.get("format") != self._plan.get("format"):
            raise DiskError(f"{self.path} is of another version of numduel; name another folder")
        if there != self._plan:
            raise DiskError(f"{self.path} has another solve, of {str(there.get('spec'))[:80]}")
        return bool(boot == _boot() != "")

    def note_boot(self) -> None:
        """Write the plan, with the boot from which on nothing can be older than it was."""
        with replacing(str(self.path / PLAN)) as file:
            file.write(json.dumps({**self._plan, "boot": _boot()}).encode())

    def has(self, name: str, size: int, kind: Any) -> bool:
        """Whether there is an array of so many numbers."""
        file, wanted = self.path / name, max(1, size) * np.dtype(kind).itemsize
        return file.exists() and file.stat().st_size == wanted

    def array(self, name: str, size: int, kind: Any) -> Array:
        """An array of so many numbers in a file, which is made of zeros if there is none yet."""
        wanted = max(1, size) * np.dtype(kind).itemsize
        file = self.path / name
        with _explained(self.path):
            if not self.has(name, size, kind):
                self._make(file, wanted)
            with file.open("r+b") as opened:
                mapped = mmap.mmap(opened.fileno(), wanted)
        self._maps[name] = mapped
        return np.frombuffer(mapped, kind)[:size]

    def _make(self, file: Path, wanted: int) -> None:
        """Make a file of zeros that has all its room: a full disk would end who writes to a map."""
        free = shutil.disk_usage(self.path).free
        if wanted > free:
            room = f"this takes {wanted:,} bytes more, and {free:,} are free"
            raise DiskError(f"{self.path} has no room: {room}")
        made = file.with_suffix(".new")
        with made.open("wb") as opened:
            opened.truncate(wanted)
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(opened.fileno(), 0, wanted)
        made.replace(file)

    def flush(self, *names: str) -> None:
        """Wait until these arrays are on the disk; all, if none is named."""
        for name in names or self._maps:
            self._maps[name].flush()

    def release(self, most: int) -> None:
        """Give memory back where the files take more than so many bytes of it; nothing is lost thereby."""
        if _shared_memory() > most and hasattr(mmap, "MADV_DONTNEED"):
            for mapped in self._maps.values():
                mapped.madvise(mmap.MADV_DONTNEED)

    def drop(self, name: str) -> None:
        """Delete an array, which nobody uses any more."""
        self._maps.pop(name, None)
        with _explained(self.path):
            (self.path / name).unlink(missing_ok=True)

    @property
    def bytes(self) -> int:
        """How many bytes the files have."""
        return sum(len(mapped) for mapped in self._maps.values())


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Tell in a sentence, as DiskError, why the system does not let us use a folder."""
    try:
        yield
    except OSError as error:
        raise DiskError(f"{path} cannot be used: {error.strerror}") from None


def _locked(path: Path) -> int:
    """A file that only one process at a time can have open so."""
    file = os.open(path / LOCK, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o666)  # a pipe is not waited for
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # not on this system
        pass
    except BlockingIOError:
        os.close(file)
        raise DiskError(f"{path} is in use by another process") from None
    return file


def _boot() -> str:
    """What the machine calls the time since it was started; nothing where it does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _shared_memory() -> int:
    """How many bytes of files are in the memory of this process."""
    try:
        file = os.open("/proc/self/statm", os.O_RDONLY)  # asked often: `Path` takes longer
    except OSError:
        return 0
    try:
        return int(os.read(file, 200).split()[2]) * PAGE
    finally:
        os.close(file)
