"""Opponents: who sits opposite the agent, and how they choose an action."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol

from ..core.errors import ArgumentError
from ..core.position import MoveError, Position
from ..core.settings import SettingError
from ..engine.splitmix import SplitMix64
from ..match.player import choose_move
from ..match.setup import is_person
from ..players import UnknownPlayer, check_name, check_solved, find
from ..players.level import LevelPlayer
from ..players.perfect import Mixture, PerfectPlayer
from ..solver.answers import answers_of
from .node import Node
from .options import plays_itself, read_action
from .rows import Row
from .state_graph import StateGraph, state_graph_of

Function = Callable[[Row, Row], Any]  # of the observation and the mask of legal actions

KINDS = "random, perfect, level:1 to level:9, self, or a function of observation and action_mask"
ALL_KINDS = f"{KINDS} (a single environment also takes mcts and installed players)"


class Opponent(Protocol):
    """Whoever replies to the agent."""

    @property
    def name(self) -> str:
        """What it is called in records."""

    def choose(self, node: Node, rng: SplitMix64, ply: int) -> int:
        """A legal action at a node that goes on, after so many moves."""


class MixtureOpponent:
    """Draws from a mixture of actions: any legal one, or what a player who knows exact answers may do."""

    def __init__(self, name: str, graph: StateGraph) -> None:
        self.name = name
        self._graph = graph
        self._player = None if name == "random" else self._exact_player()

    def __reduce__(self) -> Any:
        return _mixture_opponent, (self.name, self._graph.game)

    def _exact_player(self) -> PerfectPlayer | LevelPlayer:
        answers = answers_of(self._graph.game)
        check_solved(answers, self.name, "random can play it, and so can a function of yours")
        if self.name == "perfect":
            return PerfectPlayer(answers)
        return LevelPlayer(int(self.name.removeprefix("level:")), answers)

    def mixture(self, node: Node) -> Mixture:
        """The action ids it may choose, in ascending order."""
        if self._player is None:
            return Mixture(0.0, (), node.legal)
        known: Mixture | None = node.notes.get(self.name)
        if known is None:
            rate, noisy, good = self._player.mixture(node.state)
            known = node.note(self.name, Mixture(rate, self._actions(noisy), self._actions(good)))
        return known

    def _actions(self, moves: Any) -> tuple[int, ...]:
        return tuple(sorted(self._graph.action_of[move] for move in moves))

    def choose(self, node: Node, rng: SplitMix64, ply: int) -> int:
        """One action of the mixture.

        The vector environment draws alike: first whether to be noisy, where there are noisy actions, then
        which action. A number is drawn for the action even where there is only one.
        """
        if self._player is None:
            legal = node.legal
            return legal[rng.below(len(legal))]
        rate, noisy, good = self.mixture(node)
        chosen = noisy if noisy and rng.happens(rate) else good
        action: int = chosen[rng.below(len(chosen))]
        return action


class FunctionOpponent:
    """A function that is asked for an action, with the observation and the mask of legal actions."""

    name = "function"

    def __init__(self, function: Function) -> None:
        self.function = function

    def choose(self, node: Node, rng: SplitMix64, ply: int) -> int:
        try:
            action = read_action(self.function(node.observation, node.mask), len(node.mask))
        except MoveError as error:
            raise ArgumentError(f"the opponent gave no action: {error}") from None
        if not node.mask[action]:
            legal = ", ".join(map(str, node.legal))
            raise ArgumentError(f"the opponent chose the illegal action {action}; legal ones are {legal}")
        return action


class PlayerOpponent:
    """Any other player, which is asked for a move. It sees a state that stands for all with its key."""

    def __init__(self, who: str, graph: StateGraph) -> None:
        self.who = who
        self._graph = graph
        player = find(who, graph.game, partial(answers_of, graph.game))
        assert player is not None  # a person is no opponent
        self._player = player
        self.name = player.name

    def __reduce__(self) -> Any:
        return _player_opponent, (self.who, self._graph.game)

    def choose(self, node: Node, rng: SplitMix64, ply: int) -> int:
        position = Position(self._graph.game, node.state, ply)
        return self._graph.action_of[choose_move(self._player, position, Random(rng.next()))]


def opponent_of(who: str | Function, graph: StateGraph) -> Opponent | None:
    """The opponent that `who` names or is; None for `self`, where the agent replies to itself."""
    if callable(who):
        return FunctionOpponent(who)
    if not isinstance(who, str):
        raise SettingError(f"opponent must be {ALL_KINDS}")
    if plays_itself(who):
        return None
    try:
        if is_person(who):
            raise UnknownPlayer
        kind, detail = check_name(who)
    except UnknownPlayer:
        raise SettingError(f"there is no opponent {who[:40]!a}; opponents are {ALL_KINDS}") from None
    if kind not in ("random", "perfect", "level"):
        return PlayerOpponent(who, graph)
    return MixtureOpponent(f"{kind}:{detail}" if detail else kind, graph)


def _mixture_opponent(name: str, game: Any) -> MixtureOpponent:
    return MixtureOpponent(name, state_graph_of(game))


def _player_opponent(who: str, game: Any) -> PlayerOpponent:
    return PlayerOpponent(who, state_graph_of(game))
