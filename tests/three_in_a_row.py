"""Tic-tac-toe, a guest on a grid: its moves are made by tapping squares."""

from collections.abc import Sequence
from dataclasses import dataclass

from numduel import Game, Outcome, Side
from numduel.core import board

State = tuple[str, ...]  # a mark for each square, row by row: mine, theirs, or none
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
OTHERS = {"mine": "theirs", "theirs": "mine", "": ""}


@dataclass(frozen=True)
class TicTacToe(Game[State, str]):
    """A move is a square, `a1` to `c3`: a column and a row."""

    name = "tic-tac-toe"
    title = "Tic-Tac-Toe"
    summary = "Three in a row win."

    def initial(self) -> State:
        return ("",) * 9

    def moves(self, state: State) -> Sequence[str]:
        free = [square for square, mark in zip(self.vocabulary(), state, strict=True) if not mark]
        return [] if self._has_line(state) else free

    def play(self, state: State, move: str) -> State:
        at = self.vocabulary().index(move)
        return tuple("theirs" if square == at else OTHERS[mark] for square, mark in enumerate(state))

    def outcome(self, state: State) -> Outcome | None:
        if self._has_line(state):
            return Outcome(Side.PREVIOUS, "three in a row")
        return None if "" in state else Outcome(None, "the board is full")

    def _has_line(self, state: State) -> bool:
        return any(all(state[square] == "theirs" for square in line) for line in LINES)

    def vocabulary(self) -> Sequence[str]:
        return [column + row for row in "123" for column in "abc"]

    def show(self, state: State) -> str:
        return " ".join({"mine": "m", "theirs": "t", "": "."}[mark] for mark in state)

    def features(self, state: State) -> Sequence[int]:
        return [("theirs", "", "mine").index(mark) - 1 for mark in state]

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((-1, 1),) * 9

    def board(self) -> "TicTacToeBoard":
        return TicTacToeBoard(self)


class TicTacToeBoard(board.Board[State, str]):
    """Nine squares."""

    moves_in_cells = True

    def parts(self, state: State) -> "board.Parts":
        legal = self.game.moves(state)
        cells = [
            board.Cell("●" if mark else board.EMPTY, mark, square if square in legal else None)
            for square, mark in zip(self.game.vocabulary(), state, strict=True)
        ]
        return (board.Grid((tuple(cells[:3]), tuple(cells[3:6]), tuple(cells[6:])), "board"),)

    def choice(self, state: State, move: str) -> "board.Choice":
        return board.Choice(move, f"row {move[1]}, column {'abc'.index(move[0]) + 1}")
