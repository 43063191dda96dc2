"""The command starts without modules that take long to load, and nothing notices that they are missing."""

import subprocess
import sys

import pytest

HEAVY = (
    "inspect",
    "ast",
    "tokenize",
    "numpy",
    "random",
    "datetime",
    "json",
    "subprocess",
    "sqlite3",
    "gettext",
    "locale",
)


def said(code: str) -> str:
    """What a new process says that runs this code."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_class_without_a_docstring_is_still_described() -> None:
    code = """
import sys
from numduel.core.deferred import Deferred
sys.modules["inspect"] = Deferred("inspect")
import dataclasses
del sys.modules["inspect"]
@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
import inspect
print(Point.__doc__, inspect.signature(Point), "signature" in vars(inspect))
"""
    assert said(code) == "Point(x: int, y: int = 0) (x: int, y: int = 0) -> None True"


def test_argparse_says_what_it_says_without_translations() -> None:
    code = """
from numduel.core.deferred import load_lightly
load_lightly()
import argparse, gettext, sys
parser = argparse.ArgumentParser(prog="x")
parser.add_argument("--n", type=int, nargs=2)
print(gettext.gettext("one"), parser.format_usage(), parser.format_help())
parser.parse_args(["--n", "1"])
"""
    light = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    plain = subprocess.run(
        [sys.executable, "-c", code.replace("load_lightly()", "")], capture_output=True, text=True
    )
    assert (light.stdout, light.stderr, light.returncode) == (plain.stdout, plain.stderr, 2)
    assert "options" in light.stdout
    assert "expected 2 arguments" in light.stderr


@pytest.mark.parametrize("command", ["rules digit-stack", "list"])
def test_a_command_loads_nothing_that_it_does_not_need(command: str) -> None:
    code = f"""
import sys
sys.argv = sys.orig_argv = ["numduel", *{command.split()!r}]
from numduel.__main__ import main
import io, contextlib
with contextlib.redirect_stdout(io.StringIO()):
    main()
print(*[name for name in {HEAVY!r} if name in sys.modules])
"""
    assert said(code) == ""
