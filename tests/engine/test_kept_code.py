"""Compiled code that is kept on disk: where it cannot be, or is damaged, it is compiled all the same."""

import errno
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from numba.core import caching, config

from numduel.engine.jit import _jit


def doubled(number: int) -> int:
    return 2 * number


@pytest.fixture
def anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Makes `doubled` to be compiled, kept in a folder of the test's own."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    return lambda: _jit(doubled, {})  # type: ignore[arg-type]


def test_a_full_disk_does_not_keep_code_from_being_used(
    anew: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", refuse)
    assert anew()(21) == 42


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_half_a_file_is_compiled_anew(ending: str, anew: Callable[[], Any], tmp_path: Path) -> None:
    assert anew()(21) == 42
    (kept,) = tmp_path.rglob(f"*.{ending}")
    kept.write_bytes(kept.read_bytes()[:100])
    assert anew()(21) == 42
    made = anew()
    assert made(21) == 42
    assert made.stats.cache_hits  # and kept anew, once for all


def test_one_wrong_byte_is_compiled_anew(anew: Callable[[], Any], tmp_path: Path) -> None:
    assert anew()(21) == 42
    (kept,) = tmp_path.rglob("*.nbc")
    code = kept.read_bytes()
    assert b"cpython" in code
    kept.write_bytes(code.replace(b"cpython", b"cpythom", 1))
    made = anew()
    assert made(21) == 42
    assert not made.stats.cache_hits


def test_code_for_other_types_is_compiled_anew(anew: Callable[[], Any], tmp_path: Path) -> None:
    made = anew()
    assert (made(21), made(2.5)) == (42, 5.0)
    whole, broken = sorted(tmp_path.rglob("*.nbc"))
    copy(broken, whole)  # as two processes may leave it that compile at once
    made = anew()
    assert repr(made(21)) == "42"
    assert not made.stats.cache_hits


def test_what_was_kept_is_used_again(anew: Callable[[], Any]) -> None:
    assert anew()(21) == 42
    made = anew()
    assert made(21) == 42
    assert made.stats.cache_hits
