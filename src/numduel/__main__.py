"""`python -m numduel` is the `numduel` command."""

import sys

from .cli import interrupts


def main() -> int:
    """Run the command, and return its exit code; Ctrl-C ends it in one sentence, also while it is loaded."""
    interrupts.answer()
    from .cli.main import main as run

    return interrupts.run(run)


if __name__ == "__main__":
    sys.exit(main())
