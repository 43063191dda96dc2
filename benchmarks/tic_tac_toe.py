"""Tic-tac-toe as a numduel game, so that peers can be met on the very game they bring along.

    .venv/bin/python benchmarks/tic_tac_toe.py

Counts its games and positions, which are well known.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from numduel import Game, Outcome, Side

SQUARES = range(9)
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # three bits an octal digit: a row
# For each set of squares: whether it holds a line, and which squares it leaves free.
HAS_LINE = tuple(any(squares & line == line for line in LINES) for squares in range(512))
FREE = tuple(tuple(square for square in SQUARES if not squares >> square & 1) for squares in range(512))
LINE_MADE = Outcome(Side.PREVIOUS, "three in a row")
FULL = Outcome(None, "the board is full")


State = tuple[int, int]  # the squares of the player to move and of the other one, a bit each


@dataclass(frozen=True)
class TicTacToe(Game[State, int]):
    """A move is the number of a square, 0 to 8, row by row."""

    name = "tic-tac-toe"
    title = "Tic-Tac-Toe"
    summary = "Three in a row win."

    def initial(self) -> State:
        return 0, 0

    def moves(self, state: State) -> Sequence[int]:
        mine, theirs = state
        return () if HAS_LINE[theirs] else FREE[mine | theirs]

    def play(self, state: State, move: int) -> State:
        mine, theirs = state
        return theirs, mine | 1 << move

    def outcome(self, state: State) -> Outcome | None:
        mine, theirs = state
        if HAS_LINE[theirs]:
            return LINE_MADE
        return None if FREE[mine | theirs] else FULL

    def vocabulary(self) -> Sequence[int]:
        return SQUARES

    def size(self) -> float:
        return 3**9

    def features(self, state: State) -> Sequence[int]:
        """Each square: 1 is held by the player to move, -1 by the other, 0 by nobody."""
        mine, theirs = state
        return tuple((mine >> square & 1) - (theirs >> square & 1) for square in SQUARES)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((-1, 1),) * len(SQUARES)


def ended_after(game: TicTacToe, state: State, ply: int, ends: list[int], seen: set[State]) -> None:
    """Count the games that end after each number of plies, and every state on the way."""
    seen.add(state)
    if game.outcome(state) is not None:
        ends[ply] += 1
    for move in game.moves(state):
        ended_after(game, game.play(state, move), ply + 1, ends, seen)


def main() -> None:
    ends, seen = [0] * 10, set[State]()
    ended_after(TicTacToe(), (0, 0), 0, ends, seen)
    print(f"games by length: {ends}, in all {sum(ends):,} (known: 255,168)")
    print(f"positions: {len(seen):,} (known: 5,478)")


if __name__ == "__main__":
    main()
