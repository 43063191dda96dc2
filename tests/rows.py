"""Games given as rows: for each position, what each action leads to. For rules and for kernels alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hypothesis import strategies as st

from numduel import Game, Outcome, Side
from numduel.kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS, Kernel

Rows = list[list[int]]  # for each position, the position or the mark that each action leads to
WIDTHS = (1, 2, 3, 5, 130)  # of rows: the last has more actions than a byte can count
ENTRY = -9  # a state before position 0, so that this may be one in which nobody can move
_ENDS = {MOVER_WINS: Side.PREVIOUS, MOVER_LOSES: Side.NEXT, DRAWN: None}


@dataclass(frozen=True)
class RowsGame(Game[int, int]):
    """A state is the number of its position, or a mark; a player who cannot move loses."""

    rows: ClassVar[Rows]
    name = "rows"
    title = "Rows"
    summary = "Follow the rows."

    def initial(self) -> int:
        return ENTRY

    def moves(self, state: int) -> Sequence[int]:
        if state == ENTRY:
            return (0,)
        return [action for action, to in enumerate(self.rows[state]) if to != ILLEGAL] if state >= 0 else ()

    def play(self, state: int, move: int) -> int:
        return 0 if state == ENTRY else self.rows[state][move]

    def outcome(self, state: int) -> Outcome | None:
        if state in _ENDS:
            return Outcome(_ENDS[state], "the move has ended the game")
        return None if self.moves(state) else Outcome(Side.PREVIOUS, "there is no move", stuck=True)

    def vocabulary(self) -> Sequence[int]:
        return range(len(self.rows[0]))


class RowsKernel(Kernel[Any]):
    """A kernel that reads what moves lead to from its numbers."""

    def __init__(self, game: Any) -> None:
        rows = game.rows
        self.set_up(game, len(rows), [len(rows[0]), *(to for row in rows for to in row)])

    @staticmethod
    def step(numbers: Any, code: int, action: int) -> int:
        return int(numbers[1 + code * numbers[0] + action])

    @staticmethod
    def observe(numbers: Any, code: int, features: Any) -> None:
        features[0] = code

    def encode(self, state: int) -> int:
        return state

    def decode(self, code: int) -> int:
        return code


def game_of(rows: Rows) -> RowsGame:
    """The game that these rows describe."""
    game = type("GameOfRows", (RowsGame,), {"rows": rows})()
    assert isinstance(game, RowsGame)
    return game


@st.composite
def some_rows(draw: st.DrawFn, widths: Sequence[int] = WIDTHS) -> Rows:
    """Rows with any ends, circles, and positions without a move."""
    actions = draw(st.sampled_from(widths))
    size = draw(st.integers(1, 25 if actions < 100 else 5))  # to draw thousands of entries takes long
    marks = draw(st.lists(st.sampled_from([MOVER_WINS, MOVER_LOSES, DRAWN, ILLEGAL]), max_size=6))
    leads = st.integers(0, size - 1) | st.sampled_from([*marks, 0])
    return draw(st.lists(st.lists(leads, min_size=actions, max_size=actions), min_size=size, max_size=size))
