"""How lines are typed at a terminal; how it was set before, and is put back, whatever happened meanwhile."""

import sys

from ..core.hints import Any

_found: tuple[int, list[Any]] | None = None  # a descriptor, and how it was set


def edit_lines() -> None:
    """Give input() line editing and a history, where there is a module for that."""
    try:
        import readline
    except ImportError:
        return
    # At the mark before a pasted text it would wait for the one behind, and answer no signal meanwhile: so
    # what is pasted is taken as if it were typed.
    for mark in (r"\e[200~", r"\e[201~"):
        readline.parse_and_bind(f'"{mark}": ""')


def remember() -> None:
    """Keep how the terminal is set, once, before anything of that is changed."""
    global _found
    if _found is None:
        import termios

        descriptor = sys.stdin.fileno()
        _found = descriptor, termios.tcgetattr(descriptor)


def lost() -> tuple[type[Exception], ...]:
    """What is raised where nothing more comes from the terminal: it was closed, or its end was typed."""
    import termios

    return EOFError, OSError, termios.error


def restore() -> None:
    """Put the terminal back as it was, if we may have changed it and it is still there."""
    if _found is not None:
        import termios

        try:
            if termios.tcgetattr(_found[0]) != _found[1]:
                termios.tcsetattr(_found[0], termios.TCSANOW, _found[1])
        except lost():
            return
