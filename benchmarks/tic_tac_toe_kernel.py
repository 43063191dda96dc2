"""The kernel of tic-tac-toe: a code is the squares of the player to move, and above them the other's."""

from typing import TYPE_CHECKING, Any

from tic_tac_toe import HAS_LINE, State

from numduel.core.game import Game
from numduel.kernels import Kernel
from numduel.kernels.kernel import DRAWN, ILLEGAL, MOVER_WINS

if TYPE_CHECKING:
    from numduel.kernels.kernel import Numbers


def step(numbers: "Numbers", code: int, action: int) -> int:
    """The board with one square more, seen by the other player."""
    mine, theirs, square = code & 511, code >> 9, 1 << action
    if (mine | theirs) & square:
        return ILLEGAL
    mine |= square
    if numbers[mine]:
        return MOVER_WINS
    return DRAWN if mine | theirs == 511 else mine << 9 | theirs


def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write who holds each square."""
    for square in range(9):
        features[square] = (code >> square & 1) - (code >> square + 9 & 1)


class TicTacToeKernel(Kernel[State]):
    """The settings, as there are none, are which sets of squares hold a line."""

    step = staticmethod(step)
    observe = staticmethod(observe)

    def __init__(self, game: Game[State, Any]) -> None:
        self.set_up(game, 1 << 18, [int(line) for line in HAS_LINE])

    def encode(self, state: State) -> int:
        mine, theirs = state
        return theirs << 9 | mine

    def decode(self, code: int) -> State:
        return code & 511, code >> 9
