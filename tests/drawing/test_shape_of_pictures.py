"""Pictures as a person sees them: all on the page, nothing covers anything, the shape is sensible."""

import random
import re
from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from pathlib import Path

import pytest
from commandline import numduel
from geometry import Area, Sheet
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import OURS

from numduel import load
from numduel.analysis.review import review
from numduel.core.position import Position
from numduel.drawing.neighbourhood import neighbourhood
from numduel.drawing.position_graph import draw
from numduel.drawing.review_chart import draw_review_chart
from numduel.engine.limits import Limits
from numduel.match.record import Record
from numduel.solver.answers import Answers

PICTURES = [
    ("operation-duel", None),
    ("operation-duel:target=2", None),
    ("operation-duel:target=3", None),
    ("operation-duel:target=31", None),
    ("operation-duel:target=43,add=1/2/6,overshoot=forbidden", None),
    ("operation-duel:target=50,add=1-3,multiply=3/4", None),
    ("operation-duel:target=10000", 3),
    (f"operation-duel:target=1{'0' * 300}", 3),
    ("operation-obliteration", None),
    ("operation-obliteration:no_repeat=both", None),
    ("operation-obliteration:no_repeat=none,high=40", None),
    ("operation-obliteration:start=157,low=5,high=300,no_repeat=none", 4),
    ("top-stack-twelve", None),
    ("top-stack-twelve:limit=8,window=2,supply=2", 3),
    ("top-stack-twelve:limit=11,supply=2", 2),
    ("top-stack-twelve:tokens=1-3,supply=1", None),
    ("top-stack-twelve:limit=500,window=9,tokens=90-99,supply=1", 2),
    ("digit-stack:target=10", None),
    ("digit-stack:target=19191,digits=1-3", 3),
    ("digit-stack:target=99999,repeats=no", 2),
    ("operation-stack:target=10,numbers=1-2,max_stack=3,max_value=12", 4),
    ("operation-stack:numbers=1-3,max_stack=2,max_value=30", None),
    *((game, around) for game in OURS for around in (1, 2)),
]


def drawn(spec: str, around: int | None = None, moves: tuple[str, ...] = ()) -> Sheet:
    game = load(spec)
    position = Position.start(game)
    for move in moves:
        position = position.say(move)
    answers = Answers(game, position.state, Limits(positions=100_000))
    return Sheet(
        draw(game, *neighbourhood(game, position.state, answers, 300, around), f"{game.title} ({spec})")
    )


@pytest.mark.parametrize(("spec", "around"), PICTURES)
def test_a_picture_of_positions_can_be_read(spec: str, around: int | None) -> None:
    sheet = drawn(spec, around)
    everything_is_on_the_page(sheet)
    the_shape_is_sensible(sheet)
    nothing_covers_anything(sheet)
    no_text_is_long(sheet)


def everything_is_on_the_page(sheet: Sheet) -> None:
    outside = [
        (element.attrib, element.text) for element, area in sheet.areas() if not area.inside(sheet.page)
    ]
    assert not outside


def the_shape_is_sensible(sheet: Sheet) -> None:
    wide, high = sheet.page.right, sheet.page.bottom
    assert high <= 3 * wide
    assert wide <= 3 * high


def nothing_covers_anything(sheet: Sheet) -> None:
    boxes, tags, labels = sheet.boxes(), sheet.tags(), sheet.labels()
    assert boxes
    assert not list(clashes(boxes + tags + labels))
    texts = [area for _, area in sheet.texts()]
    assert not list(clashes(texts))
    shapes = boxes + tags
    for text in texts:  # words stand inside whatever they stand on
        assert all(text.inside(area) for area in shapes if text.overlaps(area))


def clashes(areas: list[Area]) -> Iterator[tuple[Area, Area]]:
    """Those that overlap; of two of which one begins where the other has ended, there is nothing to ask."""
    in_order = sorted(areas, key=lambda area: area.left)
    for number, one in enumerate(in_order, 1):
        for other in islice(in_order, number, None):
            if other.left >= one.right:
                break
            if one.overlaps(other):
                yield one, other


def no_text_is_long(sheet: Sheet) -> None:
    legend = max(area.bottom for words, area in sheet.texts() if words == "the start")
    below = [words for words, area in sheet.texts() if area.top > legend + 60]
    assert max(map(len, below), default=0) <= 30


def test_a_picture_of_one_position_is_a_picture_too() -> None:
    sheet = drawn("operation-duel:target=2")
    assert len(sheet.boxes()) == 1
    assert "+1, *2: wins" in sheet.words()


def test_the_children_of_a_position_stand_side_by_side_in_order() -> None:
    sheet = drawn("operation-stack", 2)
    place = {words: area for words, area in sheet.texts() if words.startswith("[")}
    for first in range(1, 10):
        row = [place[f"[{first}, {second}]"] for second in range(1, 10)]
        assert len({area.top for area in row}) == 1
        assert all(one.right < other.left for one, other in pairwise(row))


