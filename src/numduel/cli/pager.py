"""Long texts, a screen at a time, for a person at a terminal; all at once for everything else."""

import os

from . import interrupts, terminal
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

    try:
        command = shlex.split(os.environ.get("PAGER") or "less")
    except ValueError:  # an open quote
        return False
    if not command or shutil.which(command[0]) is None:
        return False
    console.flush()
    try:
        terminal.remember()  # a pager that is ended by a signal may leave it as it has set it
        _show("".join(f"{line}\n" for line in lines).encode(errors="backslashreplace"), command)
    except terminal.lost():  # it cannot be run: a script that does not say by what, for one
        return False
    return True


def _show(text: bytes, command: list[str]) -> None:
    """Run a pager to its end. Ctrl-C, however often, is the pager's own: it sets the terminal in its way."""
    import subprocess

    pager: subprocess.Popen[bytes] | None = None
    while True:
        try:
            if pager is not None and interrupts.interrupted():
                interrupts.forget()
            if pager is None:
                # R: colours pass. X: the text stays on the screen. F: nothing waits if it fits after all.
                settings = {"LESS": "FRX"} | os.environ
                with interrupts.uninterrupted():  # or it would be left alone with the terminal
                    pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=settings)
            given, text = text, b""
            pager.communicate(given)
            return
        except interrupts.Terminated:
            if pager is not None:
                pager.terminate()
                pager.wait()
            raise
        except KeyboardInterrupt:
            if pager is None:
                raise
