"""Few: how positions are expanded while there are few of them, in as few steps as can be."""

from collections.abc import Callable, Hashable
from itertools import islice

from ..core.game import Game
from ..core.hints import Any
from ..engine.values import LOSS, VALUES
from ..kernels.kernel import mark_of


def expand_few(
    game: Game[Any, Any],
    key_of: Callable[[Any], Hashable] | None,
    index: dict[Hashable, int],
    stuck: dict[int, int],
    rows: list[list[int]],
    states: list[Any],
    count: int,
) -> None:
    """Expand the first `count` of these states, and of those that they lead to; they leave the list.

    A new key gets a position in the index, and its state joins the list. Each state that is expanded gets a
    row: the positions, or marks, that its moves lead to. Without `key_of` states are their own keys.
    """
    moves, play, outcome_of, known = game.moves, game.play, game.outcome, index.get
    for state in islice(states, count):
        row: list[int] = []
        for move in moves(state):
            after = play(state, move)
            key = key_of(after) if key_of else after
            position = known(key)
            if position is None:
                outcome = outcome_of(after)
                if outcome is not None and not outcome.stuck:
                    position = mark_of(outcome)
                else:
                    position = index[key] = len(index)
                    states.append(after)
                    if outcome is not None:
                        stuck[position] = VALUES.index(outcome.value)
            row.append(position)
        if not row:
            stuck.setdefault(len(rows), LOSS)
        rows.append(row)
    del states[:count]
