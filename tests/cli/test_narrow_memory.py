"""Commands under a limit on memory: they do what they are asked, or say in a sentence that they cannot."""

import sys
from pathlib import Path

import pytest
from commandline import Run, environment, run

LIMITED = "import resource, sys, runpy; resource.setrlimit(resource.{2}, ({0}, {0})); {1}"
AS_COMMAND = "sys.argv[0] = 'numduel'; runpy.run_module('numduel', run_name='__main__')"
NOT_ENOUGH = "numduel: there is not enough memory for this\n"


def limited(kilobytes: int, *arguments: str, of: str = "RLIMIT_AS") -> Run:
    """A command in a Python of its own that gets so many bytes of addresses, or of data."""
    code = LIMITED.format(kilobytes * 1_000, AS_COMMAND, of)
    return run((sys.executable, "-c", code, *arguments), env=environment())


# Below the first numpy cannot be loaded; from the third to the fifth its neighbour would hang.
@pytest.mark.parametrize("kilobytes", [60_000, 100_000, 165_000, 215_000, 235_000])
def test_a_package_that_would_hang_for_want_of_memory_is_not_loaded(kilobytes: int) -> None:
    measured = limited(kilobytes, "measure", "operation-duel")
    assert (measured.out, measured.err, measured.code) == ("", NOT_ENOUGH, 1)


@pytest.mark.parametrize("kilobytes", [40_000, 80_000, 100_000])
def test_data_may_be_limited_as_well(kilobytes: int) -> None:
    measured = limited(kilobytes, "measure", "operation-duel", of="RLIMIT_DATA")
    assert (measured.out, measured.err, measured.code) == ("", NOT_ENOUGH, 1)


@pytest.mark.parametrize(
    ("kilobytes", "of", "command"),
    [
        (20_000, "RLIMIT_DATA", ("learn", "operation-duel", "--sheet", "3", "-o", "sheet.pdf")),
        (60_000, "RLIMIT_AS", ("learn", "operation-duel", "--sheet", "3", "-o", "sheet.pdf")),
        (250_000, "RLIMIT_AS", ("graph", "operation-duel", "-o", "positions.png")),
        (25_000, "RLIMIT_AS", ("graph", "operation-duel", "-o", "positions.svg")),
    ],
)
def test_what_sets_type_neither_hangs_nor_is_told_to_be_missing(
    kilobytes: int, of: str, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = limited(kilobytes, *command, of=of)
    assert (refused.out, refused.err, refused.code) == ("", NOT_ENOUGH, 1)
    assert list(tmp_path.iterdir()) == []


def test_what_finds_room_is_done() -> None:
    assert limited(400_000, "measure", "operation-duel").code == 0
    assert limited(60_000, "solve", "operation-duel").code == 0


def test_code_is_not_compiled_where_the_compiler_would_end_the_process() -> None:
    solved = limited(350_000, "solve", "top-stack-twelve:limit=30,supply=4")
    assert (solved.out, solved.err, solved.code) == ("", NOT_ENOUGH, 1)


def test_who_has_said_how_many_threads_there_are_is_heard_and_a_library_says_nothing() -> None:
    told = "import os, numduel; print(os.environ.get('OPENBLAS_NUM_THREADS'))"
    assert run((sys.executable, "-c", told), env=environment()).out == "None\n"
    ended = f"import atexit, os, runpy, sys; atexit.register(lambda: {told.partition('; ')[2]}); {AS_COMMAND}"
    for said, heard in ({"OPENBLAS_NUM_THREADS": "3"}, "3\n"), ({}, "1\n"):
        command = (sys.executable, "-c", ended, "--version")
        assert run(command, env=environment(**said)).out.endswith(heard)
