"""Kernels: a game as whole numbers and one compiled step; one file a game, named like the game's."""

import os
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
NEEDED = ("config", "njit")  # what something else of that name would not have


class BrokenKernel(BrokenPackage):
    """A kernel that another package announces, but that cannot be used."""


def install_advice() -> str:
    """What to tell someone who waits for plain Python, where compiled code would be much faster."""
    if _is_turned_off():
        return (
            f"the variable {TURNS_OFF} turns numba off, so plain Python does it; "
            "much faster without that variable"
        )
    trouble, in_its_place = _trouble(), _in_the_place_of_numba()
    if in_its_place is not None:  # whatever pip would install, this would be found first
        return f"{in_its_place!a} is found in the place of numba ({trouble}), so plain Python does it"
    return (
        "numba is not installed, or not with a numpy that it can use, so plain Python does it; "
        f"much faster after: {install_line('numba', 'numpy')}"
    )


@cache
def available() -> bool:
    """Whether kernels can be compiled here: numba is there, works with the numpy that is, and is not off."""
    return _trouble() is None and not _is_turned_off()


@cache
def _trouble() -> str | None:
    """What keeps numba from being used, other than a variable; None if nothing does."""
    if find_spec("numba") is None or find_spec("numpy") is None:
        return "it is not installed"
    import warnings  # only where something is compiled

    try:
        with warnings.catch_warnings():
            # It warns, with a traceback, of variables of its own that it cannot read; none matters here.
            warnings.simplefilter("ignore", RuntimeWarning)
            numba = import_module("numba")
    except (ImportError, SystemExit) as error:  # the usual clash of versions, or some script of that name
        return ascii(error)
    except SyntaxError as error:  # written for another Python, or half of a file
        return ascii(str(error))
    missing = [name for name in NEEDED if not hasattr(numba, name)]
    return f"it has no {missing[0]}" if missing else None


def _in_the_place_of_numba() -> str | None:
    """The file that is taken for numba, if it comes before all that is installed; else None."""
    from sysconfig import get_path  # only where something is amiss

    found, installed = find_spec("numba"), get_path("platlib")
    if found is None or found.origin is None or installed not in sys.path:
        return None
    folder = os.path.dirname(found.origin)
    if found.submodule_search_locations is not None:  # a package, which is a folder of its own
        folder = os.path.dirname(folder)
    return found.origin if folder in sys.path[: sys.path.index(installed)] else None


def _is_turned_off() -> bool:
    """Whether numba is there and told not to compile: then its functions cannot be called at all."""
    config = getattr(sys.modules.get("numba"), "config", None)
    return bool(getattr(config, "DISABLE_JIT", False))


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
