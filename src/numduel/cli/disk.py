"""Solving on disk, for a person who waits: what cannot be done is said, and how long the rest will take."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..core.errors import DamagedFile
from ..core.game import Game
from ..engine.limits import Limits
from ..solver.answers import Answers
from .console import Failed
from .progress import clock, waiting

if TYPE_CHECKING:
    from ..engine.disk_table import DiskProgress


def answers_on_disk(game: Game[Any, Any], options: argparse.Namespace) -> Answers:
    """The answers to a game, solved in the folder that was named; Failed where that cannot be done."""
    try:
        kernel = kernels.find(game)
    except kernels.NoKernel as error:
        raise Failed(f"only a game with a kernel is solved on disk: {error}") from None
    if not kernels.available():
        raise Failed(f"solving on disk needs compiled code: {kernels.install_advice()}")
    from ..engine.disk_table import DiskError, DiskTable

    limits = Limits(memory=None if options.memory is None else options.memory * 1_000_000)
    with _progress(options.plain) as report:
        try:
            table = DiskTable(kernel, Path(options.disk), limits=limits, progress=report)
        except DamagedFile:  # a check that did not hold, which is told as such
            raise
        except DiskError as error:
            raise Failed(str(error)) from None
    return Answers.by_table(game, table)


@contextmanager
def _progress(plain: bool) -> "Iterator[DiskProgress]":
    """Something that shows how far a pass over the blocks is, and how long it still takes."""
    with waiting("{}", plain) as show:

        def report(what: str, done: int, total: int, left: float) -> None:
            show(f"{what}: {done:,} of {total:,} blocks, {clock(left)} left in this pass")

        yield report
