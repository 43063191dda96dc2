"""Changes the sources in small ways, one at a time, and counts how many of the changes tests notice.

    .venv/bin/python benchmarks/mutation.py [--mutants N] [--seed N] [--parts PART …] [--minutes N]
                                            [--work FOLDER] [--again] [--long]

Draws mutants (see mutants.py) of core, games, match, solver and store at random, and runs for each the tests
of its part that call the changed function: those below tests/PART, the examples in its docstrings, and tests
of the other four parts that import the changed module by its name. The quickest come first, and the first
failure ends it. All happens in a copy of the repo, in a folder where what was found is kept too: run it again
to go on where it stopped, with more mutants or, with `--again`, with those that survived. Tests that take
longer than a few seconds are left out, but not with `--long`. Prints how many were killed, survived or ran
out of time, with the 95 % interval of Wilson, and every survivor; exits 1 if fewer than 95 % were noticed.
"""

import argparse
import hashlib
import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from mutants import Mutant, every_mutant
from mutation_plugin import OUT_OF_TIME

ROOT = Path(__file__).resolve().parent.parent
PARTS = ["core", "match", "store", "solver", "games"]
COPIED = ("README.md", "benchmarks", "conftest.py", "docs", "numduel", "pyproject.toml", "src", "tests")
PLUGIN = "mutation_plugin.py"
GOAL = 0.95
MEMORY = 6 * 2**30  # of addresses: a loop that was changed may never end
PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "mutation_plugin"]


class Tree:
    """A copy of the repo in which tests run, and what each test calls there."""

    def __init__(self, work: Path, longest: float = 5.0) -> None:
        self.work, self.root, self.longest = work, work / "tree", longest
        for name in COPIED:
            _copy(ROOT / name, self.root / name)
        _copy(ROOT / "benchmarks" / PLUGIN, work / "plugin" / PLUGIN)  # alone: a guest's game lies beside it
        self.kept = work / "calls.json"
        self.files: dict[str, Any] = json.loads(self.kept.read_text()) if self.kept.exists() else {}

    def learn(self, parts: list[str]) -> None:
        """Run every test of the parts once, where its file is new or changed, and note what it calls."""
        for part in parts:
            paths = [*(self.root / "tests" / part).glob("**/test_*.py")]
            paths += [*(self.root / "src" / "numduel" / part).glob("**/*.py")]
            sums = {str(path.relative_to(self.root)): _sum(path) for path in paths}
            new = [name for name in sums if self.files.get(name, {}).get("sum") != sums[name]]
            if new:
                print(f"learning what the tests of {part} call: {len(new)} files", flush=True)
                self._trace(new, sums)

    def _trace(self, names: list[str], sums: dict[str, str]) -> None:
        output = self.work / "trace.json"
        command = [each for each in PYTEST if each != "-x"]
        if self.run([*command, *names], {"MUTATION_TRACE": str(output)}, 10_000) not in (0, 1, 5):
            sys.exit(f"the tests could not be run; see {self.work / 'output.txt'}")
        traced = json.loads(output.read_text())
        for name in names:
            own = {each: test for each, test in traced["tests"].items() if each.startswith(f"{name}::")}
            left_out = [each for each in traced["failed"] if each.startswith(f"{name}::")]
            self.files[name] = {"sum": sums[name], "tests": own, "left_out": left_out}
        print(f"left out, because they fail without any change or take too long: {len(traced['failed'])}")
        self.kept.write_text(json.dumps(self.files))

    def run(self, command: list[str], more: dict[str, str], seconds: int) -> int:
        """Run tests for at most so many seconds of processor time; the exit code, or less than 0."""
        environment = {
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": f"{self.root / 'src'}{os.pathsep}{self.work / 'plugin'}",
            "TMPDIR": str(self.work / "tmp"),
            **more,
        }

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        shutil.rmtree(self.work / "tmp", ignore_errors=True)
        (self.work / "tmp").mkdir()
        with open(self.work / "output.txt", "w") as output:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                preexec_fn=limit,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
            )
            try:
                return process.wait(60 + 10 * seconds)  # by the clock: it may wait for a lock for ever
            except subprocess.TimeoutExpired:
                process.kill()
                return process.wait()

    def tests_for(self, mutant: Mutant) -> dict[str, float]:
        """The tests that should notice a mutant, the quickest first, with their seconds."""
        called = f"{mutant.file}:{mutant.function}"
        chosen: list[tuple[float, str]] = []
        for name, kept in self.files.items():
            own, imports = name.split("/")[-2] == mutant.part, self._imports(name, mutant.file)
            if own or imports:
                by_import = imports and not mutant.function  # what runs when a module is loaded
                for test, noted in kept["tests"].items():
                    reached = by_import or self._reaches(noted, mutant, called)
                    if noted["seconds"] <= self.longest and reached:
                        chosen.append((noted["seconds"], test))
                    elif own and noted.get("spawns"):  # what they start may well come by there
                        chosen.append((noted["seconds"] + self.longest, test))
        return {test: seconds for seconds, test in sorted(chosen)}

    def _reaches(self, noted: Any, mutant: Mutant, called: str) -> bool:
        if mutant.function and called not in self.early:
            return called in noted["called"]
        return any(name.startswith(f"{mutant.file}:") for name in noted["called"])

    @property
    def early(self) -> set[str]:
        """Functions that are called while modules are imported, which no test does on its own."""
        if not hasattr(self, "_early"):
            tests = [test for kept in self.files.values() for test in kept["tests"].values()]
            self._early = {name for test in tests for name in test["before"]}
        return self._early

    def _imports(self, test: str, file: str) -> bool:
        module = file.removeprefix("src/").removesuffix(".py").replace("/", r"\.")
        package, _, last = module.rpartition(r"\.")
        named = rf"\b{module}\b|from {package} import .*\b{last}\b"
        return test.startswith("tests/") and bool(re.search(named, (self.root / test).read_text()))

    def judge(self, mutant: Mutant, thorough: bool = False) -> tuple[str, int]:
        """What becomes of a mutant, and how many tests could notice it; `thorough` with the long ones."""
        tests = self.tests_for(mutant)
        if not tests:
            return "survived", 0
        orders = self.work / "orders.json"
        known = [test for kept in self.files.values() for test in kept["tests"]]
        left_out = [test for kept in self.files.values() for test in kept["left_out"]]
        orders.write_text(json.dumps({"run": tests, "known": known if thorough else known + left_out}))
        files = sorted({test.partition("::")[0] for test in tests})
        limit = (1000 if thorough else 30) + 5 * math.ceil(sum(tests.values()))
        return self.outcome(mutant, files, limit, MUTATION_TESTS=str(orders)), len(tests)

    def outcome(self, mutant: Mutant, tests: list[str], seconds: int, **environment: str) -> str:
        """What becomes of a mutant when some tests are run: killed, timed out or survived."""
        path = self.root / mutant.file
        original = path.read_bytes()
        try:
            path.write_bytes(mutant.source(self.root))
            _forget_compiled(path)
            code = self.run([*PYTEST, *tests], environment, seconds)
        finally:
            path.write_bytes(original)
            _forget_compiled(path)
        if code == 0:
            return "survived"
        return "timed out" if code in (OUT_OF_TIME, -signal.SIGXCPU, -signal.SIGKILL) else "killed"


