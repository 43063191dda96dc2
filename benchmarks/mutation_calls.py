"""Which tests call which functions, so that each mutant is given to the tests that could notice it."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from mutants import Mutant
from mutation_tree import Tree

LEARNED = "calls.json"


class Calls:
    """What each test calls, and how long it takes; kept in a folder, and learned anew where files change."""

    def __init__(self, work: Path, tree: Tree, longest: float = 5.0) -> None:
        self.kept, self.tree, self.longest = work / LEARNED, tree, longest
        self.files: dict[str, Any] = json.loads(self.kept.read_text()) if self.kept.exists() else {}
        self._early: set[str] | None = None

    def learn(self, parts: list[str]) -> None:
        """Run every test of the parts once, where its file is new or changed, and note what it calls."""
        for part in parts:
            paths = [*(self.tree.root / "tests" / part).glob("**/test_*.py")]
            paths += [*(self.tree.root / "src" / "numduel" / part).glob("**/*.py")]
            sums = {str(path.relative_to(self.tree.root)): _sum(path) for path in paths}
            new = [name for name in sums if self.files.get(name, {}).get("sum") != sums[name]]
            if new:
                print(f"learning what the tests of {part} call: {len(new)} files", flush=True)
                self._note(new, sums, self.tree.trace(new))

    def _note(self, names: list[str], sums: dict[str, str], traced: Any) -> None:
        for name in names:
            own = {each: test for each, test in traced["tests"].items() if each.startswith(f"{name}::")}
            left_out = [each for each in traced["failed"] if each.startswith(f"{name}::")]
            self.files[name] = {"sum": sums[name], "tests": own, "left_out": left_out}
        print(f"left out, because they fail without any change or take too long: {len(traced['failed'])}")
        self.kept.write_text(json.dumps(self.files))

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

    def left_out(self) -> list[str]:
        """Tests that fail without any change, or take too long."""
        return [test for kept in self.files.values() for test in kept["left_out"]]

    def known(self) -> list[str]:
        """Tests of which it is noted what they call."""
        return [test for kept in self.files.values() for test in kept["tests"]]

    def early(self, mutant: Mutant) -> bool:
        """Whether what is changed runs while modules are imported, which no test does on its own."""
        if self._early is None:
            tests = [test for kept in self.files.values() for test in kept["tests"].values()]
            self._early = {name for test in tests for name in test["before"]}
        return not mutant.function or f"{mutant.file}:{mutant.function}" in self._early

    def _reaches(self, noted: Any, mutant: Mutant, called: str) -> bool:
        if not self.early(mutant):
            return called in noted["called"]
        return any(name.startswith(f"{mutant.file}:") for name in noted["called"])

    def _imports(self, test: str, file: str) -> bool:
        module = file.removeprefix("src/").removesuffix(".py").replace("/", r"\.")
        package, _, last = module.rpartition(r"\.")
        named = rf"\b{module}\b|from {package} import .*\b{last}\b"
        return test.startswith("tests/") and bool(re.search(named, self.tree.text(test)))


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
