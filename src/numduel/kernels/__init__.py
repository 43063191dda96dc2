"""Compiled fast paths: one file a game, named like the game's, and what is made from them."""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..core.game import Game
from .kernel import Kernel, NoKernel

__all__ = ["HOW_TO_GET_THEM", "Kernel", "NoKernel", "available", "find"]

GROUP = "numduel.kernels"
HOW_TO_GET_THEM = (
    "numba is not installed, so plain Python does it; pip install 'numduel[fast]' is much faster"
)


def available() -> bool:
    """Whether kernels can be compiled here; nothing is loaded to find out."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


@lru_cache(maxsize=64)
def find(game: Game[Any, Any]) -> Kernel[Any]:
    """The kernel of a game under its settings; NoKernel, with the reason, if there is none."""
    made = _kernel_class(game.name)
    if made is None:
        raise NoKernel(f"{game.title} has no kernel")
    return made(game)


@lru_cache(maxsize=64)
def _kernel_class(name: str) -> type[Kernel[Any]] | None:
    module_name = f"{GROUP}.{name.replace('-', '_')}"
    if "." not in name and find_spec(module_name) is not None:
        values = vars(import_module(module_name)).values()
        kinds = [value for value in values if isinstance(value, type) and issubclass(value, Kernel)]
        own = [kind for kind in kinds if kind.__module__ == module_name and kind is not Kernel]
        if own:  # there are files here that are no kernels, and another package's game may be named like one
            return own[0]
    from importlib.metadata import entry_points

    # A package that brings a game may bring its kernel too.
    for point in entry_points(group=GROUP, name=name):
        found: type[Kernel[Any]] = point.load()
        return found
    return None
