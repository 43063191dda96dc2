"""VectorOpponent: how opponents of many environments choose, in compiled code or in Python where they must.

Compiled code computes a turn; a position at which the opponent's choice is not known is requested. Then the
opponent is asked about all such positions together, and the turn is computed again. What a player does at a
position is asked only once.
"""

from contextlib import suppress
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..core.errors import ArgumentError
from ..core.settings import SettingError
from ..engine.jit import Function, compiled_part
from ..engine.kernel_table import TooLarge
from ..engine.stepping import Stepper
from ..kernels.kernel import OUT_OF_RANGE
from ..players.perfect import PerfectPlayer
from ..players.perfect_table import PerfectTable
from ..solver.answers import answers_of
from . import turns
from .opponents import KINDS, FunctionOpponent, MixtureOpponent, opponent_of
from .state_graph import StateGraph
from .turns import KNOWN, REQUESTED, UNKNOWN, UNREQUESTED

Array = NDArray[Any]
FEW_POSITIONS = 1_000  # which are looked at one by one before compiled code is loaded


class VectorOpponent(Protocol):
    """Whoever replies to the agents. `choose` is compiled, and reads `policy`."""

    choose: Function
    policy: Any

    def begin_turn(self) -> None:
        """Drop what was chosen for the turn before."""

    def prepare(self) -> None:
        """Choose wherever that was requested."""


class CompiledOpponent:
    """Nobody, or any legal action at random: compiled code chooses without asking."""

    policy: Any = ()

    def __init__(self, choose: Function) -> None:
        self.choose = choose

    def begin_turn(self) -> None:
        """Do nothing: nothing is kept."""

    def prepare(self) -> None:
        """Do nothing: nothing is ever requested."""


class VectorMixtureOpponent:
    """A player by exact answers: its mixture at each position is asked for when it is first met.

    Perfect play takes long to find at one position, and no longer at all of them together.
    """

    choose = staticmethod(turns.choose_from_mixture)

    def __init__(self, player: MixtureOpponent, graph: StateGraph, stepper: Stepper) -> None:
        if stepper.table is None:
            spec = graph.game.spec[:80]
            raise SettingError(f"{player.name} cannot reply in {spec}: it has too many positions for tables")
        self._player, self._graph, self._table = player, graph, stepper.table
        count, actions = stepper.table.successors.shape
        counts, lists = (np.zeros(shape, stepper.table.action_dtype) for shape in (count, (count, actions)))
        self.policy: Any = (
            np.full(count, UNREQUESTED, np.int8),
            np.zeros(count),
            counts,
            lists,
            counts.copy(),
            lists.copy(),
        )
        self._asks_once = count > FEW_POSITIONS and player.name == PerfectPlayer.name

    def begin_turn(self) -> None:
        """Do nothing: mixtures do not change."""

    def prepare(self) -> None:
        """Find out about every position that was requested."""
        if self._asks_once:
            self._asks_once = False
            self._prepare_all()
        known, rates, noisy_counts, noisy, good_counts, good = self.policy
        for position in np.flatnonzero(known == REQUESTED):
            mixture = self._player.mixture(self._graph.find(self._table.state_at(int(position))))
            rates[position] = mixture.rate
            noisy_counts[position], good_counts[position] = len(mixture.noisy), len(mixture.good)
            noisy[position, : len(mixture.noisy)] = mixture.noisy
            good[position, : len(mixture.good)] = mixture.good
            known[position] = KNOWN

    def _prepare_all(self) -> None:
        """Find perfect play everywhere, if the game is solved and all of it can be shown."""
        if not answers_of(self._graph.game).complete or (self._table.successors == OUT_OF_RANGE).any():
            return
        with suppress(TooLarge):  # then there is no memory for it, and one by one will have to do
            found = PerfectTable(self._table)
            known, _, _, _, good_counts, good = self.policy
            good_counts[:], good[:] = found.counts, found.good
            known[found.counts > 0] = KNOWN


class VectorFunctionOpponent:
    """A function of many observations and masks, one a row, that returns an action for each."""

    choose = staticmethod(turns.choose_given)

    def __init__(self, function: Any, stepper: Stepper, count: int) -> None:
        self._function, self._stepper = function, stepper
        self.policy: Any = (
            np.full(count, UNKNOWN, np.int64),
            np.full(count, UNKNOWN, stepper.codes),
        )

    def begin_turn(self) -> None:
        """Drop the actions of the turn before: the function is asked every turn."""
        for part in self.policy:
            part[:] = UNKNOWN

    def prepare(self) -> None:
        """Ask the function about every environment that is waiting for a reply."""
        given, requested = self.policy
        waiting = np.flatnonzero((given == UNKNOWN) & (requested >= 0))
        frames = self._stepper.frames.rows(len(waiting))
        rows = self._stepper.writable(frames)
        self._stepper.show(self._stepper.data, requested[waiting], rows, (0, len(waiting)))
        _, observations, masks = frames
        given[waiting] = _checked(self._function(observations.copy(), masks.copy()), masks)


def _checked(actions: Any, masks: Array) -> Array:
    """The actions that a function gave; ValueError if they are no legal actions."""
    try:
        given = np.asarray(actions)
    except ValueError:  # rows of different lengths
        given = np.empty(0, object)
    if given.shape != (len(masks),) or given.dtype.kind not in "iu":
        raise ArgumentError(f"the opponent must return {len(masks)} whole numbers, an action for each row")
    inside = (given >= 0) & (given < masks.shape[1])
    legal = np.zeros(len(masks), bool)
    legal[inside] = masks[inside, given[inside]] == 1
    if not legal.all():
        row = int(np.argmin(legal))
        raise ArgumentError(f"the opponent chose the illegal action {given[row]} in row {row}")
    return given


def vector_opponent_of(who: Any, graph: StateGraph, stepper: Stepper, count: int) -> VectorOpponent:
    """The opponent that `who` names or is, for so many environments."""
    opponent = opponent_of(who, graph)
    if opponent is None:
        return CompiledOpponent(turns.choose_nobody)
    if isinstance(opponent, FunctionOpponent):
        return VectorFunctionOpponent(opponent.function, stepper, count)
    if not isinstance(opponent, MixtureOpponent):
        raise SettingError(f"many environments at once cannot ask {opponent.name}; opponents are {KINDS}")
    if opponent.name == "random":
        return CompiledOpponent(compiled_part(turns.choose_at_random, **stepper.parts))
    return VectorMixtureOpponent(opponent, graph, stepper)
