"""What other packages bring along, games or players, announced by their entry points."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from .errors import NumduelError, shown
from .hints import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


guests: set[str] = set()  # the packages that something was loaded from


class BrokenPackage(NumduelError, RuntimeError):
    """What another package announces cannot be used, explained in one sentence."""


class NameClash(BrokenPackage):
    """Two packages announce different things under one name."""


def announced(group: str, what: str, own: Mapping[str, str]) -> "dict[str, EntryPoint]":
    """The entry points of `group` by their names; NameClash if a name means two things.

    `what` says what they are, for that sentence; `own` are the names that numduel has itself, and where each
    is to be found.
    """
    if not _someone_announces(group):
        return {}
    from importlib.metadata import entry_points

    sources = dict(own)
    found = {}
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        if sources.get(point.name, point.value) != point.value:
            raise NameClash(
                f"two {what}s are called {point.name}: {sources[point.name]} and {point.value}; "
                "uninstall one of them"
            )
        sources[point.name] = point.value
        found[point.name] = point
    return found


def install_line(*packages: str) -> str:
    """The command that installs packages beside this numduel, wherever it is installed.

    The packages are named rather than an extra of numduel: that works from a clone as well.
    """
    from shlex import join  # only where something is missing

    return join([sys.executable or "python3", "-m", "pip", "install", "--upgrade", *packages])


def load_announced(point: "EntryPoint", what: str, broken: type[BrokenPackage]) -> Any:
    """What an entry point refers to; `broken` is raised, with one sentence, where it cannot be loaded."""
    guests.add(point.value.partition(":")[0].partition(".")[0])
    try:
        return point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # another package's import may fail in any way it likes
        raise broken(
            f"the {what} {point.name} cannot be loaded from {point.value}: {shown(error)}"
        ) from error


def _someone_announces(group: str) -> bool:
    """Whether any installed package names the entry-point group.

    A quick look: importlib.metadata, which does the real reading, takes longer to import than a game
    takes to start, and hardly anyone has other games or players installed.
    """
    return f"[{group}]".encode() in _entry_points_as_written(*sys.path)


@cache
def _entry_points_as_written(*path: str) -> bytes:
    """What the packages in these folders say of their entry points, all together."""
    texts = []
    for folder in path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                written = f"{folder or '.'}/{name}/entry_points.txt"
                if os.access(written, os.R_OK):  # most have none, and to fail at opening it takes longer
                    with suppress(OSError), open(written, "rb", 0) as file:
                        texts.append(file.read())
    return b"\n".join(texts)
