"""Episode: the actions of a game that an environment plays, told as rules and records have it."""

from collections.abc import Sequence
from typing import Any

from ..core.position import Position
from ..match.record import Record, result_of
from .places import Places

_LONGEST_SEED = 10**18  # what a record can tell


def position_after(places: Places, actions: Sequence[int]) -> Position[Any, Any]:
    """The position after these actions, with all of its state: a place stands for all that are alike."""
    state = places.game.initial()
    for action in actions:
        state = places.game.play(state, places.vocabulary[action])
    return Position(places.game, state, len(actions))


def record_of(
    places: Places, actions: Sequence[int], players: tuple[str, str], max_turns: int, seed: int | None = None
) -> Record:
    """The record of these actions by these players."""
    game = places.game
    moves = tuple(game.write(places.vocabulary[action]) for action in actions)
    result = result_of(position_after(places, actions), max_turns)
    seed = seed if seed is not None and seed < _LONGEST_SEED else None
    return Record(game.spec, moves, result=result, players=players, seed=seed, max_turns=max_turns)
