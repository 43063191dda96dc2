"""Variables of the environment that packages read while they are loaded, set to nonsense."""

import importlib
import os
import py_compile
import sys
from pathlib import Path

import pytest
from commandline import COMMAND, Run, environment, run
from packaging.requirements import InvalidRequirement, Requirement

import numduel
from numduel.cli import interrupts
from numduel.cli.surroundings import broken_package, unfit_variable
from numduel.core.cut_off import cut_off_code

SPEC = "top-stack-twelve:limit=30,supply=4"  # large enough for compiled code


def started(*arguments: str, **changes: str) -> Run:
    """A command in a Python of its own, in which no package is loaded yet."""
    return run((sys.executable, "-Wdefault", *COMMAND[1:], *arguments), env=environment(**changes))


@pytest.mark.parametrize(
    ("variable", "value", "package", "why"),
    [
        ("SOURCE_DATE_EPOCH", "abc", "scipy", "it must be a whole number"),
        ("NUMPY_MADVISE_HUGEPAGE", "abc", "numpy", "it must be a whole number"),
    ],
)
def test_a_variable_with_which_a_package_cannot_be_loaded_is_named(
    variable: str, value: str, package: str, why: str
) -> None:
    measured = started("measure", "operation-duel", **{variable: value})
    assert measured.complaint == (
        f"numduel: the package {package} cannot be loaded while the variable {variable} is '{value}' "
        f"({why}): set it otherwise, or unset it\n"
    )
    assert (measured.out, measured.code) == ("", 1)


def test_a_long_reason_of_a_package_is_cut_short(tmp_path: Path) -> None:
    drawn = started("graph", "operation-duel:target=5", "-o", str(tmp_path / "a.svg"), MPLBACKEND="nonsense")
    assert drawn.complaint.startswith(
        "numduel: the package igraph cannot be loaded while the variable MPLBACKEND is 'nonsense' "
        "(Key backend: 'nonsense' is not a valid value for backend; "
    )
    assert drawn.code == 1


def test_a_reason_that_does_not_quote_the_value_is_told_all_the_same() -> None:
    solved = started("solve", SPEC, NUMBA_NUM_THREADS="0")
    assert solved.complaint == (
        "numduel: the package numba cannot be loaded while the variable NUMBA_NUM_THREADS is '0' "
        "(Number of threads specified must be > 0): set it otherwise, or unset it\n"
    )
    assert solved.code == 1


def test_variables_whose_values_do_not_matter_to_us_change_nothing() -> None:
    solved = started("solve", SPEC, NUMBA_NUM_THREADS="abc", NUMBA_OPT="abc", NUMBA_DEBUG="abc")
    assert (solved.lines[0], solved.err, solved.code) == ("Player 2 wins in 24 moves.", "", 0)


def test_where_compiling_is_turned_off_plain_python_is_taken_and_that_is_said() -> None:
    spec = "operation-stack:max_stack=3,max_value=60,numbers=1-4"
    solved = started("solve", spec, NUMBA_DISABLE_JIT="1")
    assert (solved.code, solved.lines[-1].endswith("solved by table.")) == (0, True)
    assert solved.err.startswith("the variable NUMBA_DISABLE_JIT turns numba off, so plain Python does it; ")
    refused = started("solve", SPEC, "--disk", "unused", NUMBA_DISABLE_JIT="1")
    assert refused.complaint == (
        "numduel: solving on disk needs compiled code: the variable NUMBA_DISABLE_JIT turns numba off, "
        "so plain Python does it; much faster without that variable\n"
    )
    assert refused.code == 1


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("numba.py", "", "it has no config"),
        ("numba.py", "raise SystemExit(7)", "SystemExit(7)"),
        ("numba.py", "half =", "'invalid syntax (numba.py, line 1)'"),
        ("numba/__init__.py", "raise ImportError('\\x1b[31m')", r"ImportError('\x1b[31m')"),
    ],
)
def test_what_is_found_in_the_place_of_numba_is_named_and_nothing_is_advised(
    name: str, text: str, why: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    path = os.pathsep.join([str(tmp_path), *filter(None, [environment().get("PYTHONPATH")])])
    refused = started("solve", SPEC, "--disk", "unused", PYTHONPATH=path)
    assert refused.complaint == (
        f"numduel: solving on disk needs compiled code: {str(file)!a} is found in the place of numba "
        f"({why}), so plain Python does it\n"
    )
    assert refused.code == 1


@pytest.mark.parametrize("variable", ["COLUMNS", "LINES", "TERM", "TZ", "LANG", "OMP_NUM_THREADS"])
def test_a_screen_of_nonsense_shows_the_same(variable: str) -> None:
    assert started("list", **{variable: "abc"}) == started("list")


def test_an_error_of_our_own_is_not_blamed_on_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("invalid", "abc")
    with pytest.raises(ValueError, match="abc") as raised:
        int("abc")
    assert unfit_variable(raised.value) is None


def test_a_package_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_installed.py").write_text("raise ImportError('a part is\\n missing')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError) as raised:
        importlib.import_module("half_installed")
    said = "the package half_installed is installed, and cannot be loaded (a part is missing)"
    assert broken_package(raised.value) == said


