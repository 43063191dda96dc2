"""A limit on memory (`ulimit -v` or `-d`), under which some packages would never end being loaded.

numpy and scipy each bring an OpenBLAS along. While it is loaded it takes memory for each of its threads, and
where it gets none, it asks again: one of them for ever, deaf to signals; another ends the process in its own
words. So a command gives it one thread, which does for all that we use of it, and under a limit loads neither
package where there is not the room that it takes. typst, where it gets none, tells so in its own words and
then waits for itself, deaf to signals as well; and what cannot be loaded at all would be told to be missing.
"""

import os
import sys

from ..core.hints import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

THREADS = "OPENBLAS_NUM_THREADS"
# Bytes of addresses: with one thread numpy takes 85 MB, scipy 100 and later 30 more, and numba 170 before it
# has compiled anything. Where its compiler gets no more, that ends the process. typst takes 410 for a large
# picture, igraph 30.
ROOM = {
    "igraph": 48_000_000,
    "numba": 400_000_000,
    "numpy": 112_000_000,
    "scipy": 140_000_000,
    "typst": 420_000_000,
}


def watch() -> None:
    """See to it that no package hangs for want of memory; for a process that runs one command."""
    os.environ.setdefault(THREADS, "1")
    sys.meta_path.insert(0, _Watch())


class _Watch:
    """Finds the packages that must not be loaded now, and leaves all others to those who find them."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> "ModuleSpec | None":
        """A package for which there is no room, as one that cannot be loaded: whoever only looks finds it."""
        if name not in ROOM or not _is_limited() or _has_room(ROOM[name]):
            return None
        from importlib.machinery import PathFinder

        found = PathFinder.find_spec(name, path, target)
        if found is not None:
            refusing: Any = _NoRoom()
            found.loader = refusing
        return found


class _NoRoom:
    """Loads nothing."""

    def create_module(self, spec: "ModuleSpec") -> "ModuleType | None":
        raise MemoryError(f"{spec.name} takes {ROOM[spec.name]:,} bytes")

    def exec_module(self, module: "ModuleType") -> None:
        raise MemoryError


def _is_limited() -> bool:
    try:  # only now: most commands load no such package
        from resource import RLIM_INFINITY, RLIMIT_AS, RLIMIT_DATA, getrlimit
    except ImportError:  # not on this system
        return False
    return any(getrlimit(limit)[0] != RLIM_INFINITY for limit in (RLIMIT_AS, RLIMIT_DATA))


def _has_room(room: int) -> bool:
    from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

    try:
        mmap(-1, room, MAP_PRIVATE | MAP_ANONYMOUS).close()  # what is shared is not counted as data
    except (OSError, ValueError):
        return False
    return True
