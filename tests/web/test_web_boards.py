"""Boards and choices in HTML: every legal move can be made in one way, and nothing else can be pressed."""

import re
from typing import Any

import pytest
from markup import Page
from three_in_a_row import TicTacToe
from views import played, view_of

import numduel
from numduel.core.game import Game
from numduel.core.parts import Track
from numduel.core.position import Position, canonical_moves
from numduel.core.verdict import Value, Verdict
from numduel.web.rendering.boards import draw_board, position_before
from numduel.web.rendering.choices import choice_links, draw_choices, move_keys
from numduel.web.rendering.controls import Buttons, Links
from numduel.web.rendering.digits import brief
from numduel.web.rendering.render import regions
from numduel.web.rendering.tracks import draw_track

SPECS = [
    spec
    for name, kind in numduel.games().items()
    for spec in (name, *(f"{name}:{variant.name}" for variant in kind.variants))
]
STRANGE = [
    "operation-stack:target=10,numbers=0-3,operations=swap/negate/double",
    "digit-stack:target=" + "7" * 300,
    "operation-duel:target=" + "9" * 1_200,
    "top-stack-twelve:limit=100,window=20,tokens=1-30",
    "operation-duel:add=1-40",
]
GAMES: list[Game[Any, Any]] = [*map(numduel.load, SPECS + STRANGE), TicTacToe()]


def after(game: Game[Any, Any], *moves: str) -> Position[Any, Any]:
    position = Position.start(game)
    for move in moves:
        position = position.play(canonical_moves(game)[move])
    return position


def drawn_after(game: Game[Any, Any], *moves: str) -> str:
    """The board after these moves, with what the last of them has changed."""
    return draw_board(after(game, *moves), after(game, *moves[:-1]) if moves else None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec[:40])
def test_every_legal_move_has_exactly_one_button(game: Game[Any, Any]) -> None:
    for plies in range(14):
        view = view_of(game, played(game, plies, seed=plies))
        shown = regions(view)
        page = Page(shown["board"] + shown["choices"])
        assert page.problems == []
        legal = [] if view.result else [game.write(move) for move in view.position.moves]
        assert sorted(page.moves()) == sorted(legal)
        assert all(each["ply"] == len(view.moves) for each in page.commands())
        assert {each["seat"] for each in page.commands()} <= {view.position.player}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec[:40])
def test_every_legal_move_has_exactly_one_link_where_positions_are_looked_at(game: Game[Any, Any]) -> None:
    for plies in range(0, 14, 3):
        moves = played(game, plies, seed=plies)
        position = after(game, *moves)
        links = Links(lambda move: f"/to?{move}")
        drawn = draw_board(position, position_before(position, moves), links) + choice_links(
            position, lambda move: f"/to?{move}"
        )
        page = Page(drawn)
        assert page.problems == []
        addresses = [each["href"] for tag, each in page.elements if tag == "a"]
        assert sorted(addresses) == sorted(f"/to?{game.write(move)}" for move in position.moves)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec[:40])
def test_all_that_the_parts_say_is_on_the_page(game: Game[Any, Any]) -> None:
    for plies in (0, 3, 6):
        moves = played(game, plies, seed=1)
        position = after(game, *moves)
        page = Page(drawn_after(game, *moves))
        labels = [each.get("aria-label", "") for _, each in page.elements]
        whole = " ".join([page.text, *labels])
        for part in game.board().parts(position.state):
            label = getattr(part, "label", "")
            assert label in whole
            assert getattr(part, "note", "") in whole


def test_a_blocked_choice_says_why_and_cannot_be_pressed() -> None:
    game = numduel.load("top-stack-twelve:two-of-each")
    page = Page(regions(view_of(game, ["1", "1"]))["choices"])
    (blocked,) = page.with_class("blocked")
    assert blocked["id"] == "play-1"
    assert "data-command" not in blocked
    assert "none left" in page.text
    assert "1" not in page.moves()


def test_values_are_a_glyph_a_word_and_a_number() -> None:
    game = numduel.load("operation-duel")
    values = {"+1": Verdict(Value.WIN, 4), "*2": Verdict(Value.ENDLESS)}
    page = Page(draw_choices(Position.start(game), Buttons(1, 0, 0, move_keys(game)), values))
    assert "✓ wins in 4" in page.text
    assert "∞ holds" in page.text
    assert len(page.with_class("win")) == len(page.with_class("endless")) == 1


