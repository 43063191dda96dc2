"""Modules of the standard library, loaded without what they bring along and numduel has no use for.

Only where this process is the command, which should start at once. Whoever asks for the others gets them.
"""

import sys
from importlib import import_module
from typing import Any


class Deferred(type(sys)):  # type: ignore[misc]  # the type of modules, without importing `types`
    """Stands for a module until something in it is asked for."""

    def __init__(self, stands_for: str, **known: Any) -> None:
        super().__init__(stands_for)
        self.stands_for = stands_for
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # asked by the import itself
            raise AttributeError(name)
        return getattr(import_module(self.stands_for), name)


def load_lightly() -> None:
    """Load `dataclasses` without `inspect`, and `argparse` without `gettext`.

    The first takes as long to load as Python itself, and is asked only what to say of a class without a
    docstring. The second looks for translations of what argparse says, and there are none.
    """
    _load("dataclasses", Deferred("inspect"))
    _load("argparse", Deferred("gettext", gettext=str, ngettext=_in_number))


def _load(name: str, instead: Deferred) -> None:
    """Load a module with something in the place of another, unless that is there already."""
    if instead.stands_for not in sys.modules:
        sys.modules[instead.stands_for] = instead
        try:
            import_module(name)
        finally:
            del sys.modules[instead.stands_for]


def _in_number(one: str, many: str, number: int) -> str:
    """What is said of so many, as gettext says it in English."""
    return one if number == 1 else many
