"""Every exception that numduel raises on purpose can be caught as one."""

import pkgutil
from importlib import import_module

import pytest

import numduel
from numduel import IllegalMove, InvalidMove, SettingError
from numduel.core.errors import NumduelError
from numduel.core.registry import BrokenGame


def exceptions_of_ours() -> set[type[BaseException]]:
    """Every exception class that a module of numduel defines."""
    names = [module.name for module in pkgutil.walk_packages(numduel.__path__, "numduel.")]
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    found = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    return {
        kind for kind in found if issubclass(kind, BaseException) and kind.__module__.startswith("numduel.")
    }


def test_every_exception_of_ours_is_a_numduel_error_and_says_what_it_means() -> None:
    found = exceptions_of_ours()
    assert len(found) > 20
    # What nobody may catch by accident is none of Python's exceptions, and so none of ours.
    uncatchable = {kind for kind in found if not issubclass(kind, Exception)}
    assert {kind.__qualname__ for kind in found - uncatchable if not issubclass(kind, NumduelError)} == set()
    assert {kind.__qualname__ for kind in found if not kind.__doc__} == set()


@pytest.mark.parametrize("kind", [SettingError, InvalidMove, IllegalMove])
def test_a_wrong_value_is_a_value_error_as_well(kind: type[Exception]) -> None:
    assert issubclass(kind, ValueError)


def test_whatever_a_spec_or_a_move_is_refused_for_one_clause_catches_it() -> None:
    for spec in ("no-such-game", "digit-stack:target=0", "digit-stack:target", "operation-duel:target=1"):
        with pytest.raises(NumduelError):
            numduel.load(spec)
    with pytest.raises(NumduelError):
        numduel.Position.start(numduel.load("digit-stack")).say("0")
    assert issubclass(BrokenGame, NumduelError)
