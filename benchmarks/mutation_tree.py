"""A copy of the repo in which mutants are made and tests run, each in a new process or in a forked one."""

import functools
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from mutants import PARTS, Mutant
from mutation_plugin import NOT_LOADED, OUT_OF_TIME

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("README.md", "benchmarks", "conftest.py", "docs", "numduel", "pyproject.toml", "src", "tests")
PLUGINS = ("mutants.py", "mutation_plugin.py", "mutation_server.py")  # alone: a guest's game lies beside them
MEMORY = 6 * 2**30  # of addresses: a loop that was changed may never end
PYTEST = [
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "--tb=native",
    "-p",
    "no:cacheprovider",
    "-p",
    "mutation_plugin",
]


class Tree:
    """A copy of the repo."""

    def __init__(self, work: Path) -> None:
        self.work, self.root = work, work / "tree"
        for name in COPIED:
            _copy(ROOT / name, self.root / name)
        for name in PLUGINS:
            _copy(ROOT / "benchmarks" / name, work / "plugin" / name)
        self._server: Server | None = None

    @functools.cache  # noqa: B019 - as long as the script itself
    def text(self, name: str) -> str:
        """What a file of the tree says."""
        return (self.root / name).read_text()

    def trace(self, names: list[str]) -> Any:
        """What the tests in some files call and take."""
        output = self.work / "trace.json"
        if self.run([*PYTEST, *names], {"MUTATION_TRACE": str(output)}, 10_000) not in (0, 1, 5):
            sys.exit(f"the tests could not be run; see {self.work / 'output.txt'}")
        return json.loads(output.read_text())

    def start(
        self, command: list[str], more: dict[str, str], seconds: int, **options: Any
    ) -> "subprocess.Popen[bytes]":
        """A process that runs tests, for at most so many seconds of processor time."""
        environment = {
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": f"{self.root / 'src'}{os.pathsep}{self.work / 'plugin'}",
            "TMPDIR": str(self.new_folder()),
            **more,
        }

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        with open(self.work / "output.txt", "w") as output:
            return subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                preexec_fn=limit,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                **options,
            )

    def new_folder(self) -> Path:
        """An empty folder for what tests write."""
        folder = self.work / "tmp"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def run(self, command: list[str], more: dict[str, str], seconds: int) -> int:
        """Run tests for at most so many seconds of processor time; the exit code, or less than 0."""
        process = self.start(command, more, seconds)
        try:
            return process.wait(60 + 10 * seconds)  # by the clock: it may wait for a lock for ever
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def outcome(self, mutant: Mutant, tests: list[str], seconds: int, **environment: str) -> str:
        """What becomes of a mutant when some tests are run in a new process."""
        return self._on(mutant, lambda: self.run([*PYTEST, "-x", *tests], environment, seconds))

    def outcome_forked(self, mutant: Mutant, tests: dict[str, float], seconds: float) -> str:
        """What becomes of a mutant when some tests are run in a process that has them loaded."""
        server = self._server = self._server or Server(self)
        order = {"file": mutant.file, "function": mutant.function, "tests": tests, "patience": seconds}
        return self._on(mutant, lambda: server.ask({**order, "folder": str(self.new_folder())}))

    def _on(self, mutant: Mutant, tests: Any) -> str:
        path = self.root / mutant.file
        original = path.read_bytes()
        try:
            path.write_bytes(mutant.source(self.root))
            _forget_compiled(path)
            code = tests()
        finally:
            path.write_bytes(original)
            _forget_compiled(path)
        if code in (0, NOT_LOADED):
            return "not loaded" if code else "survived"
        return "timed out" if code in (OUT_OF_TIME, -signal.SIGXCPU, -signal.SIGKILL) else "killed"


class Server:
    """A process that has all tests of all parts loaded."""

    def __init__(self, tree: Tree) -> None:
        orders, answers = os.pipe(), os.pipe()
        given = orders[0], answers[1]
        folders = [f"{where}/{part}" for part in PARTS for where in ("tests", "src/numduel")]
        self.process = tree.start(
            [*PYTEST, "-p", "mutation_server", *folders],
            {"MUTATION_SERVER": f"{given[0]},{given[1]}"},
            resource.RLIM_INFINITY,
            pass_fds=given,
        )
        for file in given:
            os.close(file)
        self.orders, self.answers = os.fdopen(orders[1], "w"), os.fdopen(answers[0])
        if self.answers.readline() != "ready\n":
            sys.exit(f"the tests could not be loaded; see {tree.work / 'output.txt'}")

    def ask(self, order: dict[str, Any]) -> int:
        """The exit code of tests on a mutant that lies on the disk."""
        self.orders.write(json.dumps(order) + "\n")
        self.orders.flush()
        return int(self.answers.readline())


def _copy(source: Path, target: Path) -> None:
    """Copy a file or folder over what is there; what is as it was keeps its compiled form."""
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    else:
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)


def _forget_compiled(path: Path) -> None:
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()
