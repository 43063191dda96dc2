"""The public face: what `import numduel` gives, and how little it loads for it."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import numduel

SOURCE = Path(numduel.__file__)


def test_everything_that_is_public_is_there_and_says_what_it_is() -> None:
    for name in numduel.__all__:
        assert getattr(numduel, name).__doc__, name


def test_the_list_of_public_names_is_in_order_and_has_none_twice() -> None:
    assert numduel.__all__ == sorted(set(numduel.__all__))


def test_dir_shows_the_public_names_and_what_every_module_has() -> None:
    shown = [name for name in dir(numduel) if not (name.startswith("__") and name.endswith("__"))]
    assert shown == numduel.__all__
    assert {"__all__", "__doc__", "__version__"} < set(dir(numduel))


def test_a_star_import_brings_the_public_names_alone() -> None:
    names: dict[str, object] = {}
    exec("from numduel import *", names)
    assert names.keys() - {"__builtins__"} == set(numduel.__all__)


def test_names_that_are_loaded_later_are_those_that_a_type_checker_sees() -> None:
    (checked,) = (
        node
        for node in ast.parse(SOURCE.read_text(encoding="utf-8")).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    imports = {
        alias.name: node.module
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imports == numduel._LATER
    for name, module in numduel._LATER.items():
        assert getattr(numduel, name) is getattr(import_module(f"numduel.{module}"), name)


def test_games_is_the_function_whatever_was_imported() -> None:
    program = (
        "import numduel.games.digit_stack, numduel\n"
        "from numduel import games\n"
        "import numduel.testing\n"
        "print(callable(numduel.games), games is numduel.games, 'digit-stack' in games())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True True True\n"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'numduel' has no attribute 'xyzzy'"):
        _ = numduel.xyzzy


def test_importing_numduel_loads_no_front_end_no_solver_and_nothing_of_others() -> None:
    program = (
        "import sys, numduel; dir(numduel)\n"
        "print(sorted({name.split('.')[1] for name in sys.modules if name.startswith('numduel.')}))\n"
        "print(sorted({'numpy', 'numba', 'rich', 'importlib.metadata', 'argparse'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "['core', 'games']\n[]\n"


def test_every_error_that_users_catch_has_one_base() -> None:
    public = [getattr(numduel, name) for name in numduel.__all__]
    errors = [value for value in public if isinstance(value, type) and issubclass(value, Exception)]
    assert len(errors) >= 5
    assert all(issubclass(value, numduel.NumduelError) for value in errors)
