"""Ctrl-C, SIGTERM and SIGHUP: whenever one comes, it ends the command in one line, with one exit code.

The first one raises KeyboardInterrupt, so that what is under way can be wound up: a game says how to go on
with it. More of them within a second change nothing; a later one ends the process where it stands, which
harms nothing: whatever was shown as kept is on the disk.

An exception can get lost on its way: Python itself and libraries drop some where nobody could hear of them,
or take them for others. So the signal is noted before it is raised, until somebody has `heard` of it. While
there is such a note, nothing is shown or complained of: it is raised again, and so it is in long work.

Last words may find nobody who takes them: a pipe that is full and not read, a terminal stopped by Ctrl-S.
Then they are dropped after a while, or no signal would end the process.
"""

import _signal as signal  # type: ignore[import-not-found]  # its constants are plain numbers, and there at once
import contextlib
import os
import sys
import time
from _weakref import ref  # as `weakref` itself has it, which brings more along
from collections.abc import Callable, Iterator

from ..core import streams
from ..core.cut_off import tell_uncaught
from ..core.hints import TYPE_CHECKING, NoReturn
from . import terminal

if TYPE_CHECKING:
    from types import FrameType, TracebackType

INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 1.0  # seconds in which what is under way may be wound up
LOOK = 0.2  # seconds after which a signal is noticed at the latest


class Interrupted(KeyboardInterrupt):
    """The program was told to end by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Terminated(Interrupted):
    """The program was told to end by SIGTERM or SIGHUP; not even what lives on after Ctrl-C goes on."""


class _State:
    """What is known about signals in this process."""

    loaded = False  # whether an exception can end the command in order
    since: float | None = None  # when the first one came
    number = 0  # which one that was
    later: int | None = None  # SIGTERM or SIGHUP after a Ctrl-C, which may have been meant for somebody else
    raised: "ref[Interrupted] | None" = None  # what it has raised, until somebody has heard of it
    waiting: int | None = None  # one that came at a moment at which nothing must be torn apart
    held = 0  # how many blocks must not be torn apart now
    stopping: float | None = None  # since when it is about to end, and no signal changes that


_state = _State()


def answer() -> None:
    """Answer signals from now on; one that was held until now is answered at once."""
    with contextlib.suppress(ValueError):  # not in the main thread: whoever runs us there answers them
        for each in SIGNALS:
            # One that whoever started us wants ignored stays so.
            if signal.getsignal(each) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(each, _handle)
        signal.signal(signal.SIGALRM, _look)
        sys.unraisablehook = _look_at_unraisable
        sys.excepthook = _look_at_uncaught
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def run(work: Callable[[], int]) -> int:
    """Do what a command does, now that all of it is loaded; the exit code, unless it was interrupted."""
    try:
        _state.loaded = True
        code = work()
        check()
        _end()
    except KeyboardInterrupt:
        heard()
        with streams.writing():
            _write_line()
        code = INTERRUPTED
    if interrupted():
        _exit()
    return code


def interrupted() -> bool:
    """Whether the command has been interrupted."""
    return _state.since is not None


def heard() -> None:
    """Note that the interruption has come to where it is answered: it need not be raised again."""
    _state.raised = None


def check() -> None:
    """Raise an interruption again of which nobody has heard, since it was lost on its way."""
    if _state.raised is not None:
        _raise_again()


def forget() -> None:
    """Go on as if there had been no signal: it was meant for somebody else.

    SIGTERM or SIGHUP that has come since a Ctrl-C was not, and is raised here.
    """
    _state.since = None
    heard()
    signal.setitimer(signal.ITIMER_REAL, 0)
    if _state.later is not None:
        number, _state.later = _state.later, None
        _handle(number, None)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Put signals off to the end of a block, which must be short."""
    _state.held += 1
    try:
        yield
    finally:
        _state.held -= 1
        if not _state.held and _state.waiting is not None:
            number, _state.waiting = _state.waiting, None
            _raise(number)