def _copy(source: Path, target: Path) -> None:
    """Copy a file or folder over what is there; what is as it was keeps its compiled form."""
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    else:
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _forget_compiled(path: Path) -> None:
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval for a share of which `hits` of `count` were seen."""
    z, share = 1.96, hits / count
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return (middle - spread) / whole, (middle + spread) / whole


def report(judged: dict[str, str], total: int, seed: int) -> int:
    """Print what was found; 0 if enough was noticed."""
    counts = Counter(judged.values())
    noticed = counts["killed"] + counts["timed out"]
    low, high = wilson(noticed, len(judged))
    print(f"\n{len(judged)} of {total:,} mutants, seed {seed}")
    for verdict in ("killed", "timed out", "survived"):
        print(f"{verdict:<10} {counts[verdict]:>5}")
    print(f"noticed    {noticed / len(judged):.1%}, 95 % interval {low:.1%} to {high:.1%}")
    for part in PARTS:
        own = [verdict for name, verdict in judged.items() if name.startswith(f"src/numduel/{part}/")]
        print(f"  {part:<8} {sum(each != 'survived' for each in own):>4} of {len(own):>4}")
    for name in sorted(name for name, verdict in judged.items() if verdict == "survived"):
        print(f"survived: {name}")
    return 0 if noticed >= GOAL * len(judged) else 1


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="leave out other mutants")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no mutant is begun")
    parser.add_argument("--longest", type=float, default=5.0, help="seconds of tests that are not left out")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "numduel-mutation")
    parser.add_argument("--again", action="store_true", help="judge survivors again")
    parser.add_argument("--long", action="store_true", help="leave no test out, however long it takes")
    options = parser.parse_args()
    stop = time.monotonic() + 60 * options.minutes
    options.work.mkdir(parents=True, exist_ok=True)
    tree = Tree(options.work, options.longest)
    everyone = list(every_mutant(tree.root, PARTS))
    drawn = list(everyone)
    Random(options.seed).shuffle(drawn)  # so that a larger sample holds the smaller one
    drawn = [each for each in drawn[: options.mutants] if each.part in options.parts]
    tree.learn(options.parts)
    kept = options.work / "judged.jsonl"
    lines = kept.read_text().splitlines() if kept.exists() else []
    known: dict[str, str] = dict(json.loads(line) for line in lines)
    for number, mutant in enumerate(drawn, 1):
        verdict = known.get(mutant.name)
        if (verdict and not (options.again and verdict == "survived")) or time.monotonic() > stop:
            continue
        start = time.monotonic()
        known[mutant.name], tests = tree.judge(mutant, options.long)
        with open(kept, "a") as file:
            file.write(json.dumps([mutant.name, known[mutant.name]]) + "\n")
        took = time.monotonic() - start
        verdict = known[mutant.name]
        print(f"{number:>4} {verdict:<9} {took:5.1f} s {tests:>4} tests  {mutant.name}", flush=True)
    judged = {mutant.name: known[mutant.name] for mutant in drawn if mutant.name in known}
    return report(judged, len(everyone), options.seed)


if __name__ == "__main__":
    sys.exit(main())
