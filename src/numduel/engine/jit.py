"""Compiled: plain functions, put together and compiled with numba, once for every machine.

Generic code calls functions such as `step` by name; for each kernel it is compiled anew with that kernel's
own function in the place of the name. numba keeps compiled code on disk by the name of a function and the
state of its file, but knows nothing of what it calls in other files. So the name that it sees carries a
fingerprint of everything that went into it.
"""

import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np

from ..kernels import kernel

Function = Callable[..., Any]
# Errors are as in C, so that division needs no branches, and calls are inlined, so that what is the same for
# every action is worked out once. Nothing is allocated in compiled code, so nothing need be counted either:
# counting references to arrays took two thirds of the time of a step. Nobody calls it from C.
OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "forceinline": True,
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
# What only compiled code calls needs no way in from Python: that would be a third of the time of compiling.
OPTIONS_OF_PARTS = OPTIONS | {"no_cpython_wrapper": True}
CONSTANTS = (bool, int, float, str, tuple)
PART: Any = None  # what a name stands for until a function is put in its place
_fingerprints: dict[Any, str] = {}  # of compiled functions, for those that call them


def _spare_loading_scipy() -> None:
    """Let numba find out whether there is linear algebra without loading it: a quarter of a second.

    It loads scipy to know that, before anything is compiled. What needs it loads it all the same, once it
    is compiled; nothing here does.
    """
    with suppress(ImportError, AttributeError):  # a version of numba that keeps it elsewhere
        algebra: Any = import_module("numba.np.linalg")
        load = algebra.ensure_blas
        algebra.ensure_blas = _expect_scipy
        try:
            import_module("numba.np.arraymath")
        finally:
            algebra.ensure_blas = load


def _expect_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError("scipy is not installed")


_spare_loading_scipy()


def divide_unsigned(number: int, divisor: int) -> tuple[int, int]:
    """What `kernel.divide` returns: division of numbers that may be negative has more cases to tell apart."""
    quotient: Any = np.int64(np.uint64(number) // np.uint64(divisor))
    return quotient, number - quotient * divisor


INSTEAD: dict[Function, Function] = {kernel.divide: divide_unsigned}  # in compiled code


def compiled(function: Function, **parts: Function) -> Any:
    """`function` compiled, with the functions that it calls by name taken from `parts`.

    Other plain functions that it calls are compiled along with it. It runs without the interpreter's
    lock, so that several threads can share the work.
    """
    return _compile(function, tuple(sorted(parts.items())), is_part=False)


def compiled_part(function: Function, **parts: Function) -> Any:
    """The same, to be called by other compiled functions alone."""
    return _compile(function, tuple(sorted(parts.items())), is_part=True)


@cache
def _compile(function: FunctionType, parts: tuple[tuple[str, Function], ...], is_part: bool) -> Any:
    called = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    own = {
        name: compiled_part(INSTEAD.get(each, each), **dict(parts))
        for name, each in called.items()
        if isinstance(each, FunctionType)
    }
    used = {**own, **{name: _ready(part) for name, part in parts}}
    # What other files call constants becomes a part of compiled code.
    constants = {name: each for name, each in called.items() if isinstance(each, CONSTANTS)}
    parts_used = [_fingerprints[part] for _, part in sorted(used.items())]
    fingerprint = _fingerprint(function, [repr((is_part, sorted(constants.items()))), *parts_used])
    name = f"{function.__name__}_{fingerprint}"
    copy = FunctionType(function.__code__, {**function.__globals__, **used}, name, function.__defaults__)
    copy.__qualname__ = name
    copy.__module__ = function.__module__
    made = _jit(copy, OPTIONS_OF_PARTS if is_part else OPTIONS)
    _fingerprints[made] = fingerprint
    return made


def _ready(part: Function) -> Any:
    return part if part in _fingerprints else compiled_part(part)


def _jit(function: FunctionType, options: dict[str, Any]) -> Any:
    try:
        made = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # there is no place to keep it
        return numba.njit(**options)(function)
    _seal(made._cache._cache_file)
    _forgive(made._cache)
    return made


def _seal(kept: Any) -> None:
    """Let code be kept with a seal, and refuse it without.

    numba runs whatever it finds under the right name. A page that a crash has left empty would end the
    process, or lead to a wrong answer; and where two processes compile at once, or a disk gets full between
    index and code, what is there may have been compiled for other types, or for another processor.
    """
    load, save = kept.load, kept.save

    def load_sealed(key: Any) -> Any:
        if (found := load(key)) is None:
            return None
        seal, code = found
        if seal != _seal_of(key, code):
            raise ValueError("this is not what was kept")
        return pickle.loads(code)

    def save_sealed(key: Any, compiled_code: Any) -> None:
        code = kept._dump(compiled_code)
        save(key, (_seal_of(key, code), code))

    kept.load, kept.save = load_sealed, save_sealed


def _seal_of(key: Any, code: bytes) -> bytes:
    return hashlib.blake2b(repr(key).encode() + code, digest_size=16).digest()


def _forgive(kept: Any) -> None:
    """Let code be compiled anew where what was kept is damaged, and be used where the disk takes no more."""
    load, save = kept.load_overload, kept.save_overload

    def load_if_sound(*given: Any) -> Any:
        try:
            return load(*given)
        except Exception:  # whatever reading half a file may raise
            return None

    def save_if_possible(*given: Any) -> None:
        with suppress(Exception):
            try:
                save(*given)
            except OSError:
                return
            except Exception:  # it reads the index first, which may be half a file: then begin it anew
                kept.flush()
                save(*given)

    kept.load_overload, kept.save_overload = load_if_sound, save_if_possible


def _fingerprint(function: FunctionType, parts: list[str]) -> str:
    """What stands for a function as it is written now, and for all that it calls."""
    text = "".join([numba.__version__, function.__name__, _contents(function.__code__.co_filename), *parts])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@cache
def _contents(file: str) -> str:
    # Constants such as the marks come from a file of their own; this one says how to compile.
    files = (Path(file), Path(kernel.__file__), Path(__file__))
    return "".join(each.read_text() for each in files if each.exists())
