"""What cannot be loaded, and what is to blame for it: a package or a variable."""

import os
import sys
from collections.abc import Iterator

from ..core.blame import guest_at_fault
from ..core.cut_off import frames_of
from ..core.errors import shown
from ..core.hints import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

LONGEST = 120  # characters of what a package or a variable says: some list all that they would take


def unfit_variable(error: BaseException) -> str | None:
    """Which variable has kept a package from being loaded, in one sentence; None if it was nothing so plain.

    Packages read variables of their own while they are imported, and fail in ways of their own. So none is
    known here by its name: it is the one that is set, and named in the code of theirs that has failed.
    """
    theirs = list(_frames_of_others(error))
    if not any(frame.f_code.co_name == "<module>" for frame in theirs):  # nothing was being imported
        return None
    package = str(theirs[0].f_globals["__name__"]).partition(".")[0]
    for frame in reversed(theirs):
        named = _variables_in(frame)
        to_blame = [name for name in named if os.environ[name] in _said(error)] or named
        if to_blame:
            return _sentence(package, to_blame[0], error) if len(to_blame) == 1 else None
    return None


def broken_package(error: BaseException) -> str | None:
    """Which package could not be loaded, in one sentence; None if it was something else that failed."""
    loading = (frame for frame in _frames_of_others(error) if frame.f_code.co_name == "<module>")
    if (first := next(loading, None)) is None:
        return None
    package = str(first.f_globals["__name__"]).partition(".")[0]
    reason = _said(error.__cause__ or error)
    return f"the package {package} is installed, and cannot be loaded ({_short(reason)})"


def failed_guest(error: BaseException) -> str | None:
    """Which package, of those that bring a game or a player, is to blame; None if none of them is."""
    fault = guest_at_fault(error)
    return None if fault is None else f"{fault}: {shown(error)} (NUMDUEL_DEBUG=1 shows where)"


def _frames_of_others(error: BaseException) -> "Iterator[FrameType]":
    """What was being done in other packages when it failed, from the outside in."""
    for frame in frames_of(error):
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if package not in ("", "__main__", "numduel") and package not in sys.stdlib_module_names:
            yield frame


def _variables_in(frame: "FrameType") -> list[str]:
    """The variables of the environment that are set, and named in the code of a frame.

    Shells set one that is called `_`, and code gives that name to what it has no use for.
    """
    words = dict.fromkeys((*frame.f_code.co_consts, *frame.f_code.co_names))
    return [word for word in words if isinstance(word, str) and word != "_" and word in os.environ]


def _sentence(package: str, name: str, error: BaseException) -> str:
    said = _said(error).rstrip(".")
    if said.startswith("invalid literal for int()"):
        said = "it must be a whole number"
    return (
        f"the package {package} cannot be loaded while the variable {name} is "
        f"{_short(ascii(os.environ[name]))} ({_short(said)}): set it otherwise, or unset it"
    )


def _said(error: BaseException) -> str:
    """What an error says, in one line; its kind, where it is of another package's and cannot say it."""
    try:
        return " ".join(str(error).split())
    except KeyboardInterrupt:
        raise
    except BaseException:
        return type(error).__name__


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