def test_a_variable_that_shells_set_for_themselves_is_not_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_there.py").write_text(
        "for _ in range(1):\n    raise ImportError('a part is missing')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("_", "/bin/sh")
    with pytest.raises(ImportError) as raised:
        importlib.import_module("half_there")
    assert unfit_variable(raised.value) is None


def test_a_package_that_fails_in_a_function_of_its_own_while_it_is_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_loaded.py").write_text("def load():\n    raise OSError('no memory')\nload()\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(OSError, match="no memory") as raised:
        importlib.import_module("half_loaded")
    said = "the package half_loaded is installed, and cannot be loaded (no memory)"
    assert broken_package(raised.value) == said


def test_what_fails_while_a_package_is_used_is_not_blamed_on_its_installation() -> None:
    with pytest.raises(InvalidRequirement) as raised:
        Requirement("?")
    assert broken_package(raised.value) is None


@pytest.fixture
def cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The compiled code of a module `cut_short`, of which the end is missing."""
    source = tmp_path / "cut_short.py"
    source.write_text("ANSWER = 42\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cut_short", raising=False)
    compiled = Path(str(py_compile.compile(str(source))))
    compiled.write_bytes(compiled.read_bytes()[:40])
    return compiled


def test_compiled_code_that_was_cut_off_is_removed_and_the_next_start_makes_it_anew(cut_off: Path) -> None:
    with pytest.raises(EOFError) as failed:
        importlib.import_module("cut_short")
    assert str(cut_off_code(failed.value)).endswith("is removed: run this again")
    assert not cut_off.exists()
    assert importlib.import_module("cut_short").ANSWER == 42


def test_cut_off_code_that_keeps_the_command_from_being_loaded_is_told_without_a_traceback(
    cut_off: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(EOFError) as failed:
        importlib.import_module("cut_short")
    interrupts._look_at_uncaught(failed.type, failed.value, failed.tb)
    told = capfd.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.startswith("numduel: a file of compiled code was cut off")
    assert not cut_off.exists()


@pytest.mark.parametrize("module", ["core/deferred", "core/hints", "cli/interrupts", "__main__"])
def test_cut_off_code_of_what_the_command_begins_with_is_told_once(module: str, tmp_path: Path) -> None:
    source = Path(numduel.__file__).parent / f"{module}.py"
    kept = tmp_path.joinpath(*source.parts[1:-1], f"{source.stem}.{sys.implementation.cache_tag}.pyc")
    py_compile.compile(str(source), str(kept))
    kept.write_bytes(kept.read_bytes()[:100])
    prefix = {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    first = started("--version", **prefix)
    assert first.complaint.startswith("numduel: a file of compiled code was cut off")
    assert (first.out, first.complaint.count("\n"), first.code) == ("", 1, 1)
    again = started("--version", **prefix)
    assert (again.err, again.code) == ("", 0)


def test_compiled_code_that_cannot_be_removed_is_named(
    cut_off: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(os, "remove", refuse)
    with pytest.raises(EOFError) as failed:
        importlib.import_module("cut_short")
    assert str(cut_off) in str(cut_off_code(failed.value))


def test_an_end_of_something_else_is_no_cut_off_code() -> None:
    with pytest.raises(ZeroDivisionError) as failed:
        _ = 1 // 0
    assert cut_off_code(failed.value) is None
