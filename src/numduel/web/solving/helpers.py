"""The helpers that make worker processes and clear up after them, out of reach of signals for the server.

Ctrl-C and a closed terminal reach every process that was started there. A helper would die of them, with a
traceback of its own, before the server has ended its workers in order.
"""

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Iterator
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerContext

# What a server that was killed has left is cleared up; nobody has to know.
_QUIETLY = "ignore::UserWarning:multiprocessing.resource_tracker"


def worker_context(module: str) -> ForkServerContext:
    """What starts workers: copies of a process that has loaded a module, so that they are ready at once."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    for start in (resource_tracker.ensure_running, forkserver.ensure_running):
        with _out_of_reach():
            start()
    return context


@contextlib.contextmanager
def _out_of_reach() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    sys.warnoptions.append(_QUIETLY)
    try:
        yield
    finally:
        sys.warnoptions.remove(_QUIETLY)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
