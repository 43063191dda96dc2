"""The command starts without modules that take long to load, and nothing notices that they are missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

# What no command may load for nothing, and what some of them need after all.
HEAVY = {
    *("ast", "copy", "dataclasses", "datetime", "gettext", "hashlib", "importlib.metadata", "inspect"),
    *("json", "locale", "logging", "numpy", "pathlib", "platformdirs", "random", "rich", "shlex", "shutil"),
    *(
        "signal",
        "sqlite3",
        "subprocess",
        "tempfile",
        "textwrap",
        "threading",
        "tokenize",
        "typing",
        "urllib.parse",
        "weakref",
    ),
}
KEEPS_GAMES = {"sqlite3"}
NEEDED = {
    "rules digit-stack": set[str](),
    "list": set[str](),
    "solve operation-duel": set[str](),
    "play digit-stack": KEEPS_GAMES | {"json"},
    "history": KEEPS_GAMES,
}


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
@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
import inspect
print(Point.__doc__, inspect.signature(Point), "signature" in vars(inspect))
"""
    assert said(code) == "Point(x: int, y: int = 0) (x: int, y: int = 0) -> None True"


def test_what_loads_dataclasses_afterwards_does_not_load_inspect() -> None:
    code = "import sys; from numduel.core.deferred import *; load_lightly(); import dataclasses; "
    assert said(f"{code}print('signature' in vars(sys.modules['inspect']))") == "False"


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


def test_sqlite_is_loaded_without_dates_and_whoever_asks_for_those_gets_them() -> None:
    code = """
import sys
from numduel.core.deferred import load_lightly, load_sqlite
load_lightly()
load_sqlite()
without = "datetime" not in sys.modules
import datetime, sqlite3
(one,) = sqlite3.connect(":memory:").execute("SELECT ?", ("2026-11-16",)).fetchone()
print(without, datetime.date.fromisoformat(one), datetime.date is sys.modules["datetime"].date)
"""
    assert said(code) == "True 2026-11-16 True"


def test_whoever_does_not_load_lightly_has_sqlite_with_dates() -> None:
    code = "from numduel.core.deferred import load_sqlite; load_sqlite(); import datetime, sqlite3; "
    assert said(f"{code}print(sqlite3.Date is datetime.date)") == "True"


@pytest.mark.parametrize("command", NEEDED)
def test_a_command_loads_nothing_that_it_does_not_need(command: str, tmp_path: Path) -> None:
    environment = {**os.environ, "NUMDUEL_DB": str(tmp_path / "games.db")}
    told = [sys.executable, "-v", "-m", "numduel"]
    one_game = subprocess.run(
        [*told, "play", "digit-stack"], input="5\nresign\n", capture_output=True, text=True, env=environment
    )
    done = subprocess.run(
        [*told, *command.split()], input="5\nresign\n", capture_output=True, text=True, env=environment
    )
    assert (one_game.returncode, done.returncode) == (0, 0), done.stderr
    bare = subprocess.run([sys.executable, "-v", "-c", "import runpy"], capture_output=True, text=True)
    loaded, anyway = (set(re.findall(r"(?m)^import '([\w.]+)'", one.stderr)) for one in (done, bare))
    assert loaded & HEAVY - anyway == NEEDED[command]
    assert "argparse" in loaded
