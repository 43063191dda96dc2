"""Contained: whatever the rules of another package's game raise is an Exception, where many are served.

Rules may call `sys.exit`, and one page of one game must not end a server. Everywhere else they are called as
they are, and nothing is slower for it.
"""

from functools import wraps
from types import FunctionType

from .errors import NumduelError
from .game import Game
from .hints import Any
from .packages import guests


class GuestFailed(NumduelError, RuntimeError):
    """Rules have raised what ends a program; `package` is whose they are."""

    status = 500
    lasting = False  # another time they may do better

    def __init__(self, package: str) -> None:
        super().__init__(f"the package {package} has failed")
        self.package = package


def contain(kind: type[Game[Any, Any]]) -> None:
    """Have GuestFailed raised wherever the functions of a game's class raise what is no Exception."""
    for each in kind.__mro__:
        package = each.__module__.partition(".")[0]
        for name, function in list(vars(each).items()) if package in guests else ():
            if isinstance(function, FunctionType):
                setattr(each, name, _contained(function, package))


def _contained(function: FunctionType, package: str) -> Any:
    @wraps(function)
    def contained(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except Exception:
            raise
        except BaseException as error:
            raise GuestFailed(package) from error

    return contained
