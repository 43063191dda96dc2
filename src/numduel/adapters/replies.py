"""Replies: how opponents of many environments choose, in compiled code or in Python where they must.

Compiled code works a turn out; where it comes to a position at which the opponent has not made up its mind,
it notes that down. Then the opponent is asked about all such positions together, and the turn is worked out
anew. What a player does at a position is asked only once.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..core.settings import SettingError
from ..engine.jit import Function, compiled
from ..engine.stepping import Stepper, show_all
from . import turns
from .opponents import KINDS, CalledOpponent, DrawnOpponent, opponent_of
from .places import Places
from .turns import KNOWN, NOT_YET, UNKNOWN, WANTED

Array = NDArray[Any]


class Replies(Protocol):
    """Whoever replies to the agents. `choose` is compiled, and reads `policy`."""

    choose: Function
    policy: Any

    def forget(self) -> None:
        """Begin a new turn."""

    def get_ready(self) -> None:
        """Make up one's mind wherever that was wanted."""


class AtOnce:
    """Nobody, or someone who needs no asking: any legal action."""

    policy: Any = np.array(turns.REWARDS)  # which the quickest way of stepping looks up

    def __init__(self, choose: Function) -> None:
        self.choose = choose

    def forget(self) -> None:
        """Nothing was kept."""

    def get_ready(self) -> None:
        """Always ready."""


class Mixed:
    """A player by exact answers: its mixture at each position is asked for when it is first met."""

    choose = staticmethod(turns.choose_mixed)

    def __init__(self, player: DrawnOpponent, places: Places, stepper: Stepper) -> None:
        if stepper.table is None:
            spec = places.game.spec[:80]
            raise SettingError(f"{player.name} cannot reply in {spec}: it has too many positions for tables")
        self._player, self._places, self._table = player, places, stepper.table
        count, actions = stepper.table.successors.shape
        counts, lists = (np.zeros(shape, stepper.table.ids) for shape in (count, (count, actions)))
        self.policy: Any = (
            np.full(count, NOT_YET, np.int8),
            np.zeros(count),
            counts,
            lists,
            counts.copy(),
            lists.copy(),
        )

    def forget(self) -> None:
        """What is known stays known."""

    def get_ready(self) -> None:
        """Ask the player about every position that was wanted."""
        known, rates, error_counts, errors, good_counts, good = self.policy
        for position in np.flatnonzero(known == WANTED):
            mixture = self._player.mixture(self._places.find(self._table.state_at(int(position))))
            rates[position] = mixture.rate
            error_counts[position], good_counts[position] = len(mixture.errors), len(mixture.good)
            errors[position, : len(mixture.errors)] = mixture.errors
            good[position, : len(mixture.good)] = mixture.good
            known[position] = KNOWN


class Told:
    """A function of many observations and masks, one a row, that returns an action for each."""

    choose = staticmethod(turns.choose_told)

    def __init__(self, function: Any, stepper: Stepper, count: int) -> None:
        self._function, self._stepper = function, stepper
        self._show = compiled(show_all, **stepper.parts)
        self.policy: Any = (
            np.full(count, UNKNOWN, np.int64),
            np.full(count, UNKNOWN, stepper.codes),
        )

    def forget(self) -> None:
        """Every turn it is asked anew."""
        for part in self.policy:
            part[:] = UNKNOWN

    def get_ready(self) -> None:
        """Ask the function about every environment that is waiting for a reply."""
        told, wanted = self.policy
        waiting = np.flatnonzero((told == UNKNOWN) & (wanted >= 0))
        frames = self._stepper.frames.rows(len(waiting))
        rows = self._stepper.written(frames)
        self._show(self._stepper.data, wanted[waiting], rows, (0, len(waiting)))
        _, observations, masks = frames
        told[waiting] = _checked(self._function(observations.copy(), masks.copy()), masks)


def _checked(actions: Any, masks: Array) -> Array:
    """The actions that a function gave; ValueError if they are no legal actions."""
    try:
        given = np.asarray(actions)
    except ValueError:  # rows of different lengths
        given = np.empty(0, object)
    if given.shape != (len(masks),) or given.dtype.kind not in "iu":
        raise ValueError(f"the opponent must return {len(masks)} whole numbers, an action for each row")
    inside = (given >= 0) & (given < masks.shape[1])
    legal = np.zeros(len(masks), bool)
    legal[inside] = masks[inside, given[inside]] == 1
    if not legal.all():
        row = int(np.argmin(legal))
        raise ValueError(f"the opponent chose the illegal action {given[row]} in row {row}")
    return given


def replies_of(who: Any, places: Places, stepper: Stepper, count: int) -> Replies:
    """How the opponent that `who` names or is replies in so many environments."""
    opponent = opponent_of(who, places)
    if opponent is None:
        return AtOnce(turns.choose_nobody)
    if isinstance(opponent, CalledOpponent):
        return Told(opponent.function, stepper, count)
    if not isinstance(opponent, DrawnOpponent):
        raise SettingError(f"many environments at once cannot ask {opponent.name}; opponents are {KINDS}")
    if opponent.name == "random":
        return AtOnce(compiled(turns.choose_any, **stepper.parts))
    return Mixed(opponent, places, stepper)