def test_few_positions_are_joined_by_arrows_and_many_stand_in_a_grid() -> None:
    few = (
        ("operation-obliteration", None),
        ("top-stack-twelve:tokens=1-3,supply=1", None),
        ("digit-stack", 1),
    )
    many = (("top-stack-twelve", None), ("operation-stack", 2), ("operation-duel:target=31", None))
    assert not any("after 1 move" in drawn(*picture).words() for picture in few)
    assert all("after 1 move" in drawn(*picture).words() for picture in many)


def test_the_legend_tells_of_the_signs_in_the_picture_and_of_no_others() -> None:
    endless, solved = drawn("top-stack-twelve").words(), drawn("operation-duel").words()
    assert "nobody can force a win" in endless
    assert "nobody can force a win" not in solved
    assert "more moves behind it" not in endless
    assert "more moves behind it" in drawn("top-stack-twelve", 1).words()


def test_every_written_move_leads_to_a_position_that_has_the_name() -> None:
    for spec in (
        "top-stack-twelve",
        "operation-obliteration",
        "operation-obliteration:no_repeat=none,high=40",
    ):
        words = drawn(spec).words()
        named = {text.split(" → ")[1] for text in words if " → " in text}
        assert named
        for name in named:
            assert sum(text == name or text.startswith(f"{name}: ") for text in words) == 1


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), "gone: none"),
        (("3",), "gone: 3"),
        (("3", "3", "1"), "gone: 1 3 3"),
        (("1", "2", "1", "2", "3", "3", "4"), "left: 4 5 5 6 6"),
    ],
)
def test_a_supply_is_told_by_the_tokens_that_are_gone_or_left(moves: tuple[str, ...], said: str) -> None:
    assert said in drawn("top-stack-twelve:limit=30,supply=2", 1, moves).words()


def test_a_large_supply_is_told_by_how_many_there_are_of_each() -> None:
    sheet = drawn("top-stack-twelve:limit=30,tokens=1-3,supply=9", 1, tuple("123123121"))
    assert "left of each: 5 6 7" in " ".join(sheet.words())


# The course of a game


def chart(spec: str, moves: tuple[str, ...], players: tuple[str, str] = ("", "")) -> Sheet:
    return Sheet(draw_review_chart(review(Record(spec, moves, players=players))))


def some_game(spec: str, most: int, seed: int) -> tuple[str, ...]:
    rng = random.Random(seed)
    position = Position.start(load(spec))
    moves: list[str] = []
    while position.outcome is None and len(moves) < most:
        moves.append(position.game.write(rng.choice(list(position.game.moves(position.state))[:4])))
        position = position.say(moves[-1])
    return tuple(moves)


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(
        [*OURS, "operation-duel:target=400,add=1-3", "top-stack-twelve:limit=8,window=2,supply=2"]
    ),
    st.integers(0, 400),
    st.integers(),
)
def test_the_course_of_any_game_can_be_read(spec: str, most: int, seed: int) -> None:
    a_chart_can_be_read(chart(spec, some_game(spec, most, seed)))


def a_chart_can_be_read(sheet: Sheet) -> None:
    everything_is_on_the_page(sheet)
    the_shape_is_sensible(sheet)
    assert not list(clashes([area for _, area in sheet.texts()]))
    assert "moves made" in " ".join(sheet.words())


def test_a_long_game_is_cut_into_strips_and_says_how_many_errors_have_no_name() -> None:
    judged = review(Record("operation-duel:target=1001,add=1/2", ("+1", "+2", "+1", "+1", "+1") * 110))
    sheet = Sheet(draw_review_chart(judged))
    a_chart_can_be_read(sheet)
    assert sheet.words().count("Player 1 wins") == 6
    named = [words for words in sheet.words() if words[0].isdigit() and ": " in words]
    unnamed = sum(step.error for step in judged.steps) - len(named)
    assert unnamed > 1
    assert f"moves made ({unnamed} errors have no room for a name)" in sheet.words()


def test_the_turning_point_is_always_named() -> None:
    record = Record("operation-duel:target=100000", ("+1",) * 5000 + ("*2",))
    judged = review(record)
    assert judged.turning_point is not None
    sheet = Sheet(draw_review_chart(judged))
    assert f"{judged.turning_point.number}: {judged.turning_point.move}" in sheet.words()


def test_names_of_players_however_long_stay_on_the_page() -> None:
    sheet = chart("operation-duel", ("+1", "*2"), ("Ann" * 200, "Bob & <Co>"))
    everything_is_on_the_page(sheet)
    assert "Player 2: Bob & <Co>" in sheet.words()


def test_a_picture_is_named_by_its_variant(tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    numduel("graph", "operation-duel:target=50,add=1-3,multiply=3/4", "--around", "1", "-o", str(file))
    assert "<title>Operation Duel: fifty</title>" in file.read_text()


def test_labels_of_arrows_do_not_run_into_each_other() -> None:
    game = load("operation-obliteration")
    drawn = draw(game, *neighbourhood(game, game.initial(), Answers(game), 300, None), "title")
    ground = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="white"/><text'
    labels = [tuple(map(float, found)) for found in re.findall(ground, drawn)]
    assert len(labels) > 20
    for (x, y, wide, high), (x2, y2, wide2, high2) in combinations(labels, 2):
        beside = y < y2 + high2 and y2 < y + high
        assert not beside or x + wide + 5 <= x2 or x2 + wide2 + 5 <= x
