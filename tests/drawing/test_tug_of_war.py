"""The tug of war of a review: every knot on the right side, nothing off the page, also in the dark."""

import random
import re
from xml.etree import ElementTree

import pytest
from strategies import GAMES

import numduel
from numduel.analysis.review import Review, review
from numduel.core.position import Position
from numduel.core.verdict import Value
from numduel.drawing.dark import GROUND, INK, darken
from numduel.drawing.neighbourhood import neighbourhood
from numduel.drawing.position_graph import draw
from numduel.drawing.tug_of_war import MIDDLE, WIDTH, draw_tug_of_war
from numduel.match.record import Record

SVG = "{http://www.w3.org/2000/svg}"


def played(spec: str, seed: int, most: int = 60, **about: object) -> Review:
    game, rng = numduel.load(spec), random.Random(seed)
    moves: list[str] = []
    position = Position.start(game)
    while position.moves and len(moves) < most:
        move = rng.choice(position.moves)
        moves.append(game.write(move))
        position = position.play(move)
    return review(Record(game.spec, tuple(moves), max_turns=most, **about).with_result(""))  # type: ignore[arg-type]


def ropes(svg: str) -> list[tuple[float, float, float, float]]:
    """The pieces of rope, each from one knot to the next."""
    found = re.findall(r'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', svg)
    return [(float(a), float(b), float(c), float(d)) for a, b, c, d in found]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_knot_is_on_the_side_of_whoever_wins_and_on_the_page(name: str, seed: int) -> None:
    made = played(name, seed)
    svg = draw_tug_of_war(made)
    page = ElementTree.fromstring(svg)
    height = float(page.attrib["height"])
    rope = ropes(svg)
    knots = [rope[0][:2], *(piece[2:] for piece in rope)] if rope else []
    assert len(knots) == (len(made.value_history) if rope else 0)
    for (x, y), value in zip(knots, made.value_history, strict=False):
        side = {Value.WIN: -1, Value.LOSS: 1}.get(value, 0)
        assert (x - MIDDLE > 0) - (x - MIDDLE < 0) == side
        assert 0 < x < WIDTH
        assert 0 < y < height


def test_the_nearer_the_end_the_further_out() -> None:
    made = review(Record("operation-duel:target=9", ("+1",) * 8).with_result(""))
    assert set(made.value_history) == {Value.LOSS}
    rope = ropes(draw_tug_of_war(made))
    assert [x for x, *_ in rope] == sorted(x for x, *_ in rope)
    assert rope[-1][2] > rope[0][0]


def test_moves_that_gave_something_away_are_crossed_and_named_first() -> None:
    svg = draw_tug_of_war(review(Record("operation-duel:target=5", ("+1", "*2", "+1")).with_result("")))
    texts = [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert "✗ 2. *2" in texts
    assert {"1. +1", "3. +1"} < set(texts)


def test_a_long_game_is_drawn_closer_and_still_names_its_turning_point() -> None:
    made = played("top-stack-twelve", 3, most=500)
    moves = tuple("1" for _ in range(500))
    long = review(Record("operation-stack", moves, max_turns=500).with_result(""))
    assert float(ElementTree.fromstring(draw_tug_of_war(long)).attrib["height"]) < 1_800
    turning = made.turning_point
    assert turning is not None
    assert f"✗ {turning.number}. {turning.move}" in draw_tug_of_war(made)


def test_strange_names_and_a_game_without_moves_are_drawn() -> None:
    made = review(Record("operation-duel", players=("<b>" * 30, "\x1b[31m"), max_turns=9))
    svg = draw_tug_of_war(made)
    ElementTree.fromstring(svg)
    assert "<b>" not in svg
    assert "\x1b" not in svg


@pytest.mark.parametrize("name", GAMES)
def test_in_the_dark_every_colour_is_another_and_text_is_light(name: str) -> None:
    game = numduel.load(name)
    answers = numduel.solve(game)
    graph = draw(game, *neighbourhood(game, game.initial(), answers, 300, 1), "title")
    for svg in (graph, draw_tug_of_war(played(name, 1))):
        dark = darken(svg)
        page = ElementTree.fromstring(dark)
        assert page.attrib["fill"] == INK
        assert f'fill="{GROUND}"' in dark
        colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg)) - {"none"}
        assert not colours & set(re.findall(r'(?:fill|stroke)="([^"]+)"', dark))
        assert [e.text for e in page.iter(f"{SVG}text")] == [
            e.text for e in ElementTree.fromstring(svg).iter(f"{SVG}text")
        ]
