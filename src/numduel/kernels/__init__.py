"""Kernels: a game as whole numbers and one compiled step; one file a game, named like the game's."""

import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec

from ..core import registry
from ..core.game import Game
from ..core.hints import Any
from ..core.packages import BrokenPackage, announced, install_line, load_announced
from .kernel import Kernel, NoKernel

__all__ = ["Kernel", "NoKernel", "available", "find", "install_advice", "kernel_class"]

GROUP = "numduel.kernels"
TURNS_OFF = "NUMBA_DISABLE_JIT"  # the variable by which numba does not compile


class BrokenKernel(BrokenPackage):
    """A kernel that another package announces, but that cannot be used."""


def install_advice() -> str:
    """What to tell someone who waits for plain Python, where compiled code would be much faster."""
    if _is_turned_off():
        return (
            f"the variable {TURNS_OFF} turns numba off, so plain Python does it; "
            "much faster without that variable"
        )
    return (
        "numba is not installed, or not with a numpy that it can use, so plain Python does it; "
        f"much faster after: {install_line('numba', 'numpy')}"
    )


@cache
def available() -> bool:
    """Whether kernels can be compiled here: numba is there, works with the numpy that is, and is not off."""
    if find_spec("numba") is None or find_spec("numpy") is None:
        return False
    import warnings  # only where something is compiled

    try:
        with warnings.catch_warnings():
            # It warns, with a traceback, of variables of its own that it cannot read; none matters here.
            warnings.simplefilter("ignore", RuntimeWarning)
            import_module("numba")
    except ImportError:  # the usual clash of versions
        return False
    return not _is_turned_off()


def _is_turned_off() -> bool:
    """Whether numba is there and told not to compile: then its functions cannot be called at all."""
    numba = sys.modules.get("numba")
    return numba is not None and bool(numba.config.DISABLE_JIT)


@lru_cache(maxsize=64)
def find(game: Game[Any, Any]) -> Kernel[Any]:
    """The kernel of a game under its settings; NoKernel, with the reason, if there is none."""
    made = kernel_class(type(game))
    if made is None:
        raise NoKernel(f"{game.title} has no kernel")
    return made(game)


@lru_cache(maxsize=64)
def kernel_class(kind: type[Game[Any, Any]]) -> type[Kernel[Any]] | None:
    """The kernel of a game, if it has one under any settings."""
    package, _, stem = kind.__module__.rpartition(".")
    if package == registry.GROUP:
        return _only_kernel_in(f"{GROUP}.{stem}")
    point = announced(GROUP, "kernel", {}).get(kind.name)  # a package that brings a game may bring its kernel
    if point is None:
        return None
    found = load_announced(point, "kernel", BrokenKernel)
    if not (isinstance(found, type) and issubclass(found, Kernel)):
        raise BrokenKernel(f"{point.value} is announced as the kernel {point.name}, but is no Kernel")
    return found


def _only_kernel_in(module_name: str) -> type[Kernel[Any]] | None:
    """The kernel in the file named like a game of ours; a new game may have none yet."""
    if find_spec(module_name) is None:
        return None
    (found,) = (
        value
        for value in vars(import_module(module_name)).values()
        if isinstance(value, type) and issubclass(value, Kernel) and value.__module__ == module_name
    )
    return found
