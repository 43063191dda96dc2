"""Modules of the standard library, loaded without what they bring along and numduel has no use for.

Only where this process is the command, which should start at once. Whoever asks for the others gets them.
"""

import sys
from importlib import import_module

lightly = False  # whether this process is the command, which loads as little as it can


class Deferred(type(sys)):  # type: ignore[misc]  # the type of modules, without importing `types`
    """Stands for a module until something in it is asked for that is not known already."""

    def __init__(self, stands_for: str, **known: object) -> None:
        super().__init__(stands_for)
        self.stands_for = stands_for
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # asked by the import itself
            raise AttributeError(name)
        if sys.modules.get(self.stands_for) is self:
            del sys.modules[self.stands_for]
        return getattr(import_module(self.stands_for), name)


def load_lightly() -> None:
    """Load `argparse` without `gettext`, and have `dataclasses`, where it is wanted, load without `inspect`.

    The first looks for translations of what argparse says, and there are none. The second takes as long to
    load as Python itself, and is asked only what to say of a class without a docstring.
    Nor is `typing` loaded any more for what `hints` can do without.
    """
    global lightly
    lightly = True
    _load("argparse", Deferred("gettext", gettext=str, ngettext=_in_number))
    sys.modules.setdefault("inspect", Deferred("inspect"))


def load_sqlite() -> None:
    """Load `sqlite3`; where modules are loaded lightly, without `datetime`.

    It would learn to keep dates and times. A store has none: it keeps what is written.
    """
    if lightly:
        _load("sqlite3", Deferred("datetime", date=_NotKept, time=_NotKept, datetime=_NotKept))


def _load(name: str, without: Deferred) -> None:
    """Load a module while something stands for another that it would load, unless that is there already."""
    if without.stands_for not in sys.modules:
        sys.modules[without.stands_for] = without
        try:
            import_module(name)
        finally:
            if sys.modules.get(without.stands_for) is without:  # else something in it was asked for
                del sys.modules[without.stands_for]


class _NotKept:
    """Stands for dates and times where SQLite asks what they are."""


def _in_number(one: str, many: str, number: int) -> str:
    """What is said of so many, as gettext says it in English."""
    return one if number == 1 else many
