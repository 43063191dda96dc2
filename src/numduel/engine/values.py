"""Values as the small numbers that tables hold."""

from ..core.verdict import Value
from ..kernels.kernel import DRAWN, MOVER_LOSES, MOVER_WINS

OPEN, WIN, LOSS, DRAW, ENDLESS = range(5)
VALUES = (Value.UNSOLVED, Value.WIN, Value.LOSS, Value.DRAW, Value.ENDLESS)


def value_of_mark(mark: int) -> int:
    """What a move with this mark leaves to the other player; OPEN where the mark is not that of an end."""
    if mark == MOVER_WINS:
        return LOSS
    if mark == MOVER_LOSES:
        return WIN
    return DRAW if mark == DRAWN else OPEN