def test_a_grid_shows_values_in_its_cells_and_names_their_places() -> None:
    values = {"a1": Verdict(Value.DRAW, 9), "b2": Verdict(Value.LOSS, 2)}
    game = TicTacToe()
    drawn = draw_board(Position.start(game), None, Buttons(1, 0, 0, move_keys(game)), values)
    labels = {each["id"]: each["aria-label"] for tag, each in Page(drawn).elements if tag == "button"}
    assert labels["play-a1"] == "row 1, column 1, a1: draws in 9"
    assert labels["play-b2"] == "row 2, column 2, b2: loses in 2"
    assert labels["play-c3"] == "row 3, column 3, c3"


def test_a_mark_belongs_to_the_same_player_after_every_move() -> None:
    for moves in (("a1",), ("a1", "b2"), ("a1", "b2", "c3"), ("a1", "b2", "c3", "a3")):
        tiles = Page(drawn_after(TicTacToe(), *moves)).with_class("tile")
        first, second = tiles[0]["class"].split(), tiles[4]["class"].split()
        assert "p1" in first
        assert "p2" in second or len(moves) == 1


def test_signs_of_the_two_players_differ_for_those_who_see_no_colours() -> None:
    moves = ("a1", "b2")
    page = Page(drawn_after(TicTacToe(), *moves))
    assert [each["class"] for each in page.with_class("mark")] == ["mark p1", "mark p2"]
    assert "(Player 1)" in page.text
    assert "(Player 2)" in page.text


def test_each_players_own_tile_stays_in_its_place() -> None:
    game = numduel.load("operation-obliteration")
    for moves in (("divide",), ("divide", "divide"), ("divide", "divide", "add")):
        tiles = Page(drawn_after(game, *moves)).with_class("tile")
        assert ["p1" in each["class"].split() for each in tiles] == [True, False]


@pytest.mark.parametrize(
    ("spec", "moves"),
    [("top-stack-twelve", ("1", "2")), ("operation-stack", ("4", "9")), ("digit-stack", ("1", "2"))],
)
def test_the_tile_of_the_last_move_is_marked(spec: str, moves: tuple[str, ...]) -> None:
    page = Page(drawn_after(numduel.load(spec), *moves))
    assert len(page.with_class("new")) == 1


def test_a_mark_on_the_grid_is_marked_as_new_only_once() -> None:
    moves = ("a1", "b2", "c3")
    new = Page(drawn_after(TicTacToe(), *moves)).with_class("new")
    assert len(new) == 1
    assert "p1" in new[0]["class"]


def test_past_an_edge_both_the_edge_and_where_one_stands_are_told() -> None:
    drawn = draw_track(Track(low=0, high=11, at=16, edge=11, label="sum"))
    assert re.findall(r'<text class="(\w+)" x="(\d+)" y="55">(\d+)<', drawn) == [
        ("low", "22", "0"),
        ("high", "338", "11"),
        ("here", "351", "16"),
    ]


def test_a_track_shows_where_the_last_move_came_from() -> None:
    game = numduel.load("operation-duel")
    assert len(Page(drawn_after(game, "+1")).with_class("was")) == 1
    assert Page(draw_board(Position.start(game))).with_class("was") == []


def test_a_stack_has_its_top_first_and_room_above() -> None:
    game = numduel.load("top-stack-twelve:limit=100")
    moves = ("1", "2", "3", "4")
    page = Page(drawn_after(game, *moves))
    assert "4 3 2 1" in page.text
    assert len(page.with_class("slot")) == 1


def test_a_tall_stack_is_cut_and_says_what_is_below() -> None:
    game = numduel.load("operation-stack")
    moves = tuple("123456789" * 4)
    page = Page(drawn_after(game, *moves))
    assert "28 more below" in page.text
    assert len(page.with_class("tile")) == 9  # eight, and room for the next


def test_a_long_number_is_shortened_and_can_be_seen_whole() -> None:
    digits = "1" + "2" * 1_000
    game = numduel.load(f"operation-duel:start={digits},target={digits}9")
    html = draw_board(Position.start(game))
    page = Page(html)
    assert page.problems == []
    assert "12222222…22222222" in page.text
    assert "1,001 digits" in page.text
    assert digits in page.text


def test_only_long_numbers_are_shortened() -> None:
    assert brief("row 1, column 1 of a very long board") == "row 1, column 1 of a very long board"
    assert brief("-" + "1" * 30) == "-11111111…11111111"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec[:40])
def test_keys_play_different_moves(game: Game[Any, Any]) -> None:
    keys = move_keys(game)
    assert len({*keys.values()}) == len(keys)
    assert not {"?", "/", " ", ""} & {*keys.values()}
    assert len(keys) == min(len(game.vocabulary()), 26)
