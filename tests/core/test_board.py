"""Boards: what a screen shows of any game, in parts that have words of their own."""

import subprocess
import sys
from dataclasses import FrozenInstanceError, asdict
from typing import Any

import pytest
from counting import Counting
from packages import EXAMPLE, ITS_BOARD
from three_in_a_row import TicTacToe

from numduel import Position
from numduel.core import board
from numduel.core.board import EMPTY, Board, Cell, Choice, Grid, Number, Row, Text, Track
from numduel.core.integers import shorten_integers, show_integer, write_integer
from numduel.testing import check_game

# The parts in words


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Number("6"), "6"),
        (Number("6", "number", "14 to go"), "number: 6; 14 to go"),
        (Text("5 left."), "5 left."),
        (Row(()), "empty"),
        (Row((), "stack", up=True), "stack: empty"),
        (Row((Cell("1"), Cell("9"), Cell(EMPTY), Cell(EMPTY)), "number"), "number: 1, 9, 2 empty"),
        (Row((Cell("4"), Cell(EMPTY, "faded"))), "4, empty"),
        (Row((Cell("2"),), "stack", up=True, window=1), "stack: 2"),
        (
            Row((Cell("1"), Cell("5"), Cell("2")), "stack", up=True, window=2, note="sum 7"),
            "stack from bottom to top: 1, 5, 2; the top 2 belong together; sum 7",
        ),
        (Row((Cell("1"), Cell("5")), window=2), "1, 5; the last 2 belong together"),
        (
            Track(1, 20, 6, "to the target", goal=20),
            "to the target: 6 on a scale from 1 to 20; the goal is 20",
        ),
        (Track(0, 12, 8, edge=12, lands=(9, 10)), "8 on a scale from 0 to 12; 12 must not be reached"),
        (Grid(((Cell("1"), Cell("2")), (Cell("3"), Cell(EMPTY)))), "row 1: 1, 2; row 2: 3, empty"),
    ],
)
def test_every_part_can_be_said_in_words(part: board.Part, words: str) -> None:
    assert part.say() == words


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (Cell("3", "goal"), "3 (goal)"),
        (Cell("3", "danger"), "3 (danger)"),
        (Cell("divide", "mine"), "divide (the player to move)"),
        (Cell("●", "theirs"), "the other player"),
        (Cell(EMPTY, "theirs"), "empty (the other player)"),
        (Cell("3", "faded"), "3"),
        (Cell("3", "strong"), "3"),
    ],
)
def test_what_a_mark_means_is_said_and_mere_emphasis_is_not(cell: Cell, words: str) -> None:
    assert cell.say() == words


def test_a_long_row_is_said_from_both_ends() -> None:
    said = Row(tuple(Cell(str(number)) for number in range(1_000)), "stack", up=True).say()
    assert said.startswith("stack from bottom to top: 0, 1, 2,")
    assert said.endswith("9, ... 980 more ..., 990, 991, 992, 993, 994, 995, 996, 997, 998, 999")


def test_parts_keep_every_digit_and_say_a_few() -> None:
    huge = -(7**9_000)
    number, track = Number(write_integer(huge), "number"), Track(huge, -huge, 0, "way", goal=-huge)
    assert number.text == write_integer(huge)
    assert number.say() == f"number: {show_integer(huge)}"
    assert len(track.say()) < 200
    assert Text(f"It is {write_integer(-huge)}.").say() == f"It is {show_integer(-huge)}."


@pytest.mark.parametrize("number", [0, -5, 10**39, 10**40 - 1, 10**40, -(10**40), 3**5_000])
def test_a_number_in_a_text_is_shortened_as_it_would_be_by_itself(number: int) -> None:
    assert shorten_integers(f"from {write_integer(number)}, 5") == f"from {show_integer(number)}, 5"


def test_parts_are_plain_values() -> None:
    cell = Cell("1")
    with pytest.raises(FrozenInstanceError):
        cell.text = "2"  # type: ignore[misc]
    assert asdict(Row((cell,), "stack"))["cells"] == ({"text": "1", "mark": "", "move": None},)
    assert {Number("1"), Number("1"), Text("1")} == {Text("1"), Number("1")}


# The board of a game that has none of its own


def test_a_game_without_a_board_shows_its_line_and_its_legal_moves() -> None:
    plain = Counting().board()
    assert type(plain) is Board
    assert plain.parts(7) == (Text("7 left."),)
    assert plain.choices(2) == (Choice(1, "1", leads="1 left"), Choice(2, "2", leads="0 left"))
    assert plain.choices(0) == ()
    assert not plain.moves_in_cells


def test_what_a_move_leads_to_is_left_out_where_it_is_long() -> None:
    class Wordy(Counting):
        def show(self, state: int) -> str:
            return f"There are still {state} of them left."

    assert [choice.leads for choice in Wordy().board().choices(7)] == ["", "", ""]


def test_the_board_of_the_guide_is_right() -> None:
    names: dict[str, Any] = {"__name__": "countdown"}
    exec(EXAMPLE + ITS_BOARD, names)
    plain, drawn = names["Countdown"], names["CountdownBoard"]
    game = type("Drawn", (plain,), {"board": lambda self: drawn(self)})
    check_game(game, games=5)
    assert game().board().parts(2) == (Number("2", "left"), Track(0, 21, 2, goal=0, lands=(1, 0)))
    assert [choice.label for choice in game().board().choices(2)] == ["take 1", "take 2"]


# A guest whose moves are made in cells


def test_a_game_on_a_grid_is_right() -> None:
    check_game(TicTacToe)


def test_squares_of_a_grid_are_moves_while_they_are_free() -> None:
    position = Position.start(TicTacToe()).say("b2").say("a1")
    (grid,) = position.game.board().parts(position.state)
    assert isinstance(grid, Grid)
    assert [cell.move for row in grid.rows for cell in row] == [
        None,
        "b1",
        "c1",
        "a2",
        None,
        "c2",
        "a3",
        "b3",
        "c3",
    ]
    assert grid.say() == (
        "board: row 1: the other player, 2 empty; row 2: empty, the player to move, empty; row 3: 3 empty"
    )


def test_no_square_is_a_move_once_the_game_is_over() -> None:
    position = Position.start(TicTacToe())
    for move in ("a1", "a2", "b1", "b2", "c1"):
        position = position.say(move)
    (grid,) = position.game.board().parts(position.state)
    assert isinstance(grid, Grid)
    assert [cell.move for row in grid.rows for cell in row] == [None] * 9
    assert position.game.board().choices(position.state) == ()


# Loading


def test_the_parts_are_loaded_only_for_a_screen() -> None:
    program = (
        "import sys, numduel\n"
        "for name in numduel.games(): numduel.Position.start(numduel.load(name)).game.voice().rules()\n"
        "print('numduel.core.parts' in sys.modules)\n"
        "numduel.load('operation-duel').board().parts(1)\n"
        "print('numduel.core.parts' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\nTrue\n"


def test_everything_that_the_module_names_is_there_and_nothing_else() -> None:
    assert all(getattr(board, name) is not None for name in board.__all__)
    with pytest.raises(AttributeError, match=r"module 'numduel.core.board' has no attribute 'Pixel'"):
        _ = board.Pixel


class Lengthy(Counting):
    """Its states are as many signs long as they are large."""

    def show(self, state: int) -> str:
        return "x" * state


def test_what_a_move_leaves_is_told_where_it_fits_on_a_button() -> None:
    plain = Board(Lengthy(start=26))
    assert [choice.leads for choice in plain.choices(26)] == ["", "x" * 24, "x" * 23]
