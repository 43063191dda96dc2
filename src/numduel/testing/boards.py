"""What has to hold of every board: it shows what there is to know, and every legal move can be made on it."""

import copy
import re
from collections.abc import Iterator
from typing import Any

from ..core.board import MARKS, Cell, Choice, Grid, Number, Part, Row, Text, Track
from ..core.integers import read_integer, shorten_integers
from .conformance import AnyPosition, require, require_line, shown

NUMBERS = re.compile(r"\d+(?:,\d{3})*")


def check_board(position: AnyPosition) -> None:
    """Check what the game's board shows of a position."""
    game, before = position.game, copy.deepcopy(position.state)
    board, again = game.board(), game.board()
    parts, choices = board.parts(position.state), board.choices(position.state)
    require(isinstance(parts, tuple) and len(parts) > 0, "parts() must return a tuple of one part or more")
    require(isinstance(choices, tuple), "choices() must return a tuple")
    for part in parts:
        _check_part(part)
    require(parts == again.parts(position.state), "parts() is not the same every time")
    require(choices == again.choices(position.state), "choices() is not the same every time")
    require(board.moves_in_cells is again.moves_in_cells, "moves_in_cells is not the same every time")
    _check_numbers(game.show(position.state), " ".join(part.say() for part in parts))
    _check_choices(position, choices)
    _check_reach(position, parts, {choice.move for choice in choices})
    require(before == position.state, "showing a state on a board changes it")


def _check_part(part: Part) -> None:
    """Check that a part can be drawn, and be told to those who cannot see it."""
    for text in _texts(part):
        require_shown(text, "a text of a board")
    for cell in cells_of(part):
        _check_cell(cell)
    require_line(part.say(), "a part of a board in words")
    match part:
        case Number(text):
            require(read_integer(text) is not None, f"the number on a board is not one: {shown(text)}")
        case Text(text):
            require(bool(text.strip()), "a text on a board is empty")
        case Row(cells, window=window):
            require(
                type(window) is int and 0 <= window <= len(cells), "a row's window is larger than the row"
            )
        case Track(low, high, at, _, goal, edge, lands):
            numbers = [low, high, at, *lands, *(one for one in (goal, edge) if one is not None)]
            require(all(type(one) is int for one in numbers), "a track goes over whole numbers alone")
            ends = low <= high and all(one is None or low <= one <= high for one in (goal, edge))
            require(ends, "a track's goal and edge must lie from its low to its high end")
        case Grid(rows):
            require(len({len(row) for row in rows}) == 1, "a grid's rows must be alike in length")


def _check_cell(cell: Cell) -> None:
    require_shown(cell.text, "the text of a cell")
    require(bool(cell.text.strip()), "a cell has no text: write EMPTY where nothing stands")
    require(cell.mark in MARKS, f"a cell has an unknown mark: {shown(cell.mark)}")


def _texts(part: Part) -> Iterator[Any]:
    """Every text of a part, those of its cells left aside."""
    require(isinstance(part, Part), f"a part of a board is none: {shown(part)}")
    yield from (getattr(part, name, "") for name in ("text", "label", "note"))


def cells_of(part: Part) -> Iterator[Cell]:
    """The cells of a row or a grid."""
    if isinstance(part, Row):
        yield from part.cells
    elif isinstance(part, Grid):
        yield from (cell for row in part.rows for cell in row)


def require_shown(text: object, what: str) -> None:
    """Raise Violation where a text, its long numbers shortened, is not one line that can be shown."""
    require_line(shorten_integers(text) if isinstance(text, str) else text, what)


def _check_numbers(line: str, words: str) -> None:
    """Check that whoever sees or hears the board is told every number that a terminal shows."""
    told = {one for text in NUMBERS.findall(words) for one in (text.replace(",", ""), *text.split(","))}
    for text in NUMBERS.findall(line):
        found = text.replace(",", "") in told or told.issuperset(text.split(","))
        require(found, f"show() has the number {text}, but the board's parts do not say it")


def _check_choices(position: AnyPosition, choices: tuple[Choice, ...]) -> None:
    """Check that choices can be told apart, and are blocked exactly where their moves are not legal."""
    vocabulary, legal = position.game.vocabulary(), position.moves
    for choice in choices:
        require(isinstance(choice, Choice), f"a choice is none: {shown(choice)}")
        for name in ("label", "group", "leads", "blocked", "left"):
            require_shown(getattr(choice, name), f"a choice's {name}")
        require(bool(choice.label.strip()), f"the choice of {shown(choice.move)} has no label")
        require(choice.move in vocabulary, f"a choice has a move that there is not: {shown(choice.move)}")
        if choice.move in legal:
            require(not choice.blocked, f"the choice {choice.label!a} is blocked, but its move is legal")
        else:
            require(bool(choice.blocked), f"the choice {choice.label!a} is open, but its move is not legal")
    require(len({choice.move for choice in choices}) == len(choices), "two choices have one move")
    labels = {(choice.group, choice.label) for choice in choices}
    require(len(labels) == len(choices), "two choices of one group have one label")


def _check_reach(position: AnyPosition, parts: tuple[Part, ...], chosen: set[Any]) -> None:
    """Check that every legal move can be made: in a cell where moves are made in cells, else by a choice."""
    game, board = position.game, position.game.board()
    moves = [cell.move for part in parts for cell in cells_of(part) if cell.move is not None]
    require(len(moves) == len(set(moves)), "two cells have one move")
    require(board.moves_in_cells or not moves, "cells have moves, but moves_in_cells does not say so")
    for move in moves:
        require(move in position.moves, f"a cell has the move {shown(move)}, which is not legal")
    for move in position.moves:
        text = game.write(move)
        require(board.choice(position.state, move).move == move, f"choice() of {text} has another move")
        found = move in (moves if board.moves_in_cells else chosen)
        where = "cell" if board.moves_in_cells else "choice"
        require(found, f"the move {text} is legal, but no {where} has it")
