"""Plugin of pytest that has every test loaded, and runs some of them on a mutant in a process forked for it.

With MUTATION_SERVER=IN,OUT (two open files) it collects, says so, and then takes one order a line: the file,
the function that was changed, the tests in their order with their seconds, and a folder for what they write.
The changed file lies on the disk already, for whatever tests start or load; in the forked process the
function gets its new code. It answers with the exit code: 0 if all tests passed, 1 if one did not, and what
mutation_plugin says of tests that take too long. A mutant whose function is not loaded is read from the disk.
"""

import contextlib
import functools
import gc
import json
import os
import signal
import sys
import tempfile
import time
from types import CodeType, FunctionType
from typing import Any

import pytest
from mutation_plugin import NOT_LOADED, OUT_OF_TIME, watched

Place = tuple[str, str]  # a file, and the name of a function in it


class Server:
    """Runs tests on mutants, each in a process of its own."""

    def __init__(self, reading: int, writing: int) -> None:
        self.orders, self.answers = os.fdopen(reading), os.fdopen(writing, "w")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take orders until there are none, instead of running all tests once."""
        items, loaded = {item.nodeid: item for item in session.items}, Loaded()
        self.answer("ready")
        for line in self.orders:
            order = json.loads(line)
            forked = os.fork()
            if not forked:
                os._exit(run(session, items, loaded, order))
            self.answer(wait(forked, order["patience"]))
        return True

    def answer(self, said: object) -> None:
        self.answers.write(f"{said}\n")
        self.answers.flush()


class Loaded:
    """The functions that are loaded, by their places, and what remembers the results of some."""

    def __init__(self) -> None:
        self.functions: dict[Place, list[FunctionType]] = {}
        self.caches: list[Any] = []
        gc.unfreeze()  # what is frozen is not listed
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                place = each.__code__.co_filename, each.__code__.co_qualname
                self.functions.setdefault(place, []).append(each)
            elif isinstance(each, type(Loaded.nothing)):
                self.caches.append(each)
        gc.freeze()

    @staticmethod
    @functools.cache
    def nothing() -> None:
        """Do nothing; what keeps results of functions is of the same class as this."""

    def change(self, file: str, name: str) -> None:
        """Give a function the code that its file has by now, and forget results."""
        path = os.path.abspath(file)
        with open(path, "rb") as source:
            module = compile(source.read(), path, "exec")
        codes = {code.co_firstlineno: code for code in codes_of(module) if code.co_qualname == name}
        for function in self.functions.get((path, name), ()):
            function.__code__ = codes[function.__code__.co_firstlineno]
        for cache in self.caches:
            cache.cache_clear()


def run(session: pytest.Session, items: dict[str, Any], loaded: Loaded, order: Any) -> int:
    """Run the tests of an order on its mutant, and return the exit code."""
    os.setsid()
    os.environ["TMPDIR"] = tempfile.tempdir = order["folder"]
    os.environ["NUMDUEL_DB"] = os.path.join(order["folder"], "games.db")
    try:
        loaded.change(order["file"], order["function"])
    except (SyntaxError, ValueError, KeyError):  # it needs a process of its own
        return NOT_LOADED
    tests = [name for name in order["tests"] if name in items]
    for name, following in zip(tests, [*tests[1:], None], strict=True):
        with watched(order["tests"][name]):
            item, after = items[name], items.get(following)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed:
            return 1
    return 0


def codes_of(code: CodeType) -> list[CodeType]:
    """A piece of code, and all that is defined in it."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [code, *(deeper for each in inner for deeper in codes_of(each))]


def wait(forked: int, patience: float) -> int:
    """The exit code of a process, which is stopped with all that it has started when patience ends."""
    until = time.monotonic() + patience
    done, status = os.waitpid(forked, os.WNOHANG)
    pause = 0.001
    while not done and time.monotonic() < until:
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
        done, status = os.waitpid(forked, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(forked, signal.SIGKILL)
    if not done:
        os.waitpid(forked, 0)
        return OUT_OF_TIME
    return os.waitstatus_to_exitcode(status)


def pytest_configure(config: pytest.Config) -> None:
    if files := os.environ.get("MUTATION_SERVER"):
        reading, writing = map(int, files.split(","))
        config.pluginmanager.register(Server(reading, writing))
        sys.dont_write_bytecode = True
