"""What measuring, sweeping and designing need beside numduel itself, and what is said where it is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from ..core.packages import install_line
from .console import Failed

# The extras `design` and `cluster`, by the names that packages are imported by.
PACKAGES = {
    "numpy": "numpy",
    "scipy": "scipy",
    "pyarrow": "pyarrow",
    "matplotlib": "matplotlib",
    "distributed": "distributed",
    "dask": "distributed",
}


@contextmanager
def needed(what: str) -> Iterator[None]:
    """Turn a missing package into one sentence that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = PACKAGES.get((error.name or "").partition(".")[0])
        if package is None:
            raise
        raise Failed(f"{what} needs the package {package}: {install_line(package)}") from None