@contextlib.contextmanager
def waiting() -> Iterator[None]:
    """Notice signals during a wait for input.

    Python overlooks one that comes after it last looked and before the system begins to wait; so the wait is
    broken off now and then, and goes on.
    """
    if not _state.loaded:
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
    try:
        yield
    finally:
        if not interrupted():  # else it is still looked whether anyone hears of that
            signal.setitimer(signal.ITIMER_REAL, 0)


@contextlib.contextmanager
def continuing(go_on: Callable[[], None]) -> Iterator[None]:
    """Do something each time that the process goes on after it was stopped in this block, as by Ctrl-Z."""
    come = 0  # signals since it was last begun; one that comes meanwhile has it done once more

    def answer_all(_number: int, _frame: "FrameType | None") -> None:
        nonlocal come
        come += 1
        if come > 1:
            return
        while come:
            come = 1
            go_on()
            come -= 1

    try:
        before = signal.signal(signal.SIGCONT, answer_all)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before or signal.SIG_DFL)


def _handle(number: int, _frame: "FrameType | None") -> None:
    if _state.stopping is not None:
        return
    now = time.monotonic()
    if not _state.loaded:
        _stop()  # an exception would end in a traceback of half an import
    if _state.since is not None:
        if now - _state.since > PATIENCE:
            _stop()
        if _state.number == signal.SIGINT != number:
            _state.later = number
        return
    _state.since, _state.number = now, number
    if not _state.held:
        _raise(number)
    _state.waiting = number


def _raise(number: int) -> NoReturn:
    """Raise what ends the command, and see to it that it is not lost."""
    error = Interrupted(number) if number == signal.SIGINT else Terminated(number)
    _state.number, _state.raised = number, ref(error)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
    try:
        raise error
    finally:
        del error  # or it would hold itself, by its traceback, and never be gone


def _raise_again() -> None:
    """Raise an interruption once more, where nothing is torn apart by it."""
    if not _state.held:
        _raise(_state.number)
    heard()
    _state.waiting = _state.number


def _look(_number: int, _frame: "FrameType | None") -> None:
    """Raise an interruption again that was dropped on its way; who winds up in order is given time to end."""
    late = time.monotonic() - PATIENCE
    if _state.stopping is not None:
        if _state.stopping < late:
            _exit()
    elif _state.since is not None and _state.since < late:
        if (begun := streams.writing_since()) is not None and begun < late:
            _stop()
        if not _on_its_way():
            check()


def _on_its_way() -> bool:
    """Whether the interruption is being handled; an exception that somebody only keeps is not."""
    raised = None if _state.raised is None else _state.raised()
    error = sys.exc_info()[1]
    while error is not None and error is not raised:
        error = error.__context__
    return error is not None


def _look_at_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """Stop where an interruption was raised in a place from which nobody hears of it."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _stop()
    if not interrupted():  # else it is what was torn apart that complains
        sys.__unraisablehook__(unraisable)


def _look_at_uncaught(
    kind: type[BaseException], error: BaseException, traceback: "TracebackType | None"
) -> None:
    """Stop where a library would show an interruption, and go on: C code that imports numpy does.

    What else comes here has kept the command from being loaded.
    """
    if issubclass(kind, KeyboardInterrupt):
        _stop()
    tell_uncaught(kind, error, traceback)


def _stop() -> NoReturn:
    """End the process where it stands, whether or not anybody takes the line that says so."""
    _state.stopping = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)  # it is looked whether the line goes out
    _write_line()
    _exit()


def _write_line() -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            os.write(2, b"numduel: interrupted\n")


def _end() -> None:
    """Answer no signal any more: everything is done."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    # Or Python would complain of one that has come and is ignored before it was answered.
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    with contextlib.suppress(ValueError):
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)


def _exit() -> NoReturn:
    """End the process, with the terminal as it was; nothing that still runs beside us is waited for."""
    terminal.restore()
    os._exit(INTERRUPTED)
