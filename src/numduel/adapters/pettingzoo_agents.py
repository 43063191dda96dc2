"""The agents of a PettingZoo environment: their names, what they see, and under which name it is known."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ..core.errors import ArgumentError
from ..kernels.kernel import ENDED
from .rows import Row
from .state_graph import StateGraph

AGENTS = FIRST, SECOND = ("player_1", "player_2")
OTHER = {FIRST: SECOND, SECOND: FIRST}
ENDINGS = {  # rewards and both outcomes, by the result for the first agent
    1: ({FIRST: 1.0, SECOND: -1.0}, "win", "loss"),
    0: ({FIRST: 0.0, SECOND: 0.0}, "draw", "draw"),
    -1: ({FIRST: -1.0, SECOND: 1.0}, "loss", "win"),
}


def check_agent(agent: str) -> str:
    """The agent itself; ArgumentError if there is no such agent."""
    if agent not in AGENTS:
        raise ArgumentError(f"there is no agent {agent!a}; the agents are {FIRST} and {SECOND}")
    return agent


def space_of(graph: StateGraph, plain: bool) -> spaces.Space[Any]:
    """What an agent can see of a game: a row, which is all if it is to be `plain`, and the legal actions."""
    low, high = _prefixed(ENDED, graph.low), _prefixed(1, graph.high)
    row = spaces.Box(low, high, dtype=graph.dtype.type)
    if plain:
        return row
    mask = spaces.Box(0, 1, (len(graph.vocabulary),), np.int8)
    return spaces.Dict({"observation": row, "action_mask": mask})


def module_name(name: str) -> str:
    """A game's name as PettingZoo writes such names.

    >>> module_name("operation-duel")
    'operation_duel_v0'
    """
    return f"{name.replace('-', '_')}_v0"


def _prefixed(head: int, row: Row) -> Row:
    """The row with one number before it."""
    return np.concatenate((np.array([head], row.dtype), row))
