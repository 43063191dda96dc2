"""Sends a signal at a chosen moment: when a process comes to import some module."""

import os
import signal
from pathlib import Path

from commandline import environment

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
ANY_PROCESS = "True"
_CUSTOM = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r} and {where}:
            for _ in range({times}):
                {kill}

sys.meta_path.insert(0, Interrupting())
"""


def python_path(
    folder: Path,
    module: str,
    number: signal.Signals = signal.SIGINT,
    *,
    times: int = 1,
    where: str = ANY_PROCESS,
    group: bool = False,
) -> str:
    """A PYTHONPATH with which whoever imports `module` gets a signal; with `group`, all beside them too."""
    kill = f"os.killpg(0, {int(number)})" if group else f"os.kill(os.getpid(), {int(number)})"
    text = _CUSTOM.format(module=module, where=where, times=times, kill=kill)
    (folder / "sitecustomize.py").write_text(text)
    return os.pathsep.join([str(folder), *filter(None, [environment().get("PYTHONPATH")])])
