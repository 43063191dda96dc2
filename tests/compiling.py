"""Compiles tests, with their assertions rewritten by pytest, and the program, before anything is run.

pytest does so with each file that it loads. Workers that start together load the same files at the same time,
and so in a new clone each of them would spend ten seconds on what one can do for all.
"""

import compileall
import sys
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

HERE = Path(__file__).resolve().parent


def compile_tests(config: pytest.Config) -> None:
    """Compile what has changed of the tests that are asked for, and of what they use."""
    if sys.dont_write_bytecode:
        return
    asked = [Path(argument.partition("::")[0]) for argument in config.args]
    for path in asked:
        for test in path.rglob("test_*.py") if path.is_dir() else [path][: path.suffix == ".py"]:
            _rewrite(test.resolve(), config)
    compileall.compile_dir(HERE, maxlevels=0, quiet=2)
    compileall.compile_dir(HERE.parent / "src", quiet=2)


def _rewrite(test: Path, config: pytest.Config) -> None:
    """Do what pytest does when it loads a test, but load nothing."""
    folder = rewrite.get_cache_dir(test)
    kept = folder / f"{test.stem}{rewrite.PYC_TAIL}"
    if rewrite._read_pyc(test, kept) is None and rewrite.try_makedirs(folder):
        hashed, code = rewrite._rewrite_test(test, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, hashed, kept)
