"""`python -m numduel` is the `numduel` command."""

import os
import signal
import sys
from typing import NoReturn


def main() -> int:
    """Run the command, and return its exit code; Ctrl-C ends it in one sentence, also while it is loaded."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else someone wants it ignored
        signal.signal(signal.SIGINT, _stop)
    from .cli.main import main as run

    signal.signal(signal.SIGINT, before)
    return run()


def _stop(*_: object) -> NoReturn:
    # As cli.main does later on; an exception would end in a traceback of half an import.
    os.write(2, b"numduel: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
