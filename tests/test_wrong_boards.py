"""check_game finds what is wrong with a board, and says so in one sentence."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from counting import Counting
from three_in_a_row import State, TicTacToe, TicTacToeBoard

from numduel.core.board import Board, Cell, Choice, Grid, Number, Row, Text, Track
from numduel.testing import GameCheckError, check_game

LEFT = Text("7 6 5 4 3 2 1 0 left")  # says every number that Counting shows


def complaint(board: type[Board[int, int]]) -> str:
    """What is found wrong with this board of a game that is right."""

    class Shown(Counting):
        def board(self) -> Board[int, int]:
            return board(self)

    with pytest.raises(GameCheckError) as caught:
        check_game(Shown())
    assert str(caught.value).isprintable()
    return str(caught.value)


def with_parts(parts: Callable[[int], Any]) -> type[Board[int, int]]:
    class Drawn(Board[int, int]):
        def parts(self, state: int) -> Any:
            return parts(state)

    return Drawn


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("seven", "a part of a board is none: 'seven'"),
        (Number("seven"), "the number on a board is not one: 'seven'"),
        (Number("7", label="two\nlines"), "a text of a board is not one printable line"),
        (Number("7", note="None"), "speaks of None"),
        (Text(" "), "a text on a board is empty"),
        (Text(7), "a text of a board is no text: 7"),  # type: ignore[arg-type]
        (Row((Cell(""),)), "a cell has no text: write EMPTY where nothing stands"),
        (Row((Cell("7", "red"),)), "a cell has an unknown mark: 'red'"),
        (Row((Cell("7"),), window=2), "a row's window is larger than the row"),
        (Track(0, 7, 3.5), "a track goes over whole numbers alone"),  # type: ignore[arg-type]
        (Track(7, 0, 3), "a track's goal and edge must lie from its low to its high end"),
        (Track(0, 7, 3, edge=8), "a track's goal and edge must lie from its low to its high end"),
        (Grid(((Cell("1"), Cell("2")), (Cell("3"),))), "a grid's rows must be alike in length"),
        (Row((Cell("1", move=1),)), "cells have moves, but moves_in_cells does not say so"),
    ],
)
def test_a_part_that_cannot_be_shown_is_found(part: Any, wrong: str) -> None:
    assert wrong in complaint(with_parts(lambda state: (LEFT, part)))


@pytest.mark.parametrize("parts", [(), [LEFT]])
def test_parts_are_a_tuple_with_something_in_it(parts: Any) -> None:
    assert "parts() must return a tuple of one part or more" in complaint(with_parts(lambda state: parts))


def test_a_number_that_only_the_terminal_shows_is_found() -> None:
    told = complaint(with_parts(lambda state: (Text("Some are left."),)))
    assert told == "show() has the number 7, but the board's parts do not say it (counting)"


def test_a_number_is_told_with_or_without_its_commas() -> None:
    class Grouped(Counting):
        def show(self, state: int) -> str:
            return f"{1000 + state:,} less 1000."

        def board(self) -> Board[int, int]:
            return with_parts(lambda state: (Number(str(1000 + state)), Text("less 1,000")))(self)

    check_game(Grouped())


def test_a_board_that_is_not_the_same_every_time_is_found() -> None:
    turn = count()
    assert "parts() is not the same every time" in complaint(
        with_parts(lambda state: (LEFT, Number(str(next(turn)))))
    )


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda made: made[1:], "the move 1 is legal, but no choice has it"),
        (list, "choices() must return a tuple"),
        (lambda made: (*made, "2"), "a choice is none: '2'"),
        (lambda made: (*made, made[0]), "two choices have one move"),
        (
            lambda made: tuple(replace(one, label="take") for one in made),
            "two choices of one group have one label",
        ),
        (lambda made: tuple(replace(one, label="") for one in made), "the choice of 1 has no label"),
        (
            lambda made: tuple(replace(one, leads="\n") for one in made),
            "a choice's leads is not one printable",
        ),
        (lambda made: tuple(replace(one, blocked="no") for one in made), "is blocked, but its move is legal"),
        (lambda made: (*made, Choice(9, "nine", blocked="no")), "a choice has a move that there is not: 9"),
    ],
)
def test_choices_that_nobody_could_use_are_found(change: Any, wrong: str) -> None:
    class Chosen(Board[int, int]):
        def choices(self, state: int) -> Any:
            return change(super().choices(state)) if state else ()

    assert wrong in complaint(Chosen)


def test_an_open_choice_of_a_move_that_is_not_legal_is_found() -> None:
    class Careless(Board[int, int]):
        def offered(self, state: int) -> Sequence[int]:
            return self.game.vocabulary()

    assert "the choice '3' is open, but its move is not legal" in complaint(Careless)


def test_a_choice_of_another_move_is_found() -> None:
    class Swapped(Board[int, int]):
        def choice(self, state: int, move: int) -> Choice:
            return Choice(self.game.moves(state)[-1 - self.game.moves(state).index(move)], str(move))

    assert "choice() of 1 has another move" in complaint(Swapped)


# Moves in cells


def complaint_about_cells(change: Callable[[Cell], Cell]) -> str:
    class Changed(TicTacToeBoard):
        def parts(self, state: State) -> tuple[Grid]:
            (grid,) = super().parts(state)
            assert isinstance(grid, Grid)
            return (Grid(tuple(tuple(map(change, row)) for row in grid.rows)),)

    class Shown(TicTacToe):
        def board(self) -> TicTacToeBoard:
            return Changed(self)

    with pytest.raises(GameCheckError) as caught:
        check_game(Shown())
    return str(caught.value)


def test_a_legal_move_without_a_cell_is_found_though_it_has_a_choice() -> None:
    told = complaint_about_cells(lambda cell: replace(cell, move=None if cell.move == "b2" else cell.move))
    assert told == "the move b2 is legal, but no cell has it (tic-tac-toe)"


def test_cells_with_moves_that_cannot_be_made_are_found() -> None:
    told = complaint_about_cells(lambda cell: replace(cell, move=cell.move or "a1"))
    assert told == "a cell has the move 'a1', which is not legal (tic-tac-toe, after a1)"
    assert "two cells have one move" in complaint_about_cells(lambda cell: replace(cell, move="a1"))
