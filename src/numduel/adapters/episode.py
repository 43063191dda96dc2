"""Episode: the actions of an environment's game as a position and as a record."""

from collections.abc import Sequence
from typing import Any

from ..core.position import Position
from ..match.record import Record, result_of
from ..match.round import Round
from .state_graph import StateGraph

_MAX_SEED = 10**18  # in a record


def position_after(graph: StateGraph, actions: Sequence[int]) -> Position[Any, Any]:
    """The position after these actions, with all of its state: a node stands for every state with its key."""
    played = Round(graph.game)
    for action in actions:
        played.play(graph.vocabulary[action])
    return played.position


def record_of(
    graph: StateGraph,
    actions: Sequence[int],
    players: tuple[str, str],
    max_turns: int,
    seed: int | None = None,
) -> Record:
    """The record of these actions by these players."""
    game = graph.game
    moves = tuple(game.write(graph.vocabulary[action]) for action in actions)
    result = result_of(position_after(graph, actions), max_turns)
    seed = seed if seed is not None and seed < _MAX_SEED else None
    return Record(game.spec, moves, result=result, players=players, seed=seed, max_turns=max_turns)
