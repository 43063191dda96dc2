"""The `numduel` command: its words, and what every failure looks like from outside."""

import os
import sys
from collections.abc import Sequence

from ..core.cut_off import cut_off_code
from ..core.errors import DamagedFile, WrongClock, shown
from ..core.packages import BrokenPackage
from ..core.position import MoveError
from ..core.settings import SettingError
from ..store.errors import Damaged, EarlierReading, NoSuchGame, StoreError
from .commands import command_module
from .console import Console, Failed, NotLegal, OutputFailed, UsageError, complain
from .interrupts import INTERRUPTED, heard, interrupted
from .parser import HelpAsked, check_command, command_parser, general_parser, split_command

FAILED, USAGE, NOT_LEGAL, DOES_NOT_HOLD = 1, 2, 3, 4


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code. Nothing ends in a traceback."""
    try:
        return run_command(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        heard()
        complain("interrupted")
        return INTERRUPTED


def run_command(arguments: Sequence[str]) -> int:
    """Run a command, and return its exit code; KeyboardInterrupt is all that it raises."""
    try:
        return _run(list(arguments))
    except (UsageError, SettingError) as error:
        complain(str(error))
        return USAGE
    except (MoveError, NotLegal, EarlierReading) as error:
        complain(str(error))
        return NOT_LEGAL
    except (BrokenPackage, Failed, NoSuchGame, StoreError, WrongClock) as error:
        complain(str(error))
        return FAILED
    except (Damaged, DamagedFile) as error:
        complain(str(error))
        return DOES_NOT_HOLD
    except OutputFailed as error:
        if error.args:
            complain(str(error))
        return FAILED
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the rules of another package's game may raise what is no Exception
        return _fail(error)


def _fail(error: BaseException) -> int:
    """Say that something has failed that nobody has foreseen; the exit code."""
    if interrupted():  # what was torn apart complains
        raise KeyboardInterrupt from None
    if os.environ.get("NUMDUEL_DEBUG"):
        raise error
    complain(_unexpected(error))
    return FAILED


def _unexpected(error: BaseException) -> str:
    """What to say of a failure that nobody has foreseen."""
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    from .surroundings import broken_package, failed_guest, unfit_variable  # hardly anyone needs them

    return (
        cut_off_code(error)
        or unfit_variable(error)
        or broken_package(error)
        or failed_guest(error)
        or f"something went wrong inside numduel: {shown(error)} (NUMDUEL_DEBUG=1 shows where)"
    )


def _run(arguments: list[str]) -> int:
    before, command, after = split_command(arguments)
    console = Console(plain="--plain" in arguments)
    try:
        if before or command is None:
            if general_parser().read(before).version:
                return _say_version(console)
            if command is None:
                return _open_menu(console)
        check_command(command)
        options = command_parser(command).read(after)
    except HelpAsked as asked:
        from .pager import say_at_length

        say_at_length(console, str(asked).splitlines())
        console.flush()
        return 0
    options.plain |= "--plain" in before
    code: int = command_module(command).run(console, options)
    console.flush()
    return code


def _say_version(console: Console) -> int:
    from .. import __version__

    console.say(f"numduel {__version__}")
    console.flush()
    return 0


def _open_menu(console: Console) -> int:
    if not (console.typed and console.shown):
        console.say(general_parser().format_help().rstrip())
        console.flush()
        return USAGE
    from .menu import Menu

    return Menu(console).run()
