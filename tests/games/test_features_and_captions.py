"""Features, captions and measures: what programs and pictures are told of a position, number by number."""

from collections.abc import Mapping
from typing import Any

import pytest

import numduel
from numduel import Position

FEATURES: dict[tuple[str, str], tuple[int, ...]] = {
    ("operation-stack", ""): (0, *[0] * 16),
    ("operation-stack", "4 5 6"): (3, 6, 5, 4, *[0] * 13),
    ("operation-stack", "9 8 7 " + "1 " * 13 + "5 6"): (18, 6, 5, *[1] * 13, 7),
    ("operation-stack:max_stack=2", "4"): (1, 4, 0),
    ("operation-stack:max_stack=2", "4 5"): (2, 5, 4),
    ("operation-duel", "+1 *2"): (4,),
    ("operation-obliteration", "divide divide"): (3, 3, 3),
    ("operation-obliteration:no_repeat=opponent,start=13", "multiply divide"): (20, 0, 3),
    ("operation-obliteration:no_repeat=both,start=13", "multiply divide"): (20, 4, 3),
    ("operation-obliteration:no_repeat=none,start=13", "multiply divide"): (20, 0, 0),
    ("digit-stack", "1 2"): (12,),
    ("digit-stack:target=5432,multiple=7", ""): (0, 0, 0),
    ("digit-stack:target=5432,multiple=7", "5"): (1, 0, 5),
    ("digit-stack:target=5432,multiple=7", "5 5"): (2, 1, 6),
    ("digit-stack:target=5432,reach=1", "5 4 3 3"): (4, 1, 3),
    ("digit-stack:target=5432,reach=1", "4 4 4 4 4"): (5, 1, 4),
    ("digit-stack:target=5432,digits=2-5,repeats=no,reach=1", "4 3"): (2, -1, 3, 0, 1, 1, 0),
    ("top-stack-twelve:window=1", "4"): (0,),
    ("top-stack-twelve:window=2", "4 5"): (5,),
    ("top-stack-twelve:window=4", "1 2"): (2, 1, 0),
    ("top-stack-twelve:window=3,tokens=1-3,supply=2", "1 2 1"): (1, 2, 0, 1, 2),
}


def at(spec: str, line: str) -> Position[Any, Any]:
    position: Position[Any, Any] = Position.start(numduel.load(spec))
    for text in line.split():
        position = position.say(text)
    return position


@pytest.mark.parametrize(("spec", "line"), FEATURES)
def test_the_features_of_a_position_are_these(spec: str, line: str) -> None:
    position = at(spec, line)
    assert tuple(position.game.features(position.state)) == FEATURES[spec, line]


@pytest.mark.parametrize(
    ("no_repeat", "barred"),
    [("own", ("add",)), ("opponent", ("divide",)), ("both", ("add", "divide")), ("none", ())],
)
def test_last_operations_are_barred_by_whose_they_are(no_repeat: str, barred: tuple[str, ...]) -> None:
    game: Any = numduel.load(f"operation-obliteration:no_repeat={no_repeat}")
    state = game.initial()._replace(mine="add", theirs="divide")
    assert game.barred(state) == barred


SUPPLY = "top-stack-twelve:limit=99,window=9,tokens=1-4,supply="
CAPTIONS: dict[tuple[str, str], list[str]] = {
    ("top-stack-twelve", "1 2 3"): ["[3, 2, ...]"],
    ("top-stack-twelve:window=1", "1"): ["[...]"],
    ("top-stack-twelve:limit=99,window=9", "1 2 3 4 5 6"): ["[6, 5, 4, 3, 2, 1]"],
    ("top-stack-twelve:limit=99,window=9", "1 2 3 4 5 6 1"): ["[1, 6, 5, 4, 3, 2, ...]"],
    (f"{SUPPLY}2", ""): ["[]", "gone: none"],
    (f"{SUPPLY}2", "1 1 4"): ["[4, 1, 1]", "gone: 1 1 4"],
    (f"{SUPPLY}2", "1 1 4 2"): ["[2, 4, 1, 1]", "gone: 1 1 2 4"],
    (f"{SUPPLY}2", "1 1 4 2 2"): ["[2, 2, 4, 1, 1]", "left: 3 3 4"],
    (f"{SUPPLY}9", "1 1 2 2 3 3 4 4"): ["[4, 4, 3, 3, 2, 2, ...]", "gone: 1 1 2 2 3 3 4 4"],
    (f"{SUPPLY}9", "1 1 2 2 3 3 4 4 1"): ["[1, 4, 4, 3, 3, 2, ...]", "left of each: 6 7 7 7"],
    ("digit-stack:target=5432,digits=2-5,repeats=no,reach=1", "4 3"): [
        *("2 digits, below", "last 3", "used 3 4")
    ],
    ("digit-stack:target=5432,multiple=7", "5"): ["1 digit, on", "remainder 5"],
    ("digit-stack:target=5432,multiple=7", "5 5"): ["2 digits, above", "remainder 6"],
    ("digit-stack:target=5432,multiple=7", ""): ["no digits"],
    ("operation-obliteration", "divide"): ["6", "other: divide"],
    ("operation-obliteration:start=8", "divide divide"): ["2", "own: divide", "other: divide"],
    ("operation-obliteration:start=8,no_repeat=opponent", "divide"): ["4", "other: divide"],
    ("operation-obliteration:start=8,no_repeat=none", "divide divide"): ["2"],
}


@pytest.mark.parametrize(("spec", "line"), CAPTIONS)
def test_the_caption_of_a_position_is_this(spec: str, line: str) -> None:
    position = at(spec, line)
    assert list(position.game.voice().caption(position.state)) == CAPTIONS[spec, line]


@pytest.mark.parametrize(
    ("spec", "line", "measures"),
    [
        ("top-stack-twelve:window=1", "4", {}),
        ("top-stack-twelve:window=2", "4 1", {"the top number": 1}),
        ("top-stack-twelve", "", {"the top number": 0, "the sum of the top 2 numbers": 0}),
        ("top-stack-twelve", "4 1 2", {"the top number": 2, "the sum of the top 2 numbers": 3}),
        (
            "top-stack-twelve:window=2,tokens=1-3,supply=2",
            "1",
            {"the top number": 1, "the number of tokens left": 5},
        ),
        (
            "operation-stack",
            "4 5 6",
            {"the height of the stack": 3, "the top number": 6, "the sum of the stack": 15},
        ),
        (
            "operation-stack",
            "",
            {"the height of the stack": 0, "the top number": 0, "the sum of the stack": 0},
        ),
        ("operation-obliteration", "divide", {"the number": 6}),
    ],
)
def test_the_measures_of_a_position_are_these(spec: str, line: str, measures: Mapping[str, int]) -> None:
    position = at(spec, line)
    assert position.game.voice().measures(position.state) == measures


@pytest.mark.parametrize(
    ("state", "brief"),
    [((1, 2, 3, 4, 5, 6), "[1, 2, 3, 4, 5, 6]"), ((1,) * 7, "[1, 1, 1, ... 1 more ..., 1, 1, 1]")],
)
def test_a_stack_of_up_to_six_is_brief_enough(state: tuple[int, ...], brief: str) -> None:
    assert numduel.load("operation-stack").voice().brief(state) == brief
    piled: Any = numduel.load("top-stack-twelve:limit=99")
    assert piled.voice().brief(piled.initial()._replace(stack=state[::-1])) == brief
