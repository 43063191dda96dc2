"""Settings as data: what a form or a sweep needs, and the same that sentences are made from."""

import dataclasses
import json
from typing import Any

import pytest
from counting import Counting
from strategies import GAMES

import numduel
from numduel import SettingError
from numduel.core.settings import Choice, Kind, Numbers, SettingSchema, Whole, Words

each_game = pytest.mark.parametrize("name", GAMES)


def schema_of(kind: Kind, default: Any = None) -> SettingSchema:
    return kind.schema("size", default, "how large it is")


def test_a_schema_tells_each_setting_in_order() -> None:
    start, most = Counting.schema()
    assert start == SettingSchema(
        name="start",
        kind="whole",
        default=7,
        about="how many there are at the start",
        low=1,
        high=1_000,
        optional=False,
        choices=(),
        allowed="a whole number from 1 to 1000",
    )
    assert most.name == "most"


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Whole(), ("whole", None, None, False, ())),
        (Whole(low=-3), ("whole", -3, None, False, ())),
        (Whole(high=9, optional=True), ("whole", None, 9, True, ())),
        (Numbers(0, 60), ("numbers", 0, 60, False, ())),
        (Numbers(2, 9, optional=True), ("numbers", 2, 9, True, ())),
        (Choice("yes", "no"), ("choice", None, None, False, ("yes", "no"))),
        (Words("plus", "minus"), ("words", None, None, True, ("plus", "minus"))),
    ],
)
def test_each_kind_is_told_with_its_bounds_and_choices(kind: Kind, told: tuple[Any, ...]) -> None:
    schema = schema_of(kind)
    assert (schema.kind, schema.low, schema.high, schema.optional, schema.choices) == told
    assert schema.allowed == kind.allowed


@each_game
def test_a_schema_has_the_settings_of_its_game_with_their_defaults(name: str) -> None:
    kind = numduel.games()[name]
    assert {setting.name: setting.default for setting in kind.schema()} == kind().settings
    assert numduel.load(name).schema() == kind.schema()


@each_game
def test_a_schema_can_be_written_as_json_and_its_default_read_back(name: str) -> None:
    kind = numduel.games()[name]
    for setting in kind.schema():
        written = json.loads(json.dumps(setting.as_json()))
        assert written == setting.as_json()
        assert list(written) == [field.name for field in dataclasses.fields(SettingSchema)]
        assert kind(**{setting.name: written["default"]}) == kind()


@each_game
def test_the_bounds_of_a_schema_are_those_that_a_game_holds_to(name: str) -> None:
    kind = numduel.games()[name]
    for setting in kind.schema():
        beyond = [bound for bound in (setting.low, setting.high) if bound is not None]
        for value in (min(beyond) - 1, max(beyond) + 1) if len(beyond) == 2 else ():
            wrong = (value,) if setting.kind == "numbers" else value
            with pytest.raises(SettingError) as refused:
                kind(**{setting.name: wrong})
            assert str(refused.value) == f"{setting.name} must be {setting.allowed}"


def test_a_kind_of_another_package_has_a_schema_too() -> None:
    class Percentage(Kind):
        low, high = 0, 100

        def read(self, text: str) -> int:
            return int(text.removesuffix("%"))

        def write(self, value: int) -> str:
            return f"{value}%"

        def check(self, value: Any) -> int:
            return int(value)

        @property
        def allowed(self) -> str:
            return "a percentage"

    schema = schema_of(Percentage(), 1 / 2)
    assert (schema.kind, schema.low, schema.high) == ("percentage", 0, 100)
    assert schema.as_json()["default"] == "0.5", "what JSON has no name for is written as text"


@pytest.mark.parametrize(
    ("numbers", "example"), [(Numbers(1, 9), "1-3/5"), (Numbers(1, 4), "1-3"), (Numbers(5, 6), "5/6")]
)
def test_the_example_of_a_set_is_one_that_is_allowed(numbers: Numbers, example: str) -> None:
    assert numbers.allowed.endswith(f"such as {example}")
    assert numbers.check(numbers.read(example))


@pytest.mark.parametrize("value", [range(1, 10**30), range(10**30, 0, -1), range(-(10**30), 5)])
def test_a_range_that_is_not_allowed_is_refused_before_it_is_spelled_out(value: range) -> None:
    with pytest.raises(ValueError, match=r"range"):
        Numbers(1, 9).check(value)


def test_a_range_is_a_set_of_numbers_whichever_way_it_goes() -> None:
    assert Numbers(1, 9).check(range(1, 4)) == Numbers(1, 9).check(range(3, 0, -1)) == (1, 2, 3)
    assert Numbers(1, 9, optional=True).check(range(0)) == ()


@pytest.mark.parametrize("value", [{1: 2}, "12", 5, None, iter([1])])
def test_a_set_of_numbers_is_a_set_or_a_list_of_some_kind(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        Numbers(1, 9).check(value)
