"""`python -m numduel` is the `numduel` command."""

import atexit
import os
import sys

from .cli import interrupts


def main() -> int:
    """Run the command, and return its exit code; Ctrl-C ends it in one sentence, also while it is loaded."""
    interrupts.answer()
    from .cli.main import main as run
    from .cli.narrow import watch

    watch()
    code = interrupts.run(run)
    if not _something_left():
        os._exit(code)  # Python would take apart all that it has put together, and then end all the same
    return code


def _something_left() -> bool:
    """Whether something is still to be done before the process may end."""
    threading = sys.modules.get("threading")
    others = threading.enumerate()[1:] if threading is not None else []
    if atexit._ncallbacks() or not all(thread.daemon for thread in others):  # daemons end with the process
        return True
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return True
    return False


if __name__ == "__main__":
    sys.exit(main())
