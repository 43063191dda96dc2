"""Values as the small numbers that tables hold."""

from ..core.verdict import Value

OPEN, WIN, LOSS, DRAW, ENDLESS = range(5)
VALUES = (Value.UNSOLVED, Value.WIN, Value.LOSS, Value.DRAW, Value.ENDLESS)
