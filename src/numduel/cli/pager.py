"""Long texts, a screen at a time, for a person at a terminal; all at once for everything else."""

import os

from . import interrupts
from .console import Console
from .screen import fit


def say_at_length(console: Console, lines: list[str]) -> None:
    """Write lines; those that do not fit the screen go through PAGER, or less."""
    lines = [part for line in lines for part in fit(line)]
    if not (console.interactive and _too_long(lines) and _page(console, lines)):
        console.say(*lines)


def _too_long(lines: list[str]) -> bool:
    """Whether lines, and a prompt after them, do not fit the screen."""
    try:
        return len(lines) >= os.get_terminal_size().lines > 0
    except OSError:
        return False


def _page(console: Console, lines: list[str]) -> bool:
    """Show lines by a pager; whether there was one."""
    import shlex
    import shutil
    import subprocess

    try:
        command = shlex.split(os.environ.get("PAGER") or "less")
    except ValueError:  # an open quote
        return False
    if not command or shutil.which(command[0]) is None:
        return False
    console.flush()
    # R: colours pass. X: the text stays on the screen. F: nothing waits if it fits after all.
    settings = {"LESS": "FRX"} | os.environ
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=settings) as pager:
        try:
            pager.communicate("".join(f"{line}\n" for line in lines).encode(errors="backslashreplace"))
        except interrupts.Terminated:
            pager.terminate()
            raise
        except KeyboardInterrupt:  # less takes it for itself, and goes on
            interrupts.forget()
            pager.wait()
    return True
