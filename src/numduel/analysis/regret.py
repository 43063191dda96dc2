"""Regret: how much of a game's value each move gave away."""

from itertools import pairwise

from ..match.reading import parse
from ..match.record import Record
from ..solver.answers import answers_of


def regret(record: Record | str) -> tuple[int | None, ...]:
    """For each move of a record, or of its text, how much of the value it gave away: 0, 1 or 2.

    A win is worth 1 to the player who made the move, a draw or a game without end 0, a loss -1. None
    stands where exact values are not known. Games are solved once and kept for the next record.

    >>> import numduel
    >>> from numduel.match.record import Record
    >>> numduel.regret(Record("operation-duel:target=5", ("+1", "*2", "+1")))
    (0, 2, 0)
    """
    told = parse(record) if isinstance(record, str) else record
    told.last_position()  # a record made by hand may hold anything: it is checked first
    answers = answers_of(told.game)
    # Not all positions at once: a long game of many tokens fills the memory.
    worths = [answers.verdict(position.state).value.worth for position in told.positions()]
    return tuple(
        None if before is None or after is None else before + after for before, after in pairwise(worths)
    )
