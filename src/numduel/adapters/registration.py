"""The games in Gymnasium's registry: under which id each is known, and what makes its environments."""

import re

import gymnasium

from ..core.registry import names


def environment_id(name: str) -> str:
    """The id under which Gymnasium knows a game.

    >>> environment_id("operation-duel")
    'numduel/OperationDuel-v0'
    """
    words = re.split("[^0-9A-Za-z]+", name)
    return f"numduel/{''.join(word[:1].upper() + word[1:] for word in words)}-v0"


def register_games() -> None:
    """Register every game with Gymnasium, without loading any."""
    for name in names():
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(
                environment_id(name),
                entry_point="numduel.adapters.gymnasium:NumduelEnv",
                vector_entry_point="numduel.adapters.vector:NumduelVectorEnv",
                order_enforce=False,  # step, render and record see to the order themselves
                kwargs={"game": name},
            )
