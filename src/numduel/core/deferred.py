"""Modules of the standard library that are loaded only when something in them is asked for."""

import sys


class Deferred(type(sys)):  # type: ignore[misc]  # the type of modules, without importing `types`
    """Stands for a module until something in it is asked for."""

    def __getattr__(self, name: str) -> object:
        return getattr(__import__(str(self.__name__)), name)


def load_dataclasses() -> None:
    """Load `dataclasses` without `inspect`, which takes as long to load as Python itself.

    It is asked only what to say of a class without a docstring. Whoever else imports it gets all of it.
    """
    if "inspect" in sys.modules:
        return
    sys.modules["inspect"] = Deferred("inspect")
    try:
        import dataclasses  # noqa: F401
    finally:
        del sys.modules["inspect"]
