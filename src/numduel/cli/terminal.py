"""How lines are typed at a terminal; how it was set before, and is put back, whatever happened meanwhile."""

import contextlib
import sys
from collections.abc import Iterator

from ..core.hints import Any

_found: tuple[int, list[Any]] | None = None  # a descriptor, and how it was set


def edit_lines() -> None:
    """Give input() line editing and a history, where there is a module for that."""
    try:
        import readline
    except ImportError:
        return
    # At the mark before a pasted text it would wait for the one behind, and answer no signal meanwhile: so
    # what is pasted is taken as if it were typed. A macro without keys would wait for one in the same way; to
    # set the mark changes nothing that is seen.
    for mark in (r"\e[200~", r"\e[201~"):
        readline.parse_and_bind(f'"{mark}": set-mark')


def remember() -> None:
    """Keep how the terminal is set, once, before anything of that is changed."""
    global _found
    if _found is None:
        import termios

        descriptor = sys.stdin.fileno()
        _found = descriptor, termios.tcgetattr(descriptor)


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Read a line in a block, and hear Ctrl-C also while much is being pasted.

    At Ctrl-C a terminal drops what was typed before. Where readline had just seen that, it would wait for it
    and answer no signal meanwhile; so it is dropped here, afterwards.
    """
    import termios

    remember()
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    kept = [*before[:3], before[3] | termios.NOFLSH, *before[4:]]
    try:
        termios.tcsetattr(descriptor, termios.TCSANOW, kept)
        yield
    except KeyboardInterrupt:
        with contextlib.suppress(*lost()):
            termios.tcflush(descriptor, termios.TCIFLUSH)
        raise
    finally:
        with contextlib.suppress(*lost()):
            termios.tcsetattr(descriptor, termios.TCSANOW, before)


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
