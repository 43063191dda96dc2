"""Frozen values: everything that a frozen dataclass promises, and what it costs to define one."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

import numduel
from numduel.core.frozen import SELDOM, Frozen, fields_of, replace

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class Point(Frozen):
    """Where something is."""

    x: int
    y: int = 0
    origin: ClassVar[str] = "here"


class Named(Point):
    y: int = 5
    name: str = ""
    _: "KW_ONLY"
    colour: str = "red"


class Checked(Frozen, kw_only=True):
    size: int

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("less than nothing")


@dataclasses.dataclass(frozen=True)
class PlainPoint:
    """Where something is."""

    x: int
    y: int = 0
    origin: ClassVar[str] = "here"


def test_values_are_equal_hashed_and_shown_like_those_of_a_dataclass() -> None:
    assert Point(1) == Point(x=1, y=0) != Point(1, 2)
    assert Point(1) != Named(1)
    assert hash(Point(1, 2)) == hash(PlainPoint(1, 2))
    assert repr(Point(1)) == repr(PlainPoint(1)).replace("PlainPoint", "Point")


@pytest.mark.parametrize("given", [((), {}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1})])
def test_values_that_do_not_fit_are_refused_like_those_of_a_dataclass(given: Any) -> None:
    class Fresh(Frozen):  # of which no value has been made yet
        x: int
        y: int = 0

    for kind in (Fresh, Point, PlainPoint):
        with pytest.raises(TypeError):
            kind(*given[0], **given[1])


def test_the_first_values_of_a_class_are_made_like_all_later_ones() -> None:
    class Size(Checked):
        unit: str = "m"

    for _ in range(SELDOM + 2):
        assert (Size(size=2), list(vars(Size(unit="km", size=1)))) == (
            Size(size=2, unit="m"),
            ["size", "unit"],
        )
        with pytest.raises(ValueError, match="less than nothing"):
            Size(size=-1)


def test_a_subclass_keeps_the_order_of_its_bases_fields_and_adds_its_own() -> None:
    assert fields_of(Named) == ("x", "y", "name", "colour")
    assert repr(Named(1, colour="blue")).endswith("(x=1, y=5, name='', colour='blue')")
    with pytest.raises(TypeError):
        Named(1, 2, "a", "blue")  # type: ignore[call-arg]
    match Named(1, 2, "a"):
        case Named(x, y, name):
            assert (x, y, name) == (1, 2, "a")


class Even(Frozen):
    """Two of them are equal where both are even, or both odd."""

    number: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Even) and (self.number - other.number) % 2 == 0

    __hash__ = None  # type: ignore[assignment]


class StillEven(Even):
    """Adds nothing."""


def test_a_subclass_without_fields_is_compared_as_its_base_says() -> None:
    assert StillEven(1) == StillEven(3) != StillEven(4)
    assert StillEven(2) == Even(4)


def test_what_is_checked_is_checked_also_when_something_is_replaced() -> None:
    assert replace(Checked(size=1), size=2) == Checked(size=2)
    with pytest.raises(ValueError, match="less than nothing"):
        replace(Checked(size=1), size=-1)


def test_nothing_can_be_changed() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x


def test_the_standard_library_takes_it_for_a_dataclass() -> None:
    point = Point(1, 2)
    assert dataclasses.is_dataclass(point)
    assert dataclasses.asdict(point) == {"x": 1, "y": 2}
    assert dataclasses.replace(point, y=3) == Point(1, 3)
    assert [field.name for field in dataclasses.fields(Named)] == list(fields_of(Named))
    assert inspect.signature(Point) == inspect.signature(PlainPoint)
    assert copy.deepcopy(point) == pickle.loads(pickle.dumps(point)) == point


def test_positions_are_pickled_and_replaced() -> None:
    position = numduel.Position.start(numduel.load("operation-duel")).say("+1")
    assert pickle.loads(pickle.dumps(position)) == copy.copy(position) == position
    assert dataclasses.replace(position, ply=3).player == 2


def test_defining_and_using_one_loads_no_dataclasses() -> None:
    code = """
import sys
from numduel.core.frozen import Frozen
class Point(Frozen):
    x: int
print(Point(1), Point(1) == Point(1), {Point(1)}, "dataclasses" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Point(x=1) True {Point(x=1)} False\n"
