"""Mutants: what is changed in a source, and that tests notice it; the long run is benchmarks/mutation.py."""

import importlib
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
SAMPLE = 3  # each takes as long as starting pytest anew
# Functions of which mutants once got past all tests, and the tests that have noticed every one since.
GUARDED = {
    ("src/numduel/core/verdict.py", "Verdict.before"): "tests/core/test_verdict.py",
    ("src/numduel/core/verdict.py", "Value.winner"): "tests/core/test_verdict.py",
    ("src/numduel/match/player.py", "_is_legal"): "tests/match/test_player.py",
    ("src/numduel/match/record.py", "_move_words"): "tests/match/test_written_records.py",
    ("src/numduel/store/rows.py", "_with_result"): "tests/store/test_rows.py",
}
SOURCE = '''
"""Text is left alone, as are 3 and 4 in it."""
LIMIT: int = 7


@keep(maxsize=5)
def first(numbers: list[int] | None, least: int = 0) -> int:
    """The first."""
    for number in numbers:
        if number > least and not number % 2:
            return number, f"{number + 1}"
        break
    raise ValueError
'''
EXPECTED = [
    ("7", "(8)"),
    ("7", "(6)"),
    ("0", "(1)"),
    ("0", "(-1)"),
    ("number > least and not number % 2", "(not (number > least and (not number % 2)))"),
    ("number > least and not number % 2", "(number > least or not number % 2)"),
    ("number > least", "(number >= least)"),
    ("number > least", "(number <= least)"),
    ("not number % 2", "(number % 2)"),
    ("number % 2", "(number // 2)"),
    ("2", "(3)"),
    ("2", "(1)"),
    ('number, f"{number + 1}"', "(None)"),
    ('number, f"{number + 1}"', "((f'{number + 1}', number))"),
    ("break", "continue"),
    ("raise ValueError", "pass"),
]


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("mutants")


def test_a_source_is_changed_at_every_place_and_nowhere_else(mutants: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "source.py").write_text(SOURCE, encoding="utf-8")
    found = mutants.mutants_of(tmp_path, "source.py")
    assert sorted((each.was, each.becomes) for each in found) == sorted(EXPECTED)
    for each in found:
        made = each.source(tmp_path).decode()
        assert len(made) == len(SOURCE) - len(each.was) + len(each.becomes)
        compile(made, "source.py", "exec")


def test_a_share_has_the_interval_of_wilson(mutants: ModuleType) -> None:
    low, high = importlib.import_module("mutation").wilson(380, 400)
    assert (round(low, 4), round(high, 4)) == (0.9240, 0.9674)


def test_a_sample_of_mutants_is_noticed_by_the_tests_of_their_part(
    mutants: ModuleType, tmp_path: Path
) -> None:
    every = {
        each: tests
        for (file, function), tests in GUARDED.items()
        for each in mutants.mutants_of(ROOT, file)
        if each.function == function
    }
    assert {(each.file, each.function) for each in every} == set(GUARDED)
    mutation = importlib.import_module("mutation_tree")
    tree = mutation.Tree(tmp_path)
    drawn = Random(1).sample(list(every), SAMPLE)
    assert tree.run([*mutation.PYTEST, *sorted({every[each] for each in drawn})], {}, 60) == 0
    survivors = [each.name for each in drawn if tree.outcome(each, [every[each]], 60) == "survived"]
    assert not survivors
