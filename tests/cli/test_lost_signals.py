"""A signal whose exception is lost on its way still ends the command: 130, one line, and no answer."""

import os
import sys
import time
from pathlib import Path

import pytest
from commandline import Run, environment, numduel, run

LINE = "numduel: interrupted\n"
LOST = """
import gc, io, os, signal, sys, weakref

def tell():
    os.kill(os.getpid(), signal.SIGHUP)

class Ending:
    def __del__(self):
        tell()

class Closing(io.RawIOBase):  # whose complaints Python drops in silence
    def close(self):
        tell()

class Thing:
    pass

def in_a_destructor():
    Ending()

def at_the_end_of_a_stream():
    Closing()

def when_garbage_is_collected():
    def told(phase, info):
        gc.callbacks.remove(told)
        tell()
    gc.callbacks.append(told)
    gc.collect()

def by_a_weak_reference():
    thing = Thing()
    watch = weakref.ref(thing, lambda _: tell())
    del thing

def dropped():
    try:
        tell()
    except BaseException:
        pass

def kept():
    try:
        tell()
    except BaseException as error:
        sys.last_value = error

def taken_for_another():
    try:
        tell()
    except BaseException:
        raise ModuleNotFoundError("no module", name="uvicorn") from None

class Telling:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            {what}()

sys.meta_path.insert(0, Telling())
"""


def losing(folder: Path, what: str, module: str) -> str:
    """A PYTHONPATH with which whoever imports `module` gets a signal that is lost in some way."""
    (folder / "sitecustomize.py").write_text(LOST.format(what=what, module=module))
    return os.pathsep.join([str(folder), *filter(None, [environment().get("PYTHONPATH")])])


@pytest.mark.parametrize("json", ["", "--json"])
@pytest.mark.parametrize(
    "what",
    [
        "in_a_destructor",
        "at_the_end_of_a_stream",
        "when_garbage_is_collected",
        "by_a_weak_reference",
        "dropped",
        "kept",
    ],
)
def test_a_signal_that_is_lost_during_a_search_still_ends_it(what: str, json: str, tmp_path: Path) -> None:
    path = losing(tmp_path, what, "numduel.solver.answers")
    assert numduel("solve", "operation-duel", *json.split(), PYTHONPATH=path) == Run("", LINE, 130)


def test_a_signal_that_was_taken_for_something_that_is_missing_is_not_complained_of(tmp_path: Path) -> None:
    path = losing(tmp_path, "taken_for_another", "numduel.web.config")
    assert numduel("web", "--no-open", "--port", "0", PYTHONPATH=path) == Run("", LINE, 130)


@pytest.mark.parametrize("what", ["dropped", "taken_for_another"])
def test_a_signal_that_is_lost_in_a_game_leaves_it_as_any_other(what: str, tmp_path: Path) -> None:
    path = losing(tmp_path, what, "numduel.cli.progress")  # loaded when a computer is to move
    computer = ("--p2", "random", "--seed", "1")
    played = numduel(
        "play", "digit-stack", *computer, said="2\n", PYTHONPATH=path, NUMDUEL_DB=str(tmp_path / "games.db")
    )
    assert played.lines[-1] == "Interrupted: the game is unfinished, after 1 turn."
    assert (played.err, played.way_back, played.code) == ("", "numduel resume 1", 130)


REPORTING = """
import signal, sys
from numduel.cli import interrupts
from numduel.cli.progress import progress

interrupts.PATIENCE = 1_000.0

def work():
    try:
        signal.raise_signal(signal.SIGHUP)
    except BaseException:
        pass
    with progress() as report:
        report(1, 1)
        print("went on")
    return 0

interrupts.answer()
interrupts.run(work)
"""


def test_work_that_reports_how_far_it_is_ends_at_its_next_report() -> None:
    assert run((sys.executable, "-c", REPORTING)) == Run("", LINE, 130)


LONG = """
import signal, sys, time
from numduel.cli import interrupts

def work():
    try:
        signal.raise_signal(signal.SIGHUP)
    except BaseException as error:
        sys.last_value = error  # alive, and yet on its way nowhere
    for _ in range(600):
        time.sleep(0.1)
    return 0

interrupts.answer()
interrupts.run(work)
"""


def test_long_work_ends_although_somebody_keeps_the_exception() -> None:
    began = time.monotonic()
    assert run((sys.executable, "-c", LONG)) == Run("", LINE, 130)
    assert time.monotonic() - began < 60
