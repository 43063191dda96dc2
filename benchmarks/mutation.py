"""Changes the sources in small ways, one at a time, and counts how many of the changes tests notice.

    .venv/bin/python benchmarks/mutation.py [--mutants N] [--seed N] [--parts PART …] [--only TEXT]
                            [--minutes N] [--work FOLDER] [--jobs N] [--budget N] [--again] [--long]

Draws mutants (see mutants.py) of core, games, match, solver and store at random, and runs for each the tests
of its part that call the changed function: those below tests/PART, the examples in its docstrings, and tests
of the other four parts that import the changed module by its name. The quickest come first, and the first
failure ends it. All happens in copies of the repo, in a folder where what was found is kept too: run it again
to go on where it stopped, with more mutants or, with `--again`, with those that survived. Tests that take
longer than a few seconds are left out, but not with `--long`; with `--budget`, to look for survivors rather
than to count them, all but the quickest are. Prints how many were killed, survived or ran
out of time, with the 95 % interval of Wilson, and every survivor; exits 1 if fewer than 95 % were noticed.
"""

import argparse
import itertools
import json
import math
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

from mutants import PARTS, Mutant, every_mutant
from mutation_calls import Calls
from mutation_tree import Tree

GOAL = 0.95


class Judges:
    """Trees in which mutants are judged side by side, each by a thread of its own."""

    def __init__(self, work: Path, options: argparse.Namespace) -> None:
        self.trees = [Tree(work / f"{number}") for number in range(options.jobs)]
        self.calls = Calls(work, self.trees[0], options.longest)
        self.thorough, self.budget = options.long, options.budget

    def judge(self, tree: Tree, mutant: Mutant) -> tuple[str, int]:
        """What becomes of a mutant, and how many tests could notice it."""
        tests = self._affordable(self.calls.tests_for(mutant))
        if not tests:
            return "survived", 0
        seconds = (1000 if self.thorough else 30) + 5 * math.ceil(sum(tests.values()))
        verdict = "survived"
        if mutant.function and not self.thorough:
            verdict = tree.outcome_forked(mutant, tests, 60 + 10 * seconds)
        if verdict == "not loaded" or (verdict == "survived" and (self.thorough or self.calls.early(mutant))):
            verdict = self._in_a_new_process(tree, mutant, tests, seconds)
        return verdict, len(tests)

    def _affordable(self, tests: dict[str, float]) -> dict[str, float]:
        """The quickest tests, as many as the budget allows."""
        spent = itertools.accumulate(tests.values())
        return {test: tests[test] for test, so_far in zip(tests, spent, strict=True) if so_far <= self.budget}

    def _in_a_new_process(self, tree: Tree, mutant: Mutant, tests: dict[str, float], seconds: int) -> str:
        orders, known = tree.work / "orders.json", self.calls.known()
        if not self.thorough:
            known += self.calls.left_out()
        orders.write_text(json.dumps({"run": tests, "known": known}))
        files = sorted({test.partition("::")[0] for test in tests})
        return tree.outcome(mutant, files, seconds, MUTATION_TESTS=str(orders))


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
    parser.add_argument("--only", default="", help="leave out mutants whose names do not have this text")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no mutant is begun")
    parser.add_argument("--longest", type=float, default=5.0, help="seconds of tests that are not left out")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "numduel-mutation")
    parser.add_argument("--budget", type=float, default=math.inf, help="seconds of tests that each is given")
    parser.add_argument("--jobs", type=int, default=2, help="mutants judged at a time")
    parser.add_argument("--again", action="store_true", help="judge survivors again")
    parser.add_argument("--long", action="store_true", help="leave no test out, however long it takes")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    judges = Judges(options.work, options)
    everyone = list(every_mutant(judges.trees[0].root, PARTS))
    drawn = list(everyone)
    Random(options.seed).shuffle(drawn)  # so that a larger sample holds the smaller one
    drawn = [each for each in drawn[: options.mutants] if each.part in options.parts]
    drawn = [each for each in drawn if options.only in each.name]
    judges.calls.learn(PARTS)
    known = judge_all(judges, drawn, options)
    judged = {mutant.name: known[mutant.name] for mutant in drawn if mutant.name in known}
    return report(judged, len(everyone), options.seed)


def judge_all(judges: Judges, drawn: list[Mutant], options: argparse.Namespace) -> dict[str, str]:
    """What became of mutants, by their names: those judged before, and those that are judged now."""
    stop = time.monotonic() + 60 * options.minutes
    within = "" if math.isinf(options.budget) else f"-within-{options.budget:g}"  # who survived that may not
    kept = options.work / f"judged{within}.jsonl"
    lines = kept.read_text().splitlines() if kept.exists() else []
    known: dict[str, str] = dict(json.loads(line) for line in lines)
    judged = {name for name, verdict in known.items() if verdict != "survived" or not options.again}
    waiting = enumerate((each for each in drawn if each.name not in judged), 1)
    lock = threading.Lock()

    def work(tree: Tree) -> None:
        while time.monotonic() < stop:
            with lock:
                number, mutant = next(waiting, (0, None))
            if mutant is None:
                return
            start = time.monotonic()
            verdict, tests = judges.judge(tree, mutant)
            took = time.monotonic() - start
            with lock, open(kept, "a") as file:
                known[mutant.name] = verdict
                file.write(json.dumps([mutant.name, verdict]) + "\n")
                print(f"{number:>4} {verdict:<9} {took:5.1f} s {tests:>4} tests  {mutant.name}", flush=True)

    threads = [threading.Thread(target=work, args=(tree,)) for tree in judges.trees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return known


if __name__ == "__main__":
    sys.exit(main())
