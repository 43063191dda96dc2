"""What stands for `typing` where a command starts does all that annotations ask of it."""

import typing
from pathlib import Path

import pytest
from test_deferred import said

from numduel.core import hints
from numduel.core.frozen import Frozen, fields_of

# What makes a process the command, as far as numduel can tell.
LIGHTLY = "import sys; sys.argv, sys.orig_argv = ['numduel'], ['python', 'numduel']; import numduel; "
SOURCE = Path(hints.__file__).parents[2]
APART = ("numduel.adapters", "numduel.testing")  # what no command loads


def test_whoever_imports_numduel_has_the_real_ones() -> None:
    assert all(getattr(hints, name) is getattr(typing, name) for name in hints.__all__)


def test_the_command_has_something_for_each_name_and_does_not_load_typing() -> None:
    code = f"{LIGHTLY}from numduel.core import hints; print('typing' in sys.modules, "
    assert said(f"{code}*(name for name in hints.__all__ if not hasattr(hints, name)))") == "False"


def test_a_named_tuple_is_one() -> None:
    code = """
import pickle
from numduel.core.hints import NamedTuple
class Point(NamedTuple):
    "A place."
    x: int
    y: int = 2
    @property
    def sum(self) -> int:
        return self.x + self.y
one = Point(1)
print(one, one == (1, 2), one.sum, one._replace(x=5), hash(one) == hash((1, 2)), Point.__doc__, Point._fields)
print(pickle.loads(pickle.dumps(one)) == one, hasattr(one, "__dict__"), Point.__mro__[-2] is tuple)
"""
    light, plain = said(LIGHTLY + code), said(code)
    assert light == plain
    assert light.startswith("Point(x=1, y=2) True 3 Point(x=5, y=2) True A place. ('x', 'y')")


def test_generic_classes_and_their_parts_are_what_they_are_otherwise() -> None:
    code = """
from numduel.core.hints import Any, Generic, Literal, Protocol, TypeVar, cast, overload
T = TypeVar("T", bound=int)
class Box(Generic[T]):
    @overload
    def __init__(self, what: T) -> None: ...
    def __init__(self, what: T | None = None) -> None:
        self.what = what
class Round(Protocol):
    def roll(self, how: Literal["far", "near"] | None, far: Any | None) -> Any: ...
class Ball(Box[int], Round): ...
print(Box[int](3).what, Ball(4).what, issubclass(Ball, Box), cast(str, 5))
"""
    assert said(LIGHTLY + code) == said(code) == "3 4 True 5"


@pytest.mark.parametrize("kind", [hints.ClassVar, typing.ClassVar])
def test_a_class_variable_is_no_field(kind: typing.Any) -> None:
    namespace = {"__annotations__": {"one": int, "many": kind[tuple[int, ...]], "bare": kind, "text": "str"}}
    assert fields_of(type("Some", (Frozen,), namespace)) == ("one", "text")


def test_a_class_variable_of_either_is_no_field_where_a_command_starts() -> None:
    code = f"""{LIGHTLY}
from numduel.core import hints
from numduel.core.frozen import Frozen, fields_of
import typing
class Some(Frozen):
    one: int
    many: hints.ClassVar[tuple[int, ...]] = ()
    bare: hints.ClassVar = 1
    real: typing.ClassVar[int] = 2
print(fields_of(Some), hints.ClassVar is typing.ClassVar)
"""
    assert said(code) == "('one',) False"


def test_every_module_that_the_command_may_load_can_be_loaded_so() -> None:
    files = sorted(SOURCE.glob("numduel/**/*.py"))
    names = [".".join(file.relative_to(SOURCE).with_suffix("").parts) for file in files]
    names = [name.removesuffix(".__init__") for name in names if not name.startswith(APART)]
    code = f"""{LIGHTLY}
from importlib import import_module
for name in {names}:
    import_module(name)
print(len([name for name in sys.modules if name.startswith("numduel.")]) > 200)
"""
    assert said(code) == "True"
