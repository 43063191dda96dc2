"""Regret: how much of a game's value each move gave away."""

from itertools import pairwise

from ..core.position import canonical_moves
from ..core.registry import load
from ..core.settings import SettingError
from ..match.record import Record, RecordError, parse, replay
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
    try:
        game = load(told.spec)
    except SettingError as error:
        raise RecordError(str(error)) from None
    replay(game, told.moves)  # a record made by hand may hold anything
    answers, canonical = answers_of(game), canonical_moves(game)
    states = [game.initial()]
    for text in told.moves:
        states.append(game.play(states[-1], canonical[text]))
    worths = [answers.verdict(state).value.worth for state in states]
    return tuple(
        None if before is None or after is None else before + after for before, after in pairwise(worths)
    )
