"""How the terminal was set before we changed it, and how it is put back, whatever happened meanwhile."""

import sys

from ..core.hints import Any

_found: tuple[int, list[Any]] | None = None  # a descriptor, and how it was set


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
